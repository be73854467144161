public import LocationModel

/// A visit on the wire: the members of a track line without its type.
public struct ReportedVisit: Codable, Sendable, Hashable {
    /// The visit.
    public var visit: Visit

    /// Creates the wire form of a visit.
    public init(_ visit: Visit) {
        self.visit = visit
    }

    /// Reads a visit.
    /// - Throws: `DecodingError` if its time or its coordinate is missing or invalid.
    public init(from decoder: any Decoder) throws {
        visit = try Visit(required: decoder)
    }

    /// Writes the known values.
    public func encode(to encoder: any Encoder) throws {
        try EncodedMembers.encode(to: encoder) { visit.write(to: &$0) }
    }
}
