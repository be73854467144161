public import LocationModel
public import Tracks

/// The totals of a day, and whether the machine moves or is parked at its end.
public struct DaySummary: Sendable {
    /// Whether the machine moves.
    public enum Motion: Sendable, Hashable {
        /// It moves since a moment.
        case moving(since: Timestamp)
        /// It is parked since a moment; `nil` if that is unknown.
        case parked(since: Timestamp?)
        /// The track does not say it.
        case unknown
    }

    /// Seconds after the end of a trip in which the trip still lasts: a wait at a crossing does not end it.
    static let patience = 180.0

    /// The totals of the day.
    public private(set) var statistics: TrackStatistics
    /// The trips, in order.
    public private(set) var trips: [TrackTrip] = []
    private var finder: TripFinder

    /// A day, or another interval, without any steps. See
    /// ``TrackStatistics/init(holdsPosition:measuresAltitudes:in:)``.
    public init(measuresAltitudes: Bool = true, in interval: TrackInterval = .all) {
        statistics = TrackStatistics(measuresAltitudes: measuresAltitudes, in: interval)
        finder = TripFinder(measuresAltitudes: measuresAltitudes, in: interval)
    }

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
        guard let trip = trips.last else { return .unknown }
        return now.seconds(since: trip.to) <= Self.patience ? .moving(since: trip.from) : .parked(since: trip.to)
    }
}
