public import LocationModel
internal import Motion

/// Divides a track into motion and stops. It knows later locations, so it dates a stop from its first second, and
/// removes the drift that was counted before the stop was recognized.
public struct MotionAnalyzer: Sendable {
    /// The result of a location.
    public struct Outcome: Sendable, Hashable {
        /// Metres moved.
        public var distance = 0.0
        /// Seconds in motion.
        public var moving = 0.0
        /// Seconds at a stop.
        public var standing = 0.0
        /// A stop that ended.
        public var stop: TrackStop?
    }

    private struct Pending {
        var since: TimedPlace
        var distance = 0.0
        var seconds = 0.0
        /// Seconds, up to the latest location, that looked like motion.
        var doubtful = 0.0
        /// Metres that the speeds add up to.
        var claimed = 0.0
        /// It began between standing and moving speed: some receivers report such a speed while standing.
        var isHesitant = false

        /// Metres from its beginning within which nothing moved. A slow walker gets as far as the speed says.
        func reach(after duration: Double) -> Double {
            isHesitant ? claimed / 2 : max(MotionThresholds.standingSpeed * duration, MotionThresholds.driftRadius / 2)
        }
    }

    private enum State {
        case moving(slow: Pending?)
        case standing(at: TimedPlace, since: Timestamp, fast: Pending?)
    }

    /// Whether a recorder wrote the locations: it holds those back that show no motion, so that each of them led on.
    var isRecorded = false
    /// Whether the step to the latest location was one of a recorder, and slow.
    private var wasSlow = false
    /// Metres of such steps that were taken for standing; they count when it moves on.
    private var skipped = 0.0
    private var state = State.moving(slow: nil)
    private var previous: TimedPlace?
    private var derived = DerivedSpeed()
    /// m/s: how fast it was in the latest locations.
    private var pace = 0.0

    /// The stop that lasts at the latest location; `nil` in motion.
    var presentStop: TrackStop? {
        guard case .standing(let place, let since, _) = state, let previous else { return nil }
        return TrackStop(from: since, to: previous.timestamp, place: place.coordinate)
    }

    /// An analyzer without any input.
    public init() {}

    /// Takes the next location of an uninterrupted run.
    public mutating func add(_ location: Location) -> Outcome {
        add(TimedPlace(location), speed: location.speed, derivedSpeed: derived.speed(at: location)?.metresPerSecond)
    }

    /// Nothing is known to have moved until a moment.
    mutating func stand(until moment: Timestamp) -> Outcome {
        guard var place = previous, moment > place.timestamp else { return Outcome() }
        place.timestamp = moment
        return add(place, speed: 0, derivedSpeed: nil)
    }

    private mutating func add(_ place: TimedPlace, speed reported: Double?, derivedSpeed: Double?) -> Outcome {
        defer { previous = place }
        guard let previous else {
            // Before anything is known, the absence of motion counts as standing.
            if (reported ?? 0) < MotionThresholds.standingSpeed {
                state = .moving(slow: Pending(since: place))
            }
            return Outcome()
        }
        let seconds = max(place.timestamp.seconds(since: previous.timestamp), 0)
        let step = place.distance(to: previous)
        let isSparse = seconds >= MotionThresholds.sparseInterval
        let speed = isSparse ? step / seconds : reported ?? derivedSpeed ?? 0
        let paceBefore = pace
        pace = max(reported ?? speed, MotionThresholds.fadingOfPace * pace)
        // One slow step has a stop, as a rule, and several are a slow walk, but not of what was just fast.
        let isLed = isRecorded && step > 0 && seconds >= MotionThresholds.derivedSpeedWindow
        let isWalk =
            isLed && step < MotionThresholds.movingSpeed * seconds
            && max(pace, paceBefore) < MotionThresholds.certainSpeed
        defer { wasSlow = isWalk }
        if isWalk, wasSlow { return walk(from: previous, step, seconds, pace: max(pace, paceBefore)) }
        switch state {
        case .moving(let slow) where isSparse && (speed >= MotionThresholds.movingSpeed || slow?.isHesitant != false):
            let rest = seconds - 2 * step / max(pace, paceBefore)
            guard step > 0, step <= MotionThresholds.driftRadius, speed >= MotionThresholds.standingSpeed,
                rest >= MotionThresholds.standingDuration
            else { return move(to: place, from: previous, step, seconds, speed, slow, isLed: isLed) }
            return halt(from: previous, step, seconds - rest, rest, slow)
        case .moving(let slow):
            return move(to: place, from: isSparse ? previous : place, step, seconds, speed, slow, isLed: isLed)
        case .standing(let stop, let since, let fast):
            return stand(place, after: previous, step, seconds, speed, stop, since, fast, isLed: isLed)
        }
    }

    /// The run ends here: undecided locations are decided.
    public mutating func finish() -> Outcome {
        defer {
            state = .moving(slow: nil)
            previous = nil
            pace = 0
            (wasSlow, skipped) = (false, 0)
            derived.restart()
        }
        var outcome = Outcome(distance: skipped)
        switch state {
        case .moving(let slow):
            outcome.distance += slow?.distance ?? 0
            outcome.moving = slow?.seconds ?? 0
        case .standing(let place, let since, let fast):
            outcome.standing = fast?.seconds ?? 0
            if let previous { outcome.stop = TrackStop(from: since, to: previous.timestamp, place: place.coordinate) }
        }
        return outcome
    }

