internal import LocationModel

/// Finds the name of a location and the location of a named place, using only a ``PlaceTable``: no network, no state.
///
/// It knows towns and villages, not streets; the accuracy of its results shows that.
public struct Geocoder: Sendable {
    let table: PlaceTable

    /// Creates a geocoder that uses a table.
    public init(_ table: PlaceTable) {
        self.table = table
    }

    /// The placemark of a place with its state and country, in the languages of a locale.
    func placemark(
        of place: TablePlace, _ languages: [PlaceTable.Language]
    ) throws(PlaceTableError) -> Placemark {
        var placemark = Placemark(coordinate: place.coordinate, horizontalAccuracy: place.radius)
        placemark.radius = place.radius
        let locality = try name(of: .place(place.index), place.name, languages)
        placemark.name = locality
        placemark.locality = locality
        try describe(&placemark, region: place.region, country: place.country, languages)
        placemark.timeZone = try timeZone(of: place)
        return placemark
    }

    /// Fills in the names of a state and a country.
    func describe(
        _ placemark: inout Placemark, region: Int?, country: Int, _ languages: [PlaceTable.Language]
    ) throws(PlaceTableError) {
        if let region {
            let reference = try table.record(.regions, region).u32(0)
            placemark.administrativeArea = try name(of: .region(region), reference, languages)
        }
        let record = try table.record(.countries, country)
        placemark.isoCountryCode = record.text(0, 2)
        placemark.country = try name(of: .country(country), record.u32(4), languages)
    }

    /// The translated name, or the table's own name if there is no translation.
    func name(
        of entity: TableEntity, _ reference: Int, _ languages: [PlaceTable.Language]
    ) throws(PlaceTableError) -> String {
        if let translated = try table.translation(of: entity, into: languages) { return translated }
        return try table.string(reference)
    }

    func timeZone(of place: TablePlace) throws(PlaceTableError) -> String {
        try table.string(table.record(.timeZones, place.timeZone).u32(0))
    }
}
