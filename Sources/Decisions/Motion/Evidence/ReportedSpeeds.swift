internal import Glibc
internal import LocationModel

/// What a receiver's speeds are like: with a course or without, and what it reports while it stands.
struct ReportedSpeeds: Sendable, Hashable, Codable {
    /// Whether it says a course, at least while it is fast.
    private(set) var hasCourse = false
    /// m/s, the mean that it reported while it stood.
    private(set) var mean = MotionThresholds.usualSpeedNoise
    private var count = 4.0
    private var freshSum = 0.0
    private var freshCount = 0.0
    /// Whether every speed so far was zero: receivers with static navigation say so of slow motion too.
    private(set) var isAlwaysZero = true
    /// Whether there were any.
    private(set) var isPresent = false

    /// Means of the squares of the positions' steps, m², and of what the speeds do not explain of them.
    private var steps = 0.0
    /// See ``steps``.
    private var rests = 0.0

    /// By how much the changes of the speeds point where the positions say: the mean of cosines, and of how many.
    private var agreement = 0.0
    /// See ``agreement``.
    private var comparisons = 0.0
    /// The mean logarithm of the squares of these changes: a few changes of motion hardly count in it.
    private var changes = 0.0
    /// Where the speeds led in the last stretch, and mostly in those before it.
    private var pathBefore: PlaneVector?
    /// See ``pathBefore``.
    private var usualPath: PlaneVector?
    /// m/s that were taken from the last speed, as it has no course.
    private(set) var reduction = 0.0

    /// Means of the speed and of its square, and for how many seconds.
    private var steadyMean = 0.0
    /// See ``steadyMean``.
    private var steadySquare = 0.0
    /// See ``steadyMean``.
    private var steadySeconds = 0.0

    /// The velocity; `nil` without a speed. Without a course all of it counts as one direction, less what a parked
    /// receiver shows.
    mutating func velocity(of location: Location) -> PlaneVector? {
        guard let speed = location.speed else { return nil }
        isPresent = true
        reduction = 0
        if speed > 0.005 { isAlwaysZero = false }
        freshSum += min(speed, 2)
        freshCount += 1
        if let course = location.course {
            hasCourse = true
            let angle = course * .pi / 180
            return PlaneVector(north: speed * cos(angle), east: speed * sin(angle))
        }
        // Receivers leave the course out where they are too slow to know it.
        if hasCourse, speed < MotionThresholds.standingSpeed { return .zero }
        reduction = min(speed, 2 * (areMeasured ? min(mean, noise) : mean))
        return PlaneVector(north: 0, east: speed - reduction)
    }

    /// A speed that lasted.
    mutating func noteSteadiness(_ speed: Double, for seconds: Double) {
        steadySeconds = min(steadySeconds + seconds, MotionThresholds.steadinessMemory)
        let part = min(seconds / steadySeconds, 1)
        steadyMean += (speed - steadyMean) * part
        steadySquare += (speed * speed - steadySquare) * part
    }

    /// Whether the speed hardly changes. The length of a velocity that is Gaussian noise has a variance of 0.21 of its
    /// mean square.
    var isSteady: Bool {
        steadySeconds >= MotionThresholds.steadinessMemory
            && steadySquare - steadyMean * steadyMean < MotionThresholds.mostUnsteadiness * steadySquare
    }

    /// A step of the position, and where the speeds led meanwhile.
    mutating func compare(_ step: PlaneVector, _ path: PlaneVector, isFrequent: Bool) {
        steps += 0.1 * (step.square - steps)
        rests += 0.1 * ((step - path).square - rests)
        // Of what comes every few seconds, most changes are those of the motion.
        guard isFrequent else { return }
        guard let before = pathBefore, let usual = usualPath else {
            (usualPath, pathBefore) = (pathBefore, path)
            return
        }
        let change = path - before
        // Not from the stretch before, whose error is in the change.
        let surprise = (hasCourse ? step : PlaneVector(east: step.length)) - usual
        (usualPath, pathBefore) = (0.7 * usual + 0.3 * before, path)
        let size = (change.square * surprise.square).squareRoot()
        guard size > 1e-6 else { return }
        comparisons = min(comparisons + 1, MotionThresholds.comparisonsOfSpeed)
        agreement += (change.dot(surprise) / size - agreement) / comparisons
        changes += (log(change.square) - changes) / comparisons
    }

    /// Whether they are known to be measured, and not taken from the positions: their changes do not point where the
    /// positions go. Differences of positions do, over however many seconds they are taken.
    var areMeasured: Bool {
        comparisons >= MotionThresholds.fewestComparisons && agreement < MotionThresholds.mostAgreement
    }

    /// m/s per axis: what they are off by from second to second. The mean logarithm of the square of a Gaussian change
    /// is that of its mean, less 0.577 in two dimensions and 1.27 in one.
    var noise: Double {
        guard comparisons > 0 else { return MotionThresholds.usualSpeedNoise }
        return exp((changes + (hasCourse ? 0.577 : 1.27)) / 2) / (hasCourse ? 2 : 2.0.squareRoot())
    }

    /// Whether they seem to be the differences of the positions, as some receivers' are: then they err alike.
    var arePositions: Bool { rests < MotionThresholds.maximumUnexplainedShare * steps }

    /// Nothing has moved for a while.
    mutating func believe() {
        guard freshCount > 0 else { return }
        mean = (mean * count + freshSum) / (count + freshCount)
        count = min(count + freshCount, 300)
        forget()
    }

    /// Something moved.
    mutating func forget() {
        freshSum = 0
        freshCount = 0
    }
}

/// How far the reported speeds led, and how far that is in a straight line.
package struct ReportedTravel: Sendable, Hashable, Codable {
    private var length = 0.0
    private var displacement = PlaneVector.zero

    /// Metres that speeds of some seconds lead: the noise of single ones is not in it.
    package private(set) var way = 0.0

    /// Adds some seconds.
    mutating func add(way metres: Double) { way += metres }

    mutating func add(_ step: PlaneVector) {
        length += step.length
        displacement = displacement + step
    }

    /// Metres by which the way since `start` was longer than the straight line.
    package func detour(since start: ReportedTravel) -> Double {
        length - start.length - (displacement - start.displacement).length
    }
}
