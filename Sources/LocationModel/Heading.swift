/// Where the bow points, which is not where it travels.
public struct Heading: Sendable, Hashable {
    /// The time, UTC, where known.
    public var timestamp: Timestamp?
    /// Degrees from magnetic north, 0..<360.
    public var magneticHeading: Double?
    /// Degrees from true north, 0..<360.
    public var trueHeading: Double?

    /// A heading of the figures that are known.
    public init(timestamp: Timestamp? = nil, magneticHeading: Double? = nil, trueHeading: Double? = nil) {
        self.timestamp = timestamp
        self.magneticHeading = magneticHeading
        self.trueHeading = trueHeading
    }
}
