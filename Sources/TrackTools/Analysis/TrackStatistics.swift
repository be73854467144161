public import LocationModel
internal import LocationServices
internal import Motion
internal import Tracks

/// What a track, or a part of it, amounts to. Computed as it is read; only stops and gaps are kept, and the longest of them.
public struct TrackStatistics: Sendable {
    /// A gap, and how far apart its ends are.
    public struct Hole: Sendable, Hashable {
        /// From when to when, and why.
        public var gap: Gap
        /// Metres between the location before and the one after, where there are both.
        public var distance: Double?
    }

    /// So many stops and gaps are kept, the first ones; all are counted.
    public static let maximumKept = 10_000
    /// So many locations may be undecided between motion and a stop; then they moved.
    private static let mostUndecided = 4096

    /// How many locations there are.
    public private(set) var locations = 0
    /// The first and the last time that was read; not the earliest and latest where time was corrected backwards.
    public private(set) var first: Timestamp?
    /// See ``first``.
    public private(set) var last: Timestamp?
    /// Metres along the WGS 84 geodesics from location to location; nothing is counted across breaks.
    public private(set) var distance = 0.0
    /// Metres straight across the breaks between locations, except those of a corrected time.
    public private(set) var distanceAcrossBreaks = 0.0
    /// Seconds in motion.
    public private(set) var movingTime = 0.0
    /// Seconds at stops, pauses among them.
    public private(set) var stoppedTime = 0.0
    /// Seconds of gaps, by their causes.
    public private(set) var gapTime: [OutageCause: Double] = [:]
    /// The highest speed in m/s: as reported, and where none was, over at least 5 s. Never below ``averageSpeed``: a receiver that
    /// reports less than its own positions amount to is wrong.
    public var maximumSpeed: Double? { highestSpeed.map { max($0, averageSpeed ?? 0) } }
    private var highestSpeed: Double?
    /// Stops, the first ``maximumKept`` of them.
    public private(set) var stops: [TrackStop] = []
    /// How many stops there were.
    public private(set) var stopCount = 0
    /// Gaps, the first ``maximumKept`` of them.
    public private(set) var gaps: [Hole] = []
    /// How many gaps there were.
    public private(set) var gapCount = 0
    /// How many lines are missing because they could not be written.
    public private(set) var lostLines = 0
    /// How many times the receiver's time was corrected backwards.
    public private(set) var timeResets = 0

    /// The mean speed in m/s while moving; `nil` where nothing moved.
    public var averageSpeed: Double? { movingTime > 0 ? distance / movingTime : nil }
    /// Metres up; `nil` where no altitude is known.
    public var climb: Double? { lowestAltitude == nil ? nil : climbs.ways.up }
    /// Metres down; `nil` where no altitude is known.
    public var descent: Double? { lowestAltitude == nil ? nil : climbs.ways.down }
    /// Metres above mean sea level.
    public var lowestAltitude: Double? { climbs.lowest }
    /// Metres above mean sea level.
    public var highestAltitude: Double? { climbs.highest }

    /// A stop that a pause told of.
    private struct OpenPause {
        var since: Timestamp
        /// Until when it is known to have lasted.
        var known: Timestamp
        var place: Coordinate?
    }

    private let holdsPosition: Bool
    private var motion = MotionAnalyzer()
    private var climbs = ClimbCounter()
    /// Locations of which it is not known yet whether they moved.
    private var undecided: [Location] = []
    private var derived = DerivedSpeed()
    private var previous: Location?
    /// The break since the last location.
    private var interruption: TrackBreak?
    private var openPause: OpenPause?

    /// Statistics of nothing yet. `holdsPosition`: drift around a stop is no distance; without, every metre between two
    /// locations counts, and everything is motion.
    public init(holdsPosition: Bool = true) {
        self.holdsPosition = holdsPosition
    }

    /// Takes the next step.
    public mutating func add(_ step: TrackStep) {
        switch step {
        case .location(let location): add(location)
        case .broken(let cause): interrupt(cause)
        case .visit, .region: break
        }
    }

    /// Nothing follows: what was pending is counted.
    public mutating func finish() {
        take(motion.finish())
        decide(isMoving: !holdsPosition)
        if let openPause, openPause.since < openPause.known { stand(until: openPause.known) }
    }

