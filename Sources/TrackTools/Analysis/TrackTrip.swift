public import LocationModel

/// A journey within a track: from one long stop, pause or gap to the next.
public struct TrackTrip: Sendable {
    /// The time of the first location.
    public var from: Timestamp
    /// The time of the last one.
    public var to: Timestamp
    /// The place of its beginning.
    public var start: Coordinate
    /// The place of its end.
    public var end: Coordinate
    /// Its totals.
    public var statistics: TrackStatistics

    /// Continues to the next location.
    mutating func extend(to location: Location) {
        to = location.timestamp
        end = location.coordinate
        statistics.add(.location(location))
    }
}
