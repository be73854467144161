public import LocationModel

/// A journey within a track: from one long stop, pause or gap to the next.
public struct TrackTrip: Sendable {
    /// The time of the first location.
    public var from: Timestamp
    /// The time of the last one.
    public var to: Timestamp
    /// Where it began.
    public var start: Coordinate
    /// Where it ended.
    public var end: Coordinate
    /// What it amounts to.
    public var statistics: TrackStatistics
}
