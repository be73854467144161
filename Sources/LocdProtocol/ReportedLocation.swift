public import LocationModel

/// A location as the socket tells it: the members of a track line without its type, with the decimals of one.
public struct ReportedLocation: Codable, Sendable, Hashable {
    /// The location; its figures are rounded on the way.
    public var location: Location

    /// A location, to be told.
    public init(_ location: Location) {
        self.location = location
    }

    /// Reads a location; a figure that is out of its range is absent.
    /// - Throws: `DecodingError` if its time or its place is missing or invalid.
    public init(from decoder: any Decoder) throws {
        location = try Location(required: decoder)
    }

    /// Writes what is known of it.
    public func encode(to encoder: any Encoder) throws {
        try EncodedMembers.encode(to: encoder) { location.write(to: &$0) }
    }
}
