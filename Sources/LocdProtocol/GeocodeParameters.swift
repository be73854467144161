public import LocationModel

/// The parameters of `ReverseGeocode`.
public struct ReverseGeocodeParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["latitude", "longitude", "locale"] }

    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// For the names; absent: those that are used there.
    public var locale: String?

    /// Asks about a place.
    public init(coordinate: Coordinate, locale: String? = nil) {
        latitude = coordinate.latitude
        longitude = coordinate.longitude
        self.locale = locale
    }

    /// The place. Throws where it is not on Earth.
    public var coordinate: Coordinate {
        get throws(VarlinkError) {
            guard abs(latitude) <= 90 else { throw .invalidParameter("latitude") }
            guard abs(longitude) <= 180 else { throw .invalidParameter("longitude") }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    /// The locale. Throws where it cannot be one.
    public var effectiveLocale: String? {
        get throws(VarlinkError) { try GeocodeParameters.checked(locale) }
    }
}

/// The parameters of `Geocode`.
public struct GeocodeParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["address", "locale", "center", "radius"] }
    /// The longest address, in bytes.
    public static let maximumAddressLength = 1024

    /// What a person would write.
    public var address: String
    /// For the names; absent: those that are used there.
    public var locale: String?
    /// What lies around it comes first.
    public var center: Coordinate?
    /// Metres around ``center``.
    public var radius: Double?

    /// Asks for an address.
    public init(address: String, locale: String? = nil, near: (center: Coordinate, radius: Double)? = nil) {
        self.address = address
        self.locale = locale
        center = near?.center
        radius = near?.radius
    }

    /// The address. Throws where it is too long, or none.
    public var effectiveAddress: String {
        get throws(VarlinkError) {
            guard (1...Self.maximumAddressLength).contains(address.utf8.count) else {
                throw .invalidParameter("address")
            }
            return address
        }
    }

    /// The locale. Throws where it cannot be one.
    public var effectiveLocale: String? {
        get throws(VarlinkError) { try Self.checked(locale) }
    }

    /// The circle. Throws where it is half of one.
    public var near: (center: Coordinate, radius: Double)? {
        get throws(VarlinkError) {
            guard center != nil || radius != nil else { return nil }
            guard let center else { throw .invalidParameter("center") }
            guard let radius, radius >= 0, radius.isFinite else { throw .invalidParameter("radius") }
            return (center, radius)
        }
    }

    static func checked(_ locale: String?) throws(VarlinkError) -> String? {
        guard let locale else { return nil }
        let isPlain = locale.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard (1...100).contains(locale.utf8.count), isPlain else { throw .invalidParameter("locale") }
        return locale
    }
}
