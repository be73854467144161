internal import Glibc
package import LocationModel

/// Tells motion from standing by how a receiver's fixes differ from what the same receiver shows while it stands.
///
/// Standing is the null hypothesis: it is given up when positions or reported speeds prove the contrary on any time
/// scale of ``MotionLevel``, or when the place was left for good. The noise is learned per receiver and per scale, so
/// that drift of any correlation is no motion, and motion within a few metres is. A proof may take a minute or more; it
/// says since when.
package struct MotionEvidence: Sendable, Hashable, Codable {
    /// What a location changed.
    package enum Change: Sendable, Hashable {
        case none
        /// It moves, and has since that time.
        case departed(since: Timestamp)
        /// It stands.
        case stopped
    }

    /// Whether it moves, as far as is proven.
    package private(set) var isMoving = false
    /// The scale of the blocks as they come.
    private(set) var firstLevel = 0
    var levels = [MotionLevel](repeating: MotionLevel(), count: MotionThresholds.motionLevels)
    /// Where all seconds are counted from.
    private var epoch: Timestamp?
    private var latest: Coordinate?
    private var scale = LocalScale()
    /// Seconds: the latest fix.
    var now = 0.0
    /// Metres from where it began, by the positions and by the reported speeds.
    private(set) var position = PlaneVector.zero
    /// The same, as a mean of as many seconds as metres are new with each fix, one at most.
    package private(set) var meanPosition = PlaneVector.zero
    private var fresh = FreshNoise()
    /// The same of what is new every few seconds, on foot.
    private var lasting = FreshNoise()
    private var path = PlaneVector.zero
    /// How far and where the reported speeds led, as far as they are better than their noise.
    package internal(set) var travel = ReportedTravel()

    /// The block of a second that is being filled.
    private var filling = PlaneVector.zero
    private var fillingPath = PlaneVector.zero
    private var fillingTime = 0.0
    private var fillingCount = 0.0
    /// Where and when the block before it ended, by the reported speeds.
    private var closedPath = PlaneVector.zero
    private var closedTime = 0.0
    private var speedsInBlock = 0.0
    /// The latest reported velocity: some receivers report it with one fix of ten.
    private var recentVelocity: PlaneVector?
    /// When it was reported, in seconds.
    private var velocityTime: Double?

    /// Where it stands, and for how many seconds that is a mean.
    private var place = PlaneVector.zero
    private var placeWeight = 0.0
    /// Seconds: the last fix near the place.
    private var lastNear = 0.0
    /// Fixes in a row beyond the reach of the place, and since when.
    private var beyond = 0
    /// Metres: the longest step from one fix to the next since it was near the place, or the longest way from there,
    /// of those that the reported speed denies.
    private var leap = 0.0
    /// Metres: where the reported speeds led since it was near the place, or the positions where there was no speed.
    private var led = PlaneVector.zero
    /// Whether it is away from the place by one leap: a reflection, as long as it does not last.
    package private(set) var isLeap = false
    /// Seconds until which a receiver that was switched on may still converge.
    var settlesUntil = 0.0
    /// Where it was every few seconds since it was switched on, while it may converge.
    private var marks: [PlaneVector] = []
    /// Whether the place is known from before.
    private var isAnchored = false
    /// Metres from the place, at the first fix after a silence or a start.
    private var distanceAtReturn: Double?
    /// Seconds: when what was noted was believed last.
    var believedAt = 0.0

    /// Where it was in the last minutes, while it seems to stand.
    var places = RecentPlaces()
    var speeds = ReportedSpeeds()
    /// Metres that measured speeds lead, above what they show while nothing moves.
    var measuredWay = 0.0
    /// Seconds: since when they do.
    var measuredSince = 0.0
    /// m/s while it moves, by the positions and by the reported speeds.
    var pace = 0.0
    var reportedPace = 0.0
    /// The square of the speed while it moves, by the positions on the scale of four seconds and less their noise.
    var paceSquares = RunningMean()
    /// Seconds: when it was proven to move.
    var departedAt = 0.0
    /// Seconds: when it was proven to stand after that.
    var stoppedAt = -1e11
    /// Whether the reported speeds show this motion.
    var isReported = false
    /// Metres: the accuracy that was claimed while the noise was learned.
    var learnedAccuracy = 0.0
    /// Metres per axis: how far a step was on the scale on which the receiver drifts most, and whether that is known of
    /// all scales.
    var widestDrift = 0.0
    /// See ``widestDrift``.
    var isDriftKnown = false
    /// Seconds: since when there is any evidence, as of the last block.
    var evidenceSince = 1e11
    /// What moves.
    package var activityType: ActivityType
    var leastSpeed: Double { MotionThresholds.leastSpeed(activityType) }

    /// Nothing is known yet; `place` is where an earlier run was.
    package init(activityType: ActivityType, resumingAt place: Coordinate? = nil) {
        self.activityType = activityType
        latest = place
        isAnchored = place != nil
    }

    /// Whether it can have been written by this type: what is read from a file is anything.
    package var isValid: Bool {
        let numbers: [Double] = [
            now, position.east, position.north, path.east, path.north, place.east, place.north, filling.east,
            filling.north, pace, reportedPace, learnedAccuracy, fillingTime, settlesUntil, lastNear, leap,
            distanceAtReturn ?? 0, measuredWay, measuredSince, stoppedAt, recentVelocity?.length ?? 0,
            velocityTime ?? 0, meanPosition.east, meanPosition.north, led.east, led.north,
        ]
        return levels.count == MotionThresholds.motionLevels && marks.count < 14 && places.isValid
            && fresh.isValid && lasting.isValid
            && (0...MotionThresholds.highestFirstLevel).contains(firstLevel) && levels.allSatisfy(\.isValid)
            && latest?.isValid != false && scale.isValid && numbers.allSatisfy { $0.isFinite && abs($0) < 1e12 }
    }

    /// The place where it stands; `nil` where it moves, or nothing is known.
    package var heldPlace: Coordinate? {
        guard !isMoving, let latest else { return nil }
        return scale.place(place - position, from: latest)
    }

    /// Where it stood before it moved.
    package var departurePlace: Coordinate? { latest.map { scale.place(place - position, from: $0) } }

    /// Whether a receiver that was switched on may still converge.
    var isSettling: Bool { now < settlesUntil }

    /// Metres around the place that are drift, as far as this receiver is known.
    package func reach(accuracy: Double?) -> Double {
        let claimed = accuracy ?? MotionThresholds.usualAccuracy
        guard isDriftKnown else {
            let usual = max(claimed, MotionThresholds.usualAccuracy)
            return max(MotionThresholds.driftRadius, claimed, min(3.75 * usual, 100))
        }
        let drift = widestDrift * coarsening(accuracy)
        return max(MotionThresholds.driftRadius, accuracy ?? 0, MotionThresholds.driftsOfReach * drift)
    }

    /// How many times as large as while its noise was learned the error is claimed to be: with fewer satellites, as
    /// indoors, it drifts so much farther without having departed.
    func coarsening(_ accuracy: Double?) -> Double {
        guard let accuracy, learnedAccuracy > 0 else { return 1 }
        return min(max(accuracy / learnedAccuracy, 1), MotionThresholds.mostCoarsening)
    }

    /// Whether the reported speeds say where it goes.
    package var reportsDirections: Bool { isReported && speeds.hasCourse }

    /// Whether it goes at the pace of people, and measured speeds say how far. The way of a vehicle that departs is
    /// known some seconds later.
    package func measuresWay(at location: Location) -> Bool {
        isMoving && speeds.areMeasured && max(reportedPace, location.speed ?? 0) < MotionThresholds.runningSpeed
    }

    /// Whether it moves at the pace of people.
    package func isOnFoot(at location: Location) -> Bool {
        let reported = speeds.arePositions ? 0 : max(reportedPace, location.speed ?? 0)
        return isMoving && max(pace, reported) < MotionThresholds.runningSpeed
    }

    /// What the track may be in parts of the way of measured speeds.
    package var mostOfWay: Double { speeds.hasCourse ? MotionThresholds.mostOfWay : 1 }

    /// Whether it moves slower than people walk, as far as that is known.
    package var isSlow: Bool {
        // Without a course a reported speed is taken for less than it is.
        if reportsDirections { return reportedPace > 0 && reportedPace < MotionThresholds.slowPace }
        let limit = MotionThresholds.slowPace * MotionThresholds.slowPace
        return paceSquares.count >= MotionThresholds.fewestPaces && paceSquares.mean < limit
    }

    /// The drift in metres per axis between two positions this many seconds apart, standing; what is new with each fix
    /// at least. 0 while it is unknown.
    package func drift(over seconds: Double) -> Double {
        var variance = fresh.variance
        if seconds >= MotionThresholds.lastingInterval { variance = max(variance, lasting.variance) }
        var length = 1.0
        for level in levels where length <= max(seconds, 1) {
            if level.drift.isKnown { variance = max(variance, level.drift.variance(prior: 0)) }
            length *= 2
        }
        return variance.squareRoot()
    }

    /// Whether it is so far from the place that it may be about to leave it.
    func mayLeave(accuracy: Double?) -> Bool { (position - place).length > reach(accuracy: accuracy) / 2 }

    /// Metres around the place where it stands, in which it is mostly found.
    package var nearness: Double {
        max(MotionThresholds.leastNearness, 2 * widestDrift)
    }

    /// Before this no fix can turn out to belong to a departure.
    package var doubtfulSince: Timestamp? {
        guard let epoch, !isMoving else { return nil }
        var since = now - MotionThresholds.lookBack
        since = min(since, evidenceSince)
        if beyond > 0 { since = min(since, lastNear) }
        return epoch.advanced(bySeconds: max(since, now - MotionThresholds.longestLookBack))
    }

    /// The receiver's time went back: current measurements restart.
    package mutating func timeReset() {
        restart()
        epoch = nil
        (beyond, settlesUntil, lastNear, believedAt, departedAt) = (0, 0, 0, 0, 0)
        (marks, stoppedAt) = ([], -1e11)
    }

    /// What is known, after a location that changed something or not.
    package func state(after change: Change) -> MotionState {
        if case .departed = change { return .departed }
        return isMoving ? .moving : epoch == nil ? .unknown : isSettling ? .settling : .standing
    }

    /// Something else proved that it moves. Since when it does.
    @discardableResult
    package mutating func depart() -> Timestamp {
        let since = (epoch ?? .latest).advanced(
            bySeconds: max(min(lastNear, now), now - MotionThresholds.longestLookBack))
        guard !isMoving else { return since }
        defer { settlesUntil = now }
        isMoving = true
        (pace, reportedPace, isReported, beyond, isAnchored) = (0, 0, false, 0, false)
        marks = []
        paceSquares = RunningMean()
        departedAt = now
        for index in levels.indices {
            levels[index].clear()
            levels[index].drift.forget()
            levels[index].speedNoise.forget()
        }
        speeds.forget()
        measuredWay = 0
        places = RecentPlaces()
        return since
    }

    /// Takes the next location; `radius` is how far it must get to have left, in metres, whatever else is known.
    package mutating func receive(_ location: Location, leaving radius: Double) -> Change {
        guard let epoch else {
            begin(location)
            return .none
        }
        let seconds = location.timestamp.seconds(since: epoch) - now
        guard seconds > 0 else { return .none }
        let before = now
        now += seconds
        let from = position
        if let latest { position = position + scale.way(from: latest, to: location.coordinate) }
        latest = location.coordinate
        // At a second's distance, what vehicles do in bends is as large as noise; later, what anything does.
        let isOnFoot = pace < MotionThresholds.runningSpeed
        fresh.add(
            position, at: now,
            stepping: 0...(isOnFoot ? MotionThresholds.longestSpeed : MotionThresholds.shortInterval))
        if isOnFoot {
            let usual = MotionThresholds.lastingInterval
            lasting.add(position, at: now, stepping: (0.9 * usual)...(2 * usual))
        }
        let memory = min(fresh.variance.squareRoot(), 1)
        meanPosition = seconds < memory ? meanPosition + (position - meanPosition) * (seconds / memory) : position
        if seconds > MotionThresholds.longestInterval {
            return bridge(seconds, position - from, location, radius)
        }
        if let reported = speeds.velocity(of: location) {
            (recentVelocity, velocityTime) = (reported, now)
        } else if now - (velocityTime ?? 0) > MotionThresholds.longestSpeed {
            recentVelocity = nil
        }
        if let velocity = recentVelocity {
            path = path + velocity * seconds
            led = led + velocity * seconds
            speedsInBlock += 1
        } else {
            led = led + (position - from)
        }
        let isLeft = isMoving ? false : hasLeft(location, before, (position - from).length, radius)
        filling = filling + position
        fillingPath = fillingPath + path
        fillingTime += now
        fillingCount += 1
        var proof: Double?
        var stops = false
        if now - closedTime >= MotionThresholds.shortestBlock {
            startLevels(at: now - closedTime)
            (proof, stops) = close(
                takeBlock(), accuracy: location.horizontalAccuracy, speedAccuracy: location.speedAccuracy)
        }
        if isMoving {
            guard stops else { return .none }
            stop()
            return .stopped
        }
        guard isLeft || proof != nil else { return .none }
        // Whoever is far from where it stood has left since it was near, whatever took longer to be proven.
        let isAway = (position - place).length > 2 * nearness
        let since = max(min(proof ?? now, isAway ? lastNear : now), now - MotionThresholds.longestLookBack)
        depart()
        return .departed(since: epoch.advanced(bySeconds: since))
    }

    private mutating func begin(_ location: Location) {
        epoch = location.timestamp
        now = 0
        // Where it was before is the place; without, it is here.
        if isAnchored, let latest { position = position + scale.way(from: latest, to: location.coordinate) }
        if !isAnchored { place = position }
        distanceAtReturn = (position - place).length
        latest = location.coordinate
        meanPosition = position
        (closedTime, closedPath) = (0, path)
        settlesUntil = MotionThresholds.settlingTime
        _ = speeds.velocity(of: location)
    }

    /// Blocks of so many seconds begin at their own scale: what is learned of a scale holds at any rate.
    private mutating func startLevels(at seconds: Double) {
        let first = seconds < 1.5 ? 0 : seconds < 3 ? 1 : MotionThresholds.highestFirstLevel
        guard first != firstLevel else { return }
        for index in 0..<max(first, firstLevel) { levels[index].restart() }
        firstLevel = first
    }

    private mutating func takeBlock() -> MotionBlock {
        let seconds = max(now - closedTime, 0.1)
        let block = MotionBlock(
            position: filling * (1 / fillingCount), path: fillingPath * (1 / fillingCount),
            velocity: (path - closedPath) * (1 / seconds), time: fillingTime / fillingCount,
            isReported: speedsInBlock > 0)
        (filling, fillingPath, fillingTime, fillingCount, speedsInBlock) = (.zero, .zero, 0, 0, 0)
        (closedTime, closedPath) = (now, path)
        if isMoving || speeds.areMeasured, isTrusted(block.velocity) { travel.add(block.velocity * seconds) }
        return block
    }

    /// A silence: nothing is known of what happened in it.
    private mutating func bridge(_ seconds: Double, _ way: PlaneVector, _ location: Location, _ radius: Double)
        -> Change
    {
        let distance = way.length
        led = led + way
        restart()
        travel.add(way: distance)
        _ = speeds.velocity(of: location)
        if isMoving {
            // Where it stood in the silence, it may be on its way again.
            guard distance < MotionThresholds.driftRadius, distance / seconds < MotionThresholds.standingSpeed,
                !isFast(location)
            else { return .none }
            stop(after: seconds)
            return .stopped
        }
        // A receiver may come back with an error that it loses within a minute. After less than some minutes that is
        // assumed only if speeds that are measured deny motion, and for less time: what moved unseen may stand there.
        let isLong = seconds >= MotionThresholds.stayDuration
        if isLong || speeds.areMeasured && location.speed ?? .infinity < MotionThresholds.standingSpeed {
            settlesUntil = now + MotionThresholds.settlingTime / (isLong ? 1 : 2)
            isAnchored = true
            distanceAtReturn = (position - place).length
        }
        let before = lastNear
        guard hasLeft(location, now, 0, radius) else { return .none }
        depart()
        return epoch.map { .departed(since: $0.advanced(bySeconds: before)) } ?? .none
    }

    private mutating func restart() {
        for index in levels.indices { levels[index].restart() }
        fresh.restart()
        lasting.restart()
        measuredWay = 0
        places = RecentPlaces()
        (filling, fillingPath, fillingTime, fillingCount, speedsInBlock) = (.zero, .zero, 0, 0, 0)
        (closedTime, closedPath) = (now, path)
        (recentVelocity, velocityTime) = (nil, nil)
    }

    /// `silence`: seconds without a fix in which it stood.
    private mutating func stop(after silence: Double = 0) {
        isMoving = false
        place = levels[1].last?.position ?? position
        placeWeight = max(2, min(silence, MotionThresholds.placeMemory) / 2)
        (lastNear, believedAt, stoppedAt, beyond, led) = (now, now, now, 0, .zero)
        isAnchored = true
        speeds.forget()
        restart()
    }

    /// Whether the place was left: not for a moment, and not by a receiver that only now finds out where it is.
    private mutating func hasLeft(_ location: Location, _ before: Double, _ step: Double, _ radius: Double) -> Bool {
        isLeap = false
        let seconds = min(max(now - before, 0), MotionThresholds.longestInterval)
        let away = (position - place).length
        let speed = location.speed ?? 0
        if isSettling {
            if !isAnchored {
                // Nobody knows of another place.
                if isLeavingStart() { return true }
                place = position
                lastNear = now
                return false
            }
            // Where it was before, it has not to look for.
            if away < nearness { settlesUntil = now }
            // What converges comes nearer to the place, and what drives away does not.
            let isLeaving = away - (distanceAtReturn ?? .infinity) > reach(accuracy: location.horizontalAccuracy)
            let isVehicle = speed >= MotionThresholds.vehicleSpeed && (!speeds.arePositions || isLeaving)
            guard away > MotionThresholds.settlingError || isVehicle else { return false }
        }
        if !isAnchored, isLeavingStart() { return true }
        let reach = max(radius, reach(accuracy: location.horizontalAccuracy))
        // A step that the reported speed denies.
        let isDenied = location.speed.map { 2 * $0 * seconds < step } ?? false
        leap = away < nearness ? 0 : isDenied ? max(leap, step) : leap
        if away < nearness {
            led = .zero
        } else if recentVelocity != nil, Self.denies(led, away), Self.isShown(away, in: now - lastNear) {
            // A receiver that smooths takes several steps for it.
            leap = max(leap, away)
        }
        if leap > nearness, leap <= MotionThresholds.settlingError, now - lastNear < MotionThresholds.longestReflection
        {
            isLeap = away - leap < max(nearness, leap / 2)
        }
        guard away > reach else {
            beyond = 0
            if away < nearness { lastNear = now }
            placeWeight = min(placeWeight + seconds, MotionThresholds.placeMemory)
            if placeWeight > 0 { place = place + (position - place) * min(seconds / placeWeight, 1) }
            return false
        }
        beyond += 1
        guard !isLeap else { return false }
        return beyond >= MotionThresholds.departureConfirmations
            || speed >= MotionThresholds.movingSpeed && speed * speed >= 9 * speedVariance
    }

    /// Whether what was switched on has been under way since the first fix, at a steady pace: what converges becomes
    /// slower. Then the place is where it was first.
    private mutating func isLeavingStart() -> Bool {
        guard marks.count < 13, now >= Double(marks.count) * MotionThresholds.startInterval else { return false }
        marks.append(levels[firstLevel].last?.position ?? position)
        let count = marks.count - 1
        guard let start = marks.first, let end = marks.last, count >= 6, count % 3 == 0,
            count == 12 || (end - start).length > MotionThresholds.settlingError
        else { return false }
        let third = count / 3
        let parts: [Double] = (0..<3).map { part in (marks[(part + 1) * third] - marks[part * third]).length }
        guard parts.allSatisfy({ $0 >= MotionThresholds.leastStart }),
            min(parts[2], 1.5 * parts[1]) >= MotionThresholds.steadyStart * parts[0],
            // Over all of them: three steps of noise may lie in a line.
            (end - start).length >= MotionThresholds.straightStart
                * zip(marks, marks.dropFirst()).reduce(0, { $0 + ($1.1 - $1.0).length })
        else { return false }
        (place, lastNear) = (start, 0)
        return true
    }

    /// Whether the reported speed is a vehicle's and not the receiver's noise.
    private func isFast(_ location: Location) -> Bool {
        guard let speed = location.speed, speed >= MotionThresholds.vehicleSpeed else { return false }
        return speed * speed >= 9 * speedVariance
    }

    /// Whether a reported velocity is clearly more than its noise.
    private func isTrusted(_ velocity: PlaneVector) -> Bool {
        velocity.square >= 6 * speedVariance
    }

    /// Of one axis of a reported velocity, m²/s².
    private var speedVariance: Double {
        let noise = levels[firstLevel].speedNoise
        let usual = speeds.areMeasured ? speeds.noise : MotionThresholds.usualSpeedNoise
        return max(noise.isKnown ? noise.variance(prior: 0) : usual * usual, MotionThresholds.leastSpeedNoise)
    }
}

