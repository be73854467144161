internal import Glibc
internal import LocationModel

/// What a receiver's speeds are like: with a course or without, and what it reports while it stands.
struct ReportedSpeeds: Sendable, Hashable, Codable {
    /// Whether it says a course, at least while it is fast.
    private(set) var hasCourse = false
    /// m/s, the mean that it reported while it stood.
    private var mean = MotionThresholds.usualSpeedNoise
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

    /// Means of the speed and of its square, and for how many seconds.
    private var steadyMean = 0.0
    /// See ``steadyMean``.
    private var steadySquare = 0.0
    /// See ``steadyMean``.
    private var steadySeconds = 0.0

    /// The velocity; `nil` without a speed. Without a course all of it counts as one direction, less what a parked receiver
    /// shows.
    mutating func velocity(of location: Location) -> PlaneVector? {
        guard let speed = location.speed else { return nil }
        isPresent = true
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
        return PlaneVector(north: 0, east: max(0, speed - 2 * mean))
    }

    /// A speed that lasted.
    mutating func noteSteadiness(_ speed: Double, for seconds: Double) {
        steadySeconds = min(steadySeconds + seconds, MotionThresholds.steadinessMemory)
        let part = min(seconds / steadySeconds, 1)
        steadyMean += (speed - steadyMean) * part
        steadySquare += (speed * speed - steadySquare) * part
    }

    /// Whether the speed hardly changes. The length of a velocity that is Gaussian noise has a variance of 0.21 of its mean square.
    var isSteady: Bool {
        steadySeconds >= MotionThresholds.steadinessMemory
            && steadySquare - steadyMean * steadyMean < MotionThresholds.mostUnsteadiness * steadySquare
    }

    /// A step of the position, and where the speeds led meanwhile.
    mutating func compare(_ step: PlaneVector, _ path: PlaneVector) {
        steps += 0.1 * (step.square - steps)
        rests += 0.1 * ((step - path).square - rests)
    }

    /// Whether they seem to be the differences of the positions, as some receivers' are: then they err alike.
    var arePositions: Bool { rests < MotionThresholds.unexplainedBySpeeds * steps }

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
