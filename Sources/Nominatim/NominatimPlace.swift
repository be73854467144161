import LocationModel

/// A place as Nominatim tells it (format jsonv2). Everything may be missing; numbers are text.
struct NominatimPlace: Decodable {
    var lat: String?
    var lon: String?
    var name: String?
    /// South, north, west, east.
    var boundingbox: [String]?
    var address: [String: String]?

    /// What is meant; `nil` where it says no place, as where it found none.
    /// - Parameter asked: What was asked about, which the circle of the answer must hold.
    func placemark(around asked: Coordinate?) -> Placemark? {
        guard let latitude = lat.flatMap({ Double($0) }), let longitude = lon.flatMap({ Double($0) }) else {
            return nil
        }
        let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        guard coordinate.isValid else { return nil }
        var placemark = Placemark(coordinate: coordinate)
        placemark.radius = radius(around: coordinate)
        placemark.horizontalAccuracy = max(asked.map { $0.distance(to: coordinate) } ?? 0, placemark.radius ?? 0)
        placemark.thoroughfare = first("road", "pedestrian", "footway", "path")
        placemark.subThoroughfare = first("house_number")
        placemark.locality = first("city", "town", "village", "hamlet", "municipality")
        placemark.subLocality = first("suburb", "city_district", "borough", "quarter", "neighbourhood")
        placemark.administrativeArea = first("state", "province", "region")
        placemark.subAdministrativeArea = first("county", "state_district")
        placemark.postalCode = first("postcode")
        placemark.isoCountryCode = first("country_code")?.uppercased()
        placemark.country = first("country")
        placemark.ocean = first("ocean", "sea")
        placemark.inlandWater = first("water", "lake")
        placemark.areasOfInterest = first("tourism", "attraction", "leisure", "historic").map { [$0] }
        let street = [placemark.thoroughfare, placemark.subThoroughfare].compactMap(\.self).joined(separator: " ")
        let names = [name, street, placemark.locality, placemark.administrativeArea, placemark.country]
        placemark.name = names.compactMap(\.self).first { !$0.isEmpty }
        return placemark
    }

    private func first(_ keys: String...) -> String? {
        keys.lazy.compactMap { address?[$0] }.first { !$0.isEmpty }
    }

    private func radius(around middle: Coordinate) -> Double? {
        guard let edges = boundingbox?.compactMap({ Double($0) }), edges.count == 4 else { return nil }
        let corners = [(edges[0], edges[2]), (edges[0], edges[3]), (edges[1], edges[2]), (edges[1], edges[3])]
            .map { Coordinate(latitude: $0.0, longitude: $0.1) }
        guard corners.allSatisfy(\.isValid) else { return nil }
        return corners.map { $0.distance(to: middle) }.reduce(1, max)
    }
}
