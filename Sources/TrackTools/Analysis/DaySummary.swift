public import LocationModel

/// What a day amounts to, and whether something moves or is parked at its end.
public struct DaySummary: Sendable {
    /// Whether something moves.
    public enum Motion: Sendable, Hashable {
        /// It moves, since a moment.
        case moving(since: Timestamp)
        /// It is parked, since a moment; `nil` where it has not moved all day.
        case parked(since: Timestamp?)
    }

    /// Seconds behind the end of a trip in which it is still on: a wait at a crossing is no end.
    static let patience = 180.0

    /// What all of it amounts to.
    public private(set) var statistics = TrackStatistics()
    /// The trips, in order.
    public private(set) var trips: [TrackTrip] = []
    private var finder = TripFinder()

    /// A day without anything yet.
    public init() {}

    /// Takes the next step.
    public mutating func add(_ step: TrackStep) {
        statistics.add(step)
        if let trip = finder.add(step) { trips.append(trip) }
    }

    /// Nothing follows.
    public mutating func finish() {
        statistics.finish()
        if let trip = finder.finish() { trips.append(trip) }
    }

    /// Whether something moves at a moment, after ``finish()``.
    public func motion(at now: Timestamp) -> Motion {
        guard let trip = trips.last else { return .parked(since: nil) }
        return now.seconds(since: trip.to) <= Self.patience ? .moving(since: trip.from) : .parked(since: trip.to)
    }
}
