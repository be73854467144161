public import LocationModel

extension ReverseGeocodeParameters {
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

extension GeocodeParameters {
    /// The longest address, in bytes.
    public static let maximumAddressLength = 1024

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
