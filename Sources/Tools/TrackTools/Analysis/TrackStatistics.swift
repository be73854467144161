public import LocationModel
internal import Motion
public import Tracks

/// The totals of a track, or of a part of it, computed while reading. Only stops and gaps are kept, the first of each.
public struct TrackStatistics: Sendable {
    /// A gap, and the distance between its ends.
    public struct Hole: Sendable, Hashable {
        /// The period and its cause.
        public var gap: Gap
        /// Metres between the locations before and after the gap; `nil` if one is missing.
        public var distance: Double?
    }

    /// The maximum number of stops and of gaps that are kept, the first ones; all are counted.
    public static let maximumKept = 10_000
    /// The maximum number of locations undecided between motion and a stop; beyond it they count as motion.
    private static let mostUndecided = 4096

    /// The number of locations.
    public private(set) var locations = 0
    /// The first and the last time read. After a backward time correction they are not the earliest and the latest.
    public private(set) var first: Timestamp?
    /// See ``first``.
    public private(set) var last: Timestamp?
    /// Metres along the WGS 84 geodesics between consecutive locations, excluding breaks.
    public private(set) var distance = 0.0
    /// Metres straight across the breaks between locations, except time corrections and new pieces.
    public private(set) var distanceAcrossBreaks = 0.0
    /// Seconds in motion.
    public private(set) var movingTime = 0.0
    /// Seconds at stops, including pauses.
    public private(set) var stoppedTime = 0.0
    /// Seconds of gaps, by cause.
    public private(set) var gapTime: [OutageCause: Double] = [:]
    /// The highest speed in m/s: as reported, or computed over at least 5 s if none was reported. Never below
    /// ``averageSpeed``: a receiver that reports less than its own positions imply is wrong. The same as that if it
    /// lasted for less than 5 s.
    public var maximumSpeed: Double? { highestSpeed.map { max($0, averageSpeed ?? 0) } ?? averageSpeed }
    private var highestSpeed: Double?
    /// The stops, up to the first ``maximumKept``.
    public private(set) var stops: [TrackStop] = []
    /// The number of stops.
    public private(set) var stopCount = 0
    /// The gaps, up to the first ``maximumKept``.
    public private(set) var gaps: [Hole] = []
    /// The number of gaps.
    public private(set) var gapCount = 0
    /// The number of lines missing because they could not be written.
    public private(set) var lostLines = 0
    /// The steps.
    public private(set) var steps = StepTotal()
    /// The number of backward corrections of the receiver's time.
    public private(set) var timeResets = 0

    /// The mean speed in m/s while moving; `nil` without motion.
    public var averageSpeed: Double? { movingTime > 0 ? distance / movingTime : nil }
    /// Metres climbed; `nil` if no altitude is known.
    public var climb: Double? { lowestAltitude == nil ? nil : climbs.ways.up }
    /// Metres descended; `nil` if no altitude is known.
    public var descent: Double? { lowestAltitude == nil ? nil : climbs.ways.down }
    /// The smallest climb or descent that counts, in metres. Smaller ones are treated as noise, at the level of this
    /// track's altitudes; `nil` if no altitude is known.
    public var climbResolution: Double? { lowestAltitude == nil ? nil : climbs.ways.resolution }
    /// The lowest altitude, in metres above mean sea level.
    public var lowestAltitude: Double? { climbs.lowest }
    /// The highest altitude, in metres above mean sea level.
    public var highestAltitude: Double? { climbs.highest }

    /// A stop that a pause reported.
    private struct OpenPause {
        var since: Timestamp
        /// The latest time at which it was known to continue.
        var known: Timestamp
        var place: Coordinate?
    }

    private struct Altitude {
        var metres: Double?
        var accuracy: Double?
        /// m/s over ground.
        var speed: Double
        var time: Timestamp
    }

    private let holdsPosition: Bool
    private let measuresAltitudes: Bool
    private let interval: TrackInterval
    /// Up to here motion and stops are decided; `nil` after a break.
    private var decided: Timestamp?
    /// The latest moment at which a visit was known to last.
    private var visited: Timestamp?
    private var motion = MotionAnalyzer()
    private var climbs = ClimbCounter()
    /// The altitudes of locations that are not yet classified as motion or stop.
    private var undecided: [Altitude] = []
    private var derived = DerivedSpeed()
    private var previous: TimedPlace?
    /// The break since the last location.
    private var interruption: TrackBreak?
    private var openPause: OpenPause?