    private mutating func add(_ location: Location) {
        locations += 1
        first = first ?? location.timestamp
        last = location.timestamp
        if let cause = interruption { bridge(cause, to: location) }
        undecided.append(location)
        if holdsPosition {
            take(motion.add(location))
        } else if let previous, interruption == nil {
            distance += location.distance(to: previous)
            movingTime += max(location.timestamp.seconds(since: previous.timestamp), 0)
        }
        interruption = nil
        let speed = derived.speed(at: location)
        if let speed = location.speed ?? (location.timestamp != previous?.timestamp ? speed : nil) {
            highestSpeed = max(highestSpeed ?? 0, speed)
        }
        if !holdsPosition || undecided.count > Self.mostUndecided { decide(isMoving: true) }
        previous = location
    }

    private mutating func take(_ outcome: MotionAnalyzer.Outcome) {
        distance += outcome.distance
        movingTime += outcome.moving
        stoppedTime += outcome.standing
        if outcome.standing > 0 || outcome.moving > 0 { decide(isMoving: outcome.standing == 0) }
        if let stop = outcome.stop { note(stop) }
    }

    /// Counts the altitudes since the last decision.
    private mutating func decide(isMoving: Bool) {
        for location in undecided {
            guard let altitude = location.altitude else { continue }
            if isMoving {
                climbs.add(altitude, accuracy: location.verticalAccuracy, at: location.timestamp)
            } else {
                climbs.stand(altitude, at: location.timestamp)
            }
        }
        undecided.removeAll(keepingCapacity: true)
    }

    private mutating func note(_ stop: TrackStop) {
        stopCount += 1
        if stops.count < Self.maximumKept { stops.append(stop) }
    }

    private mutating func interrupt(_ cause: TrackBreak) {
        take(motion.finish())
        decide(isMoving: !holdsPosition)
        climbs.restart()
        derived.restart()
        switch cause {
        case .gap(let gap):
            gapCount += 1
            gapTime[gap.cause, default: 0] += max(gap.to.seconds(since: gap.from), 0)
            if gaps.count < Self.maximumKept { gaps.append(Hole(gap: gap)) }
        case .loss(let loss): lostLines += loss.lines
        case .pause(let pause): openPause = openPause ?? standing(since: pause)
        case .timeReset: timeResets += 1
        case .leftOut, .newPiece: break
        }
        // A corrected time and another piece outweigh what else lies between, but for the gap that one run of the recorder leaves
        // to the next.
        switch (interruption, cause) {
        case (.timeReset?, _): return
        case (.newPiece?, .gap(let gap)) where gap.cause == .restart: break
        case (.newPiece?, _): return
        default: break
        }
        interruption = cause
    }

    private mutating func bridge(_ cause: TrackBreak, to location: Location) {
        defer { openPause = nil }
        guard let previous else { return }
        let across = location.distance(to: previous)
        switch cause {
        case .timeReset, .newPiece: return
        default: break
        }
        distanceAcrossBreaks += across
        if case .gap = cause, gaps.count == gapCount, !gaps.isEmpty { gaps[gaps.count - 1].distance = across }
        stand(until: location.timestamp)
    }

    /// Where nothing moved until there was a pause, nothing moved since the last location either: the recorder's filters
    /// kept back what came in between.
    private func standing(since pause: Pause) -> OpenPause {
        var open = OpenPause(
            since: pause.timestamp, known: pause.timestamp, place: previous?.coordinate ?? pause.coordinate)
        if pause.cause == .stationary, interruption == nil, let previous {
            open.since = min(previous.timestamp, pause.timestamp)
        }
        return open
    }

    private mutating func stand(until end: Timestamp) {
        guard let pause = openPause, let place = pause.place else { return }
        openPause = nil
        stoppedTime += max(end.seconds(since: pause.since), 0)
        extendStop(from: pause.since, to: end, at: place)
    }

    /// A pause is a stop: the one that led to it, or one of its own.
    private mutating func extendStop(from: Timestamp, to: Timestamp, at place: Coordinate) {
        if let stop = stops.last, stops.count == stopCount,
            from.seconds(since: stop.to) < MotionThresholds.standingDuration
        {
            stops[stops.count - 1].to = max(stop.to, to)
        } else {
            note(TrackStop(from: from, to: to, place: place))
        }
    }
}
