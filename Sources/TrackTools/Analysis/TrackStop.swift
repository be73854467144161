public import LocationModel

/// A while during which nothing moved.
public struct TrackStop: Sendable, Hashable {
    /// The last moment of motion before it.
    public var from: Timestamp
    /// The first moment of motion after it, or the end of what is known.
    public var to: Timestamp
    /// Where.
    public var place: Coordinate

    /// A stop between two moments at a place.
    public init(from: Timestamp, to: Timestamp, place: Coordinate) {
        self.from = from
        self.to = to
        self.place = place
    }

    /// Seconds.
    public var duration: Double { to.seconds(since: from) }
}
