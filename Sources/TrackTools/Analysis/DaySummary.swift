public import LocationModel

/// The totals of a day, and whether the machine moves or is parked at its end.
public struct DaySummary: Sendable {
    /// Whether the machine moves.
    public enum Motion: Sendable, Hashable {
        /// It moves since a moment.
        case moving(since: Timestamp)
        /// It is parked since a moment; `nil` if it has not moved all day.
        case parked(since: Timestamp?)
    }

    /// Seconds after the end of a trip in which the trip still lasts: a wait at a crossing does not end it.
    static let patience = 180.0

    /// The totals of the day.
    public private(set) var statistics = TrackStatistics()
    /// The trips, in order.
    public private(set) var trips: [TrackTrip] = []
    private var finder = TripFinder()

    /// A day without any steps.
    public init() {}

    /// Takes the next step.
    public mutating func add(_ step: TrackStep) {
        statistics.add(step)
        if let trip = finder.add(step) { trips.append(trip) }
    }

    /// Completes the day.
    public mutating func finish() {
        statistics.finish()
        if let trip = finder.finish() { trips.append(trip) }
    }

    /// Whether the machine moves at a moment, after ``finish()``.
    public func motion(at now: Timestamp) -> Motion {
        guard let trip = trips.last else { return .parked(since: nil) }
        return now.seconds(since: trip.to) <= Self.patience ? .moving(since: trip.from) : .parked(since: trip.to)
    }
}
