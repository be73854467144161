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

    /// Seconds after the end of a period in which it turns out whether it ended at a stop.
    static let decision = 120.0

    /// The number of ended periods that are kept, because time may go back to them.
    private static let maximumKept = 32

    private let holdsPosition: Bool
    private let interval: @Sendable (Timestamp) -> TrackInterval
    /// The period before the current one, until its end is decided.
    private var ending: Period?
    /// The first location after it.
    private var next: Timestamp?
    private var current: Period?
    private var ended: [Period] = []
    /// The beginning of the present piece.
    private var piece: TrackStep?

    /// Empty statistics. `interval` returns the period that contains a moment; see
    /// ``TrackStatistics/init(holdsPosition:measuresAltitudes:in:)`` for `holdsPosition`.
    public init(holdsPosition: Bool = true, interval: @escaping @Sendable (Timestamp) -> TrackInterval) {
        self.holdsPosition = holdsPosition
        self.interval = interval
    }

    /// Takes the next step; returns the periods that ended long before it, without those that have neither a location
    /// nor steps. A period that the track comes back to soon is one.
    public mutating func add(_ step: TrackStep) -> [Period] {
        var done: [Period] = []
        switch step {
        case .location(let location): advance(to: location.timestamp)
        case .broken(.gap(let gap)): advance(to: gap.to)
        case .broken(.loss(let loss)): advance(to: loss.to)
        case .broken(.timeReset(let reset)): advance(to: reset.timestamp)
        case .steps(let steps): advance(to: steps.timestamp)
        case .piece: piece = step
        default: break
        }
        // The context of its end, the same as when this period is read alone.
        ending?.statistics.add(step)
        current?.statistics.add(step)
        if case .location(let location) = step {
            current?.locations += 1
            if current?.first == nil { current?.first = location.timestamp }
            next = next ?? location.timestamp
            if let next, location.timestamp.seconds(since: next) >= Self.decision { end() }
        }
        while ended.count > Self.maximumKept { done.append(ended.removeFirst()) }
        return done
    }

    /// Completes the statistics: returns the last periods.
    public mutating func finish() -> [Period] {
        end()
        ending = current
        end()
        current = nil
        return ended
    }

    private mutating func end() {
        defer { ending = nil }
        guard let period = Self.completed(ending) else { return }
        let place = ended.firstIndex { $0.interval.from ?? .earliest > period.interval.from ?? .earliest }
        ended.insert(period, at: place ?? ended.endIndex)
    }

    private static func completed(_ period: Period?) -> Period? {
        guard var done = period, done.locations > 0 || done.statistics.steps.numberOfSteps != nil else { return nil }
        done.statistics.finish()
        return done
    }

    /// Goes to the period of a moment, which begins as the one before it ends.
    private mutating func advance(to moment: Timestamp) {
        if let current, current.interval.contains(moment) { return }
        end()
        ending = current
        next = nil
        let interval = interval(moment)
        let known = ended.firstIndex { $0.interval == interval }.map { ended.remove(at: $0) }
        var period =
            known
            ?? Period(
                interval: interval, locations: 0,
                statistics: TrackStatistics(holdsPosition: holdsPosition, in: interval))
        if let ending {
            period.statistics.resume(after: ending.statistics)
        } else if let piece {
            period.statistics.add(piece)
        }
        current = period
    }
}
