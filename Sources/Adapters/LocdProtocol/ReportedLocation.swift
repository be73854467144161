public import LocationModel

/// A location on the wire: the members of a track line without its type, with the same decimals.
public struct ReportedLocation: Codable, Sendable, Hashable {
    /// The location. Encoding rounds its values.
    public var location: Location

    /// Creates the wire form of a location.
    public init(_ location: Location) {
        self.location = location
    }

    /// Reads a location; a value out of range is absent.
    /// - Throws: `DecodingError` if its time or its coordinate is missing or invalid.
    public init(from decoder: any Decoder) throws {
        location = try Location(required: decoder)
    }

    /// Writes the known values.
    public func encode(to encoder: any Encoder) throws {
        try EncodedMembers.encode(to: encoder) { location.write(to: &$0) }
    }
}