/// What is known of motion when a location was judged.
package enum MotionState: Sendable, Hashable {
    /// Nobody looks.
    case unknown
    /// It seems to stand, and the receiver may still converge.
    case settling
    /// It stands, as far as is proven.
    case standing
    /// It moves, as is proven since this location.
    case departed
    /// It moves.
    case moving
}

/// The mean of what was seen in a stretch of time, on a plane whose origin does not matter.
struct MotionBlock: Sendable, Hashable, Codable {
    /// Metres east and north, by the positions.
    var position: PlaneVector
    /// Metres east and north, by the reported speeds alone.
    var path: PlaneVector
    /// The reported velocity, m/s.
    var velocity: PlaneVector
    /// Seconds, the middle of the stretch.
    var time: Double
    /// Whether there were reported speeds.
    var isReported: Bool

    /// The mean of two stretches of the same length.
    func joined(with other: MotionBlock) -> MotionBlock {
        MotionBlock(
            position: (position + other.position) * 0.5, path: (path + other.path) * 0.5,
            velocity: (velocity + other.velocity) * 0.5, time: (time + other.time) / 2,
            isReported: isReported && other.isReported)
    }
}

/// The mean of what was seen lately: of all at first, then of about twenty.
struct RunningMean: Sendable, Hashable, Codable {
    private static let memory = 20.0

    private(set) var mean = 0.0
    private(set) var count = 0.0

    /// Takes the next value.
    mutating func add(_ value: Double) {
        count = min(count + 1, Self.memory)
        mean += (value - mean) / count
    }
}
