public import LocationModel

extension Geocoder {
    /// How far a town may be for what is asked about to be said to be there, in metres.
    static let localityReach = 30_000.0
    /// The same for its state.
    static let regionReach = 100_000.0
    /// The same for its time zone.
    static let timeZoneReach = 300_000.0
    /// How far off the shores of the table a place is still said to be at the town there: small islands, harbours,
    /// beaches.
    static let shoreReach = 10_000.0

    /// What is at a place. Empty only where the place is not on Earth.
    ///
    /// The nearest town of the country that the place is in, if it is near enough; at most that country; at sea the
    /// ocean. The country is that of the borders, unless a town is nearer than the borders are accurate.
    /// - Parameter locale: An identifier such as `de_CH`, for names; `nil` for the names of towns that are used there,
    ///   and English ones otherwise.
    public func placemarks(at place: Coordinate, locale: String? = nil) throws(PlaceTableError) -> [Placemark] {
        guard place.isValid else { return [] }
        // Of places on the edges of the map the table knows the western and the southern side.
        let place = Coordinate(
            latitude: min(place.latitude, 89.99999), longitude: place.longitude == 180 ? -180 : place.longitude)
        let languages = try languages(for: locale)
        let country = try table.country(around: place)
        let near = try table.nearest(to: place, within: Self.shoreReach)
        if let near, country == nil || near.distance <= PlaceTable.borderAccuracy {
            return [try placemark(at: place, near, country: near.place.country, languages)]
        }
        guard let country else { return [try atSea(place)] }
        let nearest = try table.nearest(to: place, within: Self.timeZoneReach, inCountry: country)
        return [try placemark(at: place, nearest, country: country, languages)]
    }

    /// The languages of a locale, English last: it has words for what others have none for.
    func languages(for locale: String?) throws(PlaceTableError) -> [PlaceTable.Language] {
        guard let locale else { return [] }
        let english = try table.languages(for: "en")
        return try table.languages(for: locale) + english
    }

    private func placemark(
        at here: Coordinate, _ nearest: (place: TablePlace, distance: Double)?, country: Int,
        _ languages: [PlaceTable.Language]
    ) throws(PlaceTableError) -> Placemark {
        guard let nearest else {
            var placemark = Placemark(coordinate: here)
            try describe(&placemark, region: nil, country: country, languages)
            placemark.name = placemark.country
            return placemark
        }
        if nearest.distance <= Self.localityReach {
            let city = try table.city(around: here, largerThan: nearest.place) ?? nearest.place
            var placemark = try placemark(of: city, languages)
            placemark.horizontalAccuracy = max(city.coordinate.distance(to: here), city.radius)
            if city.index != nearest.place.index {
                placemark.subLocality = try name(of: .place(nearest.place.index), nearest.place.name, languages)
            }
            return placemark
        }
        var placemark = Placemark(coordinate: here)
        let region = nearest.distance <= Self.regionReach ? nearest.place.region : nil
        try describe(&placemark, region: region, country: country, languages)
        placemark.name = placemark.administrativeArea ?? placemark.country
        placemark.timeZone = try timeZone(of: nearest.place)
        return placemark
    }

    private func atSea(_ place: Coordinate) throws(PlaceTableError) -> Placemark {
        var placemark = Placemark(coordinate: place)
        guard let water = try table.water(around: place) else { return placemark }
        placemark.name = water.name
        if water.isInland {
            placemark.inlandWater = water.name
        } else {
            placemark.ocean = water.name
            // At sea the time is that of the meridian, in steps of 15 degrees; the tz database counts them westwards.
            let hours = Int(rounding: place.longitude / 15)
            placemark.timeZone = hours == 0 ? "Etc/GMT" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
        }
        return placemark
    }
}