    /// Creates empty statistics. With `holdsPosition`, drift around a stop does not count as distance; without it,
    /// every metre between two locations counts, and all time counts as motion. Without `measuresAltitudes`, altitudes
    /// count as unknown, which saves time if nobody asks for climbs. Of motion, stops and gaps only the part inside the
    /// interval counts: what is read before and after it shows what happened at its ends, see
    /// ``Tracks/TrackInterval/withContext``.
    public init(holdsPosition: Bool = true, measuresAltitudes: Bool = true, in interval: TrackInterval = .all) {
        self.interval = interval
        self.holdsPosition = holdsPosition
        self.measuresAltitudes = measuresAltitudes
    }

    /// Adds the next step.
    public mutating func add(_ step: TrackStep) {
        switch step {
        case .location(let location): add(location)
        case .broken(let cause): interrupt(cause)
        case .piece(let isRecorded): motion.isRecorded = isRecorded
        case .steps(let counted): if interval.contains(counted.timestamp) { steps.add(counted) }
        case .visit(let visit): visited = visit.departureDate == nil ? visit.timestamp : nil
        case .region, .untrusted: break
        }
    }

    /// Whether it stands at the latest location.
    var isStopped: Bool { motion.presentStop != nil }

    /// Goes on with what is known at the end of another interval: empty totals, or those that were finished.
    mutating func resume(after other: TrackStatistics) {
        climbs.restart()
        (motion, decided, derived, previous) = (other.motion, other.decided, other.derived, other.previous)
        (interruption, openPause, visited) = (other.interruption, other.openPause, other.visited)
    }

    /// The part of a period that is inside the interval, 0 to 1.
    private func share(_ from: Timestamp, _ to: Timestamp) -> Double {
        guard interval != .all else { return 1 }
        let length = to.seconds(since: from)
        guard length > 0 else { return interval.contains(from) ? 1 : 0 }
        return max(min(to, interval.to ?? to).seconds(since: max(from, interval.from ?? from)), 0) / length
    }

    /// Counts what is pending. No step may follow.
    public mutating func finish() {
        // A machine that stands writes no locations; a visit shows that it still stood.
        if let visited, interruption == nil, holdsPosition { take(motion.stand(until: visited)) }
        take(motion.finish())
        decide(isMoving: !holdsPosition)
        if let openPause, openPause.since < openPause.known { stand(until: openPause.known) }
    }

    /// Completes the totals of a trip, without a stop at its beginning and at its end: a trip ends at the halt. Returns
    /// both.
    mutating func finishTrip() -> (before: TrackStop?, after: TrackStop?) {
        let halt = motion.presentStop
        finish()
        let first = first
        var ends: (before: TrackStop?, after: TrackStop?)
        guard stops.count == stopCount else { return ends }
        if let halt, let stop = stops.last, stop.from == max(halt.from, interval.from ?? halt.from) {
            ends.after = stops.removeLast()
        }
        if let stop = stops.first, let first, stop.from <= first { ends.before = stops.removeFirst() }
        for stop in [ends.before, ends.after].compactMap(\.self) {
            stopCount -= 1
            stoppedTime = max(stoppedTime - stop.duration, 0)
        }
        return ends
    }

    private mutating func add(_ location: Location) {
        let isInside = interval.contains(location.timestamp)
        visited = nil
        if isInside {
            locations += 1
            first = first ?? location.timestamp
            last = location.timestamp
        }
        if let cause = interruption { bridge(cause, to: location) }
        decided = decided ?? location.timestamp
        let measured = derived.speed(at: location)
        if measuresAltitudes, isInside {
            undecided.append(
                Altitude(
                    metres: location.altitude, accuracy: location.verticalAccuracy,
                    speed: location.speed ?? measured?.metresPerSecond ?? 0, time: location.timestamp))
        }
        if holdsPosition {
            take(motion.add(location))
        } else if let previous, interruption == nil {
            let share = share(previous.timestamp, location.timestamp)
            distance += previous.distance(to: location) * share
            movingTime += max(location.timestamp.seconds(since: previous.timestamp), 0) * share
        }
        interruption = nil
        // From few seconds, as at the beginning, a position's noise would be the highest speed.
        let isLong = measured.map { $0.seconds >= MotionThresholds.derivedSpeedWindow } ?? false
        let isLater = location.timestamp != previous?.timestamp
        if isInside, let speed = location.speed ?? (isLong && isLater ? measured?.metresPerSecond : nil) {
            highestSpeed = max(highestSpeed ?? 0, speed)
        }
        if !holdsPosition || undecided.count > Self.mostUndecided { decide(isMoving: true) }
        previous = TimedPlace(location)
    }

