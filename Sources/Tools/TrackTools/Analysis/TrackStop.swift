public import LocationModel

/// A period without motion.
public struct TrackStop: Sendable, Hashable {
    /// The last moment of motion before it.
    public var from: Timestamp
    /// The first moment of motion after it, or the end of the known track.
    public var to: Timestamp
    /// The place.
    public var place: Coordinate

    /// A stop between two moments at a place.
    public init(from: Timestamp, to: Timestamp, place: Coordinate) {
        self.from = from
        self.to = to
        self.place = place
    }

    /// The duration in seconds.
    public var duration: Double { to.seconds(since: from) }
}
