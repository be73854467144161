public import LocationModel

/// A heading on the wire.
public struct ReportedHeading: Codable, Sendable, Hashable {
    /// The heading.
    public var heading: Heading

    /// Creates the wire form of a heading.
    public init(_ heading: Heading) {
        self.heading = heading
    }

    /// Reads a heading.
    public init(from decoder: any Decoder) throws {
        heading = try Heading(required: decoder)
    }

    /// Writes the known values.
    public func encode(to encoder: any Encoder) throws {
        try EncodedMembers.encode(to: encoder) { heading.write(to: &$0) }
    }
}