    private mutating func move(
        to location: TimedPlace, from start: TimedPlace, _ step: Double, _ seconds: Double, _ speed: Double,
        _ slow: Pending?, isLed: Bool
    ) -> Outcome {
        var outcome = Outcome()
        var slow = slow
        if let pending = slow, pending.isHesitant, speed < MotionThresholds.standingSpeed {
            // Now it is slow without doubt: everything before was still motion.
            outcome.distance = pending.distance
            outcome.moving = pending.seconds
            slow = nil
        }
        // Speeds vary: after slowing down, it moves again only if it is clearly faster, and for longer than a moment.
        let isFast = speed >= MotionThresholds.movingSpeed
        let doubtful = (slow?.doubtful ?? 0) + seconds
        let mayBeBlip = slow.map { !$0.isHesitant } ?? false
        let isBlip = mayBeBlip && speed < MotionThresholds.certainSpeed && doubtful < MotionThresholds.movingDuration
        guard !isFast || isBlip else {
            outcome.distance += (slow?.distance ?? 0) + step
            outcome.moving += (slow?.seconds ?? 0) + seconds
            state = .moving(slow: nil)
            return outcome
        }
        var pending = slow ?? Pending(since: start, isHesitant: speed >= MotionThresholds.standingSpeed)
        if slow == nil, start == location {
            // It slowed down on the way here: the distance counts.
            outcome.distance += step
            outcome.moving += seconds
        } else {
            pending.distance += step
            pending.seconds += seconds
            pending.claimed += speed * seconds
        }
        pending.doubtful = isFast ? doubtful : 0
        let duration = location.timestamp.seconds(since: pending.since.timestamp)
        if isFast || duration < MotionThresholds.standingDuration {
            state = .moving(slow: pending)
        } else if location.distance(to: pending.since) <= pending.reach(after: duration) {
            outcome.standing = pending.seconds
            skipped = isLed ? pending.distance : 0
            state = .standing(at: pending.since, since: pending.since.timestamp, fast: nil)
        } else {
            // Slow, but it gets somewhere.
            outcome.distance += pending.distance
            outcome.moving += pending.seconds
            state = .moving(slow: nil)
        }
        return outcome
    }

    /// Between two locations, one distance filter apart, it came to a stop and set off again.
    private mutating func halt(
        from start: TimedPlace, _ step: Double, _ moving: Double, _ standing: Double, _ slow: Pending?
    ) -> Outcome {
        let halt = start.timestamp.advanced(bySeconds: moving / 2)
        state = .moving(slow: nil)
        return Outcome(
            distance: (slow?.distance ?? 0) + step, moving: (slow?.seconds ?? 0) + moving, standing: standing,
            stop: TrackStop(from: halt, to: halt.advanced(bySeconds: standing), place: start.coordinate))
    }

    /// From one location of a recorder to the next, slowly: both were in motion. What takes longer than two thirds of
    /// its pace allow is a stop between.
    private mutating func walk(from start: TimedPlace, _ step: Double, _ seconds: Double, pace: Double) -> Outcome {
        let slowest = max(pace, MotionThresholds.standingSpeed) / 1.5
        let isShort = step <= MotionThresholds.driftRadius || step < MotionThresholds.standingSpeed * seconds
        var rest = isShort ? seconds - step / slowest : 0
        if rest < MotionThresholds.standingDuration { rest = 0 }
        defer { (state, skipped) = (.moving(slow: nil), 0) }
        switch state {
        case .moving(let slow) where rest > 0: return halt(from: start, step, seconds - rest, rest, slow)
        case .moving(let slow):
            return Outcome(distance: (slow?.distance ?? 0) + step, moving: (slow?.seconds ?? 0) + seconds)
        case .standing(let place, let since, let fast):
            let end = fast?.since.timestamp ?? start.timestamp.advanced(bySeconds: rest)
            return Outcome(
                distance: skipped + (fast?.distance ?? 0) + step, moving: (fast?.seconds ?? 0) + seconds - rest,
                standing: rest,
                stop: TrackStop(from: since, to: end, place: place.coordinate))
        }
    }

    private mutating func stand(
        _ location: TimedPlace, after previous: TimedPlace, _ step: Double, _ seconds: Double, _ speed: Double,
        _ place: TimedPlace, _ since: Timestamp, _ fast: Pending?, isLed: Bool
    ) -> Outcome {
        var outcome = Outcome()
        let away = location.distance(to: place)
        let accuracy = max(location.horizontalAccuracy ?? 0, place.horizontalAccuracy ?? 0)
        let hasLeft = away > max(MotionThresholds.leavingRadius, MotionThresholds.leavingAccuracies * accuracy)
        guard speed >= MotionThresholds.movingSpeed || hasLeft else {
            outcome.standing = seconds + (fast?.seconds ?? 0)
            if isLed { skipped += step }
            state = .standing(at: place, since: since, fast: nil)
            return outcome
        }
        var pending = fast ?? Pending(since: previous)
        pending.seconds += seconds
        pending.distance += step
        let isLasting = pending.seconds >= MotionThresholds.movingDuration
        // Both places are off by as much as claimed: twice that is beyond nearly all of their errors.
        guard hasLeft || isLasting && (isLed || away > min(MotionThresholds.driftRadius / 2, 2 * accuracy)) else {
            state = .standing(at: place, since: since, fast: pending)
            return outcome
        }
        // From the stop straight to here: the distance of the last seconds, without the drift before.
        outcome.distance = isRecorded ? max(away, skipped + pending.distance) : away
        skipped = 0
        outcome.moving = pending.seconds
        outcome.stop = TrackStop(from: since, to: pending.since.timestamp, place: place.coordinate)
        state = .moving(slow: nil)
        return outcome
    }
}
