public import LocationModel

/// The parameters of `ReverseGeocode`.
public struct ReverseGeocodeParameters: VarlinkParameters, Hashable {
    /// The names of all members.
    public static var parameterNames: Set<String> { ["latitude", "longitude", "locale"] }

    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// The language of the names; absent: the local names.
    public var locale: String?

    /// Asks for the places at a coordinate.
    public init(coordinate: Coordinate, locale: String? = nil) {
        latitude = coordinate.latitude
        longitude = coordinate.longitude
        self.locale = locale
    }

    /// The validated coordinate. Throws if it is out of range.
    public var coordinate: Coordinate {
        get throws(VarlinkError) {
            guard abs(latitude) <= 90 else { throw .invalidParameter("latitude") }
            guard abs(longitude) <= 180 else { throw .invalidParameter("longitude") }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    /// The validated locale. Throws if it is invalid.
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

    /// The address as a person would write it.
    public var address: String
    /// The language of the names; absent: the local names.
    public var locale: String?
    /// Places within ``radius`` of this point come first.
    public var center: Coordinate?
    /// Metres around ``center``.
    public var radius: Double?

    /// Asks for the location of an address.
    public init(address: String, locale: String? = nil, near: (center: Coordinate, radius: Double)? = nil) {
        self.address = address
        self.locale = locale
        center = near?.center
        radius = near?.radius
    }

    /// The validated address. Throws if it is empty or too long.
    public var effectiveAddress: String {
        get throws(VarlinkError) {
            guard (1...Self.maximumAddressLength).contains(address.utf8.count) else {
                throw .invalidParameter("address")
            }
            return address
        }
    }

    /// The validated locale. Throws if it is invalid.
    public var effectiveLocale: String? {
        get throws(VarlinkError) { try Self.checked(locale) }
    }

    /// The circle. Throws if only one of its two members is set, or the radius is invalid.
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