    private mutating func take(_ outcome: MotionAnalyzer.Outcome) {
        if outcome.moving > 0, let stop = outcome.stop, outcome.distance >= 1.5 * MotionThresholds.driftRadius,
            outcome.distance >= MotionThresholds.leastStandingSpeed * (stop.duration + outcome.moving)
        {
            // A climber on a steep path, slower than what counts as motion.
            climbs.moveOn()
        }
        if let from = decided {
            let halt = from.advanced(bySeconds: outcome.moving)
            let end = halt.advanced(bySeconds: outcome.standing)
            let share = share(from, halt)
            distance += outcome.distance * share
            movingTime += outcome.moving * share
            stoppedTime += outcome.standing * self.share(halt, end)
            decided = end
        }
        // What a recorder wrote was in motion.
        let isMoving = outcome.standing == 0 || motion.isRecorded && outcome.moving > 0
        if isMoving, motion.isRecorded, outcome.stop != nil, outcome.distance <= MotionThresholds.driftRadius,
            undecided.count == 1
        {
            climbs.halt()
        }
        if outcome.standing > 0 || outcome.moving > 0 { decide(isMoving: isMoving) }
        if let stop = outcome.stop { note(stop) }
    }

    /// Counts the altitudes since the last decision.
    private mutating func decide(isMoving: Bool) {
        for altitude in undecided {
            guard let metres = altitude.metres else { continue }
            if isMoving {
                climbs.add(metres, accuracy: altitude.accuracy, speed: altitude.speed, at: altitude.time)
            } else {
                climbs.stand(metres, isRecorded: motion.isRecorded, at: altitude.time)
            }
        }
        undecided.removeAll(keepingCapacity: true)
    }

    private mutating func note(_ stop: TrackStop) {
        var stop = stop
        stop.from = max(stop.from, interval.from ?? stop.from)
        stop.to = min(stop.to, interval.to ?? stop.to)
        guard interval == .all || stop.from < stop.to else { return }
        // A pause that ended without motion belongs to the same halt.
        if let last = stops.last, stops.count == stopCount, stop.from <= last.to,
            stop.place.isWithin(MotionThresholds.driftRadius, of: last.place)
        {
            stops[stops.count - 1].to = max(last.to, stop.to)
            return
        }
        stopCount += 1
        if stops.count < Self.maximumKept { stops.append(stop) }
    }

    private mutating func interrupt(_ cause: TrackBreak) {
        take(motion.finish())
        decide(isMoving: !holdsPosition)
        climbs.restart()
        derived.restart()
        (decided, visited) = (nil, nil)
        switch cause {
        case .gap(let whole):
            guard let gap = whole.clipped(to: interval) else { break }
            gapCount += 1
            gapTime[gap.cause, default: 0] += max(gap.to.seconds(since: gap.from), 0)
            if gaps.count < Self.maximumKept { gaps.append(Hole(gap: gap)) }
        case .loss(let loss): if interval.contains(loss.to) { lostLines = lostLines.clampedAdding(loss.lines) }
        case .pause(let pause): openPause = openPause ?? standing(since: pause)
        case .timeReset(let reset): if interval.contains(reset.timestamp) { timeResets += 1 }
        // A pause in the area ends at the latest here.
        case .leftOut(let time): stand(until: time)
        case .newPiece: break
        }
        // A time correction and a new piece outweigh other breaks, except the gap between one run of the recorder and
        // the next.
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
        let across = previous.distance(to: location)
        switch cause {
        case .timeReset, .newPiece: return
        default: break
        }
        if interval.contains(location.timestamp) { distanceAcrossBreaks += across }
        if case .gap(let gap) = cause, gaps.count == gapCount, let last = gaps.last,
            last.gap == gap.clipped(to: interval)
        {
            gaps[gaps.count - 1].distance = across
        }
        stand(until: location.timestamp)
    }

    /// If the pause is a standstill, it began at the last location: the recorder's filters rejected everything in
    /// between.
    private func standing(since pause: Pause) -> OpenPause {
        var open = OpenPause(
            since: pause.timestamp, known: pause.timestamp, place: previous?.coordinate ?? pause.coordinate)
        if interruption == nil, let previous {
            open.since = min(previous.timestamp, pause.timestamp)
        }
        return open
    }

    private mutating func stand(until end: Timestamp) {
        guard let pause = openPause, let place = pause.place else { return }
        openPause = nil
        stoppedTime += max(end.seconds(since: pause.since), 0) * share(pause.since, end)
        extendStop(from: pause.since, to: end, at: place)
    }

    /// Adds a pause as a stop: extends the stop that led to it, or adds a new one.
    private mutating func extendStop(from: Timestamp, to: Timestamp, at place: Coordinate) {
        if let stop = stops.last, stops.count == stopCount,
            from.seconds(since: stop.to) < MotionThresholds.standingDuration
        {
            stops[stops.count - 1].to = max(stop.to, min(to, interval.to ?? to))
        } else {
            note(TrackStop(from: from, to: to, place: place))
        }
    }
}
