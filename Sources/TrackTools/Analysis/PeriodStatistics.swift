public import LocationModel
public import Tracks

/// The statistics of each period of a track, one after the other: days, weeks, months, as the caller divides time.
public struct PeriodStatistics: Sendable {
    /// A period with its totals.
    public struct Period: Sendable {
        /// The interval.
        public var interval: TrackInterval
        /// The number of its locations.
        public var locations: Int
        /// The time of the first one.
        public var first: Timestamp?
        /// The totals, including the distance to the first location from the one before.
        public var statistics: TrackStatistics
    }

    private let holdsPosition: Bool
    private let interval: @Sendable (Timestamp) -> TrackInterval
    private var current: Period?
    /// The last location, if the track was not interrupted since.
    private var last: Location?

    /// Empty statistics. `interval` returns the period that contains a moment; see
    /// ``TrackStatistics/init(holdsPosition:measuresAltitudes:)`` for `holdsPosition`.
    public init(holdsPosition: Bool = true, interval: @escaping @Sendable (Timestamp) -> TrackInterval) {
        self.holdsPosition = holdsPosition
        self.interval = interval
    }

    /// Takes the next step; returns the period that ended with it, unless it has neither a location nor steps.
    public mutating func add(_ step: TrackStep) -> Period? {
        switch step {
        case .location(let location):
            let ended = advance(to: location.timestamp)
            current?.locations += 1
            if current?.first == nil { current?.first = location.timestamp }
            current?.statistics.add(step)
            last = location
            return ended
        case .broken(.gap(let gap)):
            guard let period = current?.interval, !period.contains(gap.to) else { break }
            // Each period has its part of the gap.
            if let part = gap.clipped(to: period) { current?.statistics.add(.broken(.gap(part))) }
            last = nil
            let ended = advance(to: gap.to)
            if let period = current?.interval, let part = gap.clipped(to: period) {
                current?.statistics.add(.broken(.gap(part)))
            }
            return ended
        case .steps(let steps):
            let ended = advance(to: steps.timestamp)
            current?.statistics.add(step)
            return ended
        case .broken, .visit, .region: break
        }
        if case .broken = step { last = nil }
        current?.statistics.add(step)
        return nil
    }

    /// Completes the statistics: returns the present period.
    public mutating func finish() -> Period? {
        defer { (current, last) = (nil, nil) }
        guard var done = current, done.locations > 0 || done.statistics.steps.numberOfSteps != nil else { return nil }
        done.statistics.finish()
        return done
    }

    /// Goes to the period of a moment, which includes the distance to it.
    private mutating func advance(to moment: Timestamp) -> Period? {
        if let current, current.interval.contains(moment) { return nil }
        let before = last
        let ended = finish()
        var statistics = TrackStatistics(holdsPosition: holdsPosition)
        if let before { statistics.add(.location(before)) }
        current = Period(interval: interval(moment), locations: 0, statistics: statistics)
        return ended
    }
}
