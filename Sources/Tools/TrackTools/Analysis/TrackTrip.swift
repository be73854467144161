public import LocationModel
internal import Tracks

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

    /// Ends the trip: it begins with the first motion and ends at the halt, and only its part inside an interval
    /// counts.
    mutating func finish(in interval: TrackInterval) {
        let stops = statistics.finishTrip()
        if let stop = stops.before { (from, start) = (stop.to, stop.place) }
        if let stop = stops.after { (to, end) = (stop.from, stop.place) }
        from = max(from, interval.from ?? from)
        to = min(to, interval.to ?? to)
    }
}

/// A period without motion.
public struct TrackStop: Sendable, Hashable {
    /// The last moment of motion before it.
    public var from: Timestamp
    /// The first moment of motion after it, or the end of the known track.
    public var to: Timestamp
    /// The place.
    public var place: Coordinate

    /// The duration in seconds.
    public var duration: Double { to.seconds(since: from) }
}
