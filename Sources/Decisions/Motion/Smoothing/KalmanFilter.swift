package import LocationModel

/// A Kalman filter of position and velocity that smooths exactly as much as the noise is white: the one that smooths
/// live, and whose steps the offline smoother goes through backwards.
///
/// The reported speed and course (Doppler) carry the position from one location to the next; what they do not explain
/// is measured (``PositionNoise``), and decides how much a new position is believed. Where a receiver has filtered
/// already, nothing is white, and every position stays as it came. Without a velocity an unknown acceleration stands
/// for it.
///
/// North and east are independent and have the same variances, so that one matrix of two by two serves both. Places are
/// held as offsets in metres from one another, never as one flat map.
package struct KalmanFilter: Sendable, Hashable, Codable {
    /// Variances of place and velocity along one axis, and how they go together.
    package struct Covariance: Sendable, Hashable, Codable {
        package var place: Double
        package var both = 0.0
        /// Nothing is known of the speed at first: 100 m/s would not surprise.
        package var velocity = 1e4

        /// Whether it can be such; see ``KalmanFilter/isValid``.
        var isValid: Bool { place >= 0 && velocity > 0 && place < 1e18 && velocity < 1e18 && abs(both) < 1e9 }

        /// After `seconds` of an unknown acceleration, constant during them.
        func predicted(_ seconds: Double, acceleration: Double) -> Covariance {
            let noise = acceleration * acceleration
            let square = seconds * seconds
            return Covariance(
                place: place + (seconds * (2 * both + seconds * velocity) + square * square / 4 * noise),
                both: both + (seconds * velocity + square * seconds / 2 * noise), velocity: velocity + square * noise)
        }
    }

    /// What one location did.
    package struct Step: Sendable {
        /// Seconds since the location before.
        package var seconds: Double
        /// What was known at the location before.
        package var prior: Covariance
        /// What was expected of this one before it came.
        package var predicted: Covariance
        /// The variance of the white noise of this one.
        package var white: Double
        /// Whether a reported velocity carried the place: then nothing is to be learned about the velocity.
        package var isCarried: Bool
        /// By how much the location moved the expectation.
        package var correction: PlaneVector
        package var velocityCorrection: PlaneVector
    }

    /// m/s²: what something brakes and turns with, for each m/s of its speed, from a walker to a car in traffic.
    static let accelerations = (perSpeed: 0.15, range: 0.5...1.5)
    /// m/s: what a reported velocity is off by at least.
    static let velocityDeviation = 0.15
    /// A step of so many intervals begins anew: nothing is known of the way in a hole.
    static let intervalsOfHole = 2.5
    /// Standard deviations off the prediction from which on it begins anew: it jumped, and the filter of quality
    /// believed it.
    static let jump = 6.0

    /// What is known about the positions' noise.
    package private(set) var noise: PositionNoise
    /// What somebody says instead: the white noise in metres along one axis, and the unknown acceleration in m/s².
    var deviation: Double?
    var acceleration: Double?
    private var last: Location?
    /// Seconds of the last step.
    private var interval: Double?
    /// From the smoothed place to the location that came.
    private var residual = PlaneVector()
    private var velocity = PlaneVector()
    private var reported: PlaneVector?
    private var covariance = Covariance(place: 0)
    /// Whether the last location stands as it came, for nothing was known that could have smoothed it.
    private var isRaw = true

    /// A filter that has seen nothing, but may know what the noise is.
    package init(noise: PositionNoise = PositionNoise()) {
        self.noise = noise
        self.noise.interrupt()
    }

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isValid: Bool {
        noise.isValid && last?.isValid != false && covariance.isValid
            && [residual, velocity, reported ?? PlaneVector()].allSatisfy { $0.square < 1e18 }
    }

    /// What was there before says nothing about what comes; what is known of the noise stays.
    package mutating func restart() {
        self = KalmanFilter(noise: noise)
    }

    /// Takes the next location. What it did; `nil` where it stands as it came.
    package mutating func take(_ location: Location) -> Step? {
        let deviation = AccuracyModel.deviation(ofRadius: location.horizontalAccuracy)
        let now = PlaneVector(velocityOf: location)
        defer {
            last = location
            reported = now
        }
        guard let last else {
            noise.addDeviation(deviation)
            begin(now)
            return nil
        }
        let seconds = max(location.timestamp.seconds(since: last.timestamp), 0)
        let moved = last.coordinate.offset(to: location.coordinate)
        let isHole = interval.map { seconds > Self.intervalsOfHole * $0 } ?? false
        interval = seconds
        if isHole {
            noise.interrupt()
            noise.addDeviation(deviation)
            begin(now)
            return nil
        }
        var carried: PlaneVector?
        var change = PlaneVector()
        if let now, let reported {
            change = now - reported
            carried = seconds / 2 * (now + reported) + noise.velocityDelay * change
        }
        noise.addStep(moved, left: carried.map { moved - $0 }, seconds: seconds)
        noise.addDeviation(deviation)
        var known = noise.estimate(deviation: deviation, isCarried: carried != nil)
        if let given = self.deviation { known = .init(white: given * given, wandering: known?.wandering ?? 0) }
        guard let estimate = known else {
            begin(now)
            return nil
        }
        if isRaw { covariance = Covariance(place: estimate.white, velocity: covariance.velocity) }
        let predicted = predicted(seconds, estimate, location, isCarried: carried != nil)
        let innovation = residual + moved - (carried ?? seconds * velocity)
        let total = predicted.place + estimate.white
        guard innovation.square <= Self.jump * Self.jump * total else {
            begin(now)
            return nil
        }
        if let carried {
            let left = moved - carried + noise.velocityDelay * change
            noise.addDelay(left: left, change: change, white: estimate.white)
        }
        let (gain, velocityGain) = (predicted.place / total, predicted.both / total)
        let step = Step(
            seconds: seconds, prior: covariance, predicted: predicted, white: estimate.white, isCarried: carried != nil,
            correction: gain * innovation, velocityCorrection: velocityGain * innovation)
        residual = (1 - gain) * innovation
        isRaw = false
        velocity = now ?? velocity + step.velocityCorrection
        covariance = Covariance(
            place: predicted.place * (1 - gain), both: now == nil ? predicted.both * (1 - gain) : 0,
            velocity: now == nil ? predicted.velocity - velocityGain * predicted.both : Self.square(location))
        return step
    }

    /// From the location that came last to its smoothed place, in metres.
    package var correction: PlaneVector { -1 * residual }

    /// The location at its smoothed place.
    mutating func smooth(_ location: Location) -> Location {
        let step = take(location)
        // What the next run would refuse is forgotten at once: figures that are too large would stay in the means for
        // good.
        guard isValid else {
            self = KalmanFilter()
            return location
        }
        guard let step else { return location }
        var smoothed = location
        smoothed.coordinate = location.coordinate.moved(by: correction)
        if let accuracy = location.horizontalAccuracy {
            // What was white is less; what else a position errs by is as it was.
            let scale = AccuracyModel.radiusPerDeviation * AccuracyModel.radiusPerDeviation
            let rest = accuracy * accuracy - scale * (step.white - covariance.place)
            smoothed.horizontalAccuracy = max(rest, scale * covariance.place).squareRoot()
        }
        return smoothed
    }

    private func predicted(
        _ seconds: Double, _ estimate: PositionNoise.Estimate, _ location: Location, isCarried: Bool
    ) -> Covariance {
        guard isCarried else {
            let usual = Self.accelerations.perSpeed * velocity.square.squareRoot()
            let acceleration = min(
                max(usual, Self.accelerations.range.lowerBound), Self.accelerations.range.upperBound)
            return covariance.predicted(seconds, acceleration: self.acceleration ?? acceleration)
        }
        let noise = acceleration.map { seconds * seconds / 2 * $0 }
        let wandering = noise.map { $0 * $0 } ?? max(estimate.wandering, Self.square(location) * seconds * seconds)
        return Covariance(place: covariance.place + wandering, velocity: Self.square(location))
    }

    /// The variance of a reported velocity.
    private static func square(_ location: Location) -> Double {
        let deviation = max(location.speedAccuracy ?? 0, velocityDeviation)
        return deviation * deviation
    }

    private mutating func begin(_ now: PlaneVector?) {
        residual = PlaneVector()
        velocity = now ?? PlaneVector()
        covariance = Covariance(place: 0, velocity: now == nil ? 1e4 : Self.velocityDeviation * Self.velocityDeviation)
        isRaw = true
    }
}
