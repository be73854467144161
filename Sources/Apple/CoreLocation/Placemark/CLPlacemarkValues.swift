import LocationModel

/// The values of a ``CLPlacemark``; a geocoder fills them in.
struct CLPlacemarkValues {
    var location: CLLocation?
    var region: CLRegion?
    var timeZone: TimeZone?
    var name: String?
    var thoroughfare: String?
    var subThoroughfare: String?
    var locality: String?
    var subLocality: String?
    var administrativeArea: String?
    var subAdministrativeArea: String?
    var postalCode: String?
    var isoCountryCode: String?
    var country: String?
    var inlandWater: String?
    var ocean: String?
    var areasOfInterest: [String]?

    var addressDictionary: [AnyHashable: Any]? {
        let street = [subThoroughfare, thoroughfare].compactMap { $0 }.joined(separator: " ")
        let state = [administrativeArea, postalCode].compactMap { $0 }.joined(separator: " ")
        let city = [locality, state].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
        let lines = [street, city, country ?? ""].filter { !$0.isEmpty }
        let known: [String: String?] = [
            "Name": name, "Street": street.isEmpty ? nil : street, "Thoroughfare": thoroughfare,
            "SubThoroughfare": subThoroughfare, "City": locality, "SubLocality": subLocality,
            "State": administrativeArea, "SubAdministrativeArea": subAdministrativeArea, "ZIP": postalCode,
            "Country": country, "CountryCode": isoCountryCode,
        ]
        var given: [AnyHashable: Any] = known.compactMapValues { $0 }
        guard !given.isEmpty else { return nil }
        given["FormattedAddressLines"] = lines.isEmpty ? [name].compactMap { $0 } : lines
        return given
    }
}

extension CLPlacemarkValues {
    private static let words: [(key: String, path: any WritableKeyPath<CLPlacemarkValues, String?> & Sendable)] = [
        ("name", \.name), ("thoroughfare", \.thoroughfare), ("subThoroughfare", \.subThoroughfare),
        ("locality", \.locality), ("subLocality", \.subLocality), ("administrativeArea", \.administrativeArea),
        ("subAdministrativeArea", \.subAdministrativeArea), ("postalCode", \.postalCode),
        ("isoCountryCode", \.isoCountryCode), ("country", \.country), ("inlandWater", \.inlandWater),
        ("ocean", \.ocean),
    ]

    init(coder: NSCoder) {
        for (key, path) in Self.words {
            self[keyPath: path] = coder.decodeObject(of: NSString.self, forKey: key) as String?
        }
        location = coder.decodeObject(of: CLLocation.self, forKey: "location")
        region =
            coder.decodeObject(of: [CLRegion.self, CLCircularRegion.self, CLBeaconRegion.self], forKey: "region")
            as? CLRegion
        timeZone = coder.decodeObject(of: NSString.self, forKey: "timeZone").flatMap {
            TimeZone(identifier: $0 as String)
        }
        let areas = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "areasOfInterest") as? NSArray
        areasOfInterest = areas?.compactMap { $0 as? String }
    }

    func encode(with coder: NSCoder) {
        for (key, path) in Self.words { coder.encode(self[keyPath: path].map { $0 as NSString }, forKey: key) }
        coder.encode(location, forKey: "location")
        coder.encode(region, forKey: "region")
        coder.encode(timeZone.map { $0.identifier as NSString }, forKey: "timeZone")
        coder.encode(areasOfInterest.map { $0 as NSArray }, forKey: "areasOfInterest")
    }
}

extension CLPlacemarkValues {
    /// The daemon's values for a place.
    /// - Parameter asked: The requested location; if no place is named there, it is the placemark's location.
    init(_ placemark: Placemark, asked: CLLocation? = nil) {
        let coordinate = CLLocationCoordinate2D(placemark.coordinate)
        location = CLLocation(
            coordinate: coordinate, altitude: 0,
            horizontalAccuracy: placemark.horizontalAccuracy ?? asked?.horizontalAccuracy ?? -1,
            verticalAccuracy: -1, timestamp: asked?.timestamp ?? Date())
        region = placemark.radius.map { radius in
            let place = String(format: "%+.5f,%+.5f", coordinate.latitude, coordinate.longitude)
            return CLCircularRegion(
                center: coordinate, radius: radius, identifier: "<\(place)> radius \(String(format: "%.0f", radius))")
        }
        timeZone = placemark.timeZone.flatMap { TimeZone(identifier: $0) }
        name = placemark.name
        thoroughfare = placemark.thoroughfare
        subThoroughfare = placemark.subThoroughfare
        locality = placemark.locality
        subLocality = placemark.subLocality
        administrativeArea = placemark.administrativeArea
        subAdministrativeArea = placemark.subAdministrativeArea
        postalCode = placemark.postalCode
        isoCountryCode = placemark.isoCountryCode
        country = placemark.country
        inlandWater = placemark.inlandWater
        ocean = placemark.ocean
        areasOfInterest = placemark.areasOfInterest
    }
}
