public import LocationModel

/// A heading as the socket tells it.
public struct ReportedHeading: Codable, Sendable, Hashable {
    /// The heading.
    public var heading: Heading

    /// A heading, to be told.
    public init(_ heading: Heading) {
        self.heading = heading
    }

    /// Reads a heading.
    public init(from decoder: any Decoder) throws {
        heading = try Heading(required: decoder)
    }

    /// Writes what is known of it.
    public func encode(to encoder: any Encoder) throws {
        try EncodedMembers.encode(to: encoder) { heading.write(to: &$0) }
    }
}
