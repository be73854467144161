public import LocationModel

/// A visit as the socket tells it: the members of a track line without its type.
public struct ReportedVisit: Codable, Sendable, Hashable {
    /// The visit.
    public var visit: Visit

    /// A visit, to be told.
    public init(_ visit: Visit) {
        self.visit = visit
    }

    /// Reads a visit.
    /// - Throws: `DecodingError` if its time or its place is missing or invalid.
    public init(from decoder: any Decoder) throws {
        visit = try Visit(required: decoder)
    }

    /// Writes what is known of it.
    public func encode(to encoder: any Encoder) throws {
        try EncodedMembers.encode(to: encoder) { visit.write(to: &$0) }
    }
}
