public import LocationModel

/// A heading as the socket tells it.
public struct ReportedHeading: Codable, Sendable, Hashable {
    /// UTC, RFC 3339 with milliseconds.
    public var timestamp: String?
    /// Degrees from magnetic north, 0..<360.
    public var magneticHeading: Double?
    /// Degrees from true north, 0..<360.
    public var trueHeading: Double?
    /// True where one was computed with a model that is not valid at this time, else absent.
    public var usesOutdatedModel: Bool?

    /// The heading that is meant.
    public var heading: Heading {
        var heading = Heading(
            timestamp: timestamp.flatMap { Timestamp($0) }, magneticHeading: magneticHeading, trueHeading: trueHeading)
        heading.usesOutdatedModel = usesOutdatedModel ?? false
        return heading
    }
}
