internal import Glibc
internal import LocationModel

/// A Kalman filter of position and velocity, each axis for itself, with `horizontalAccuracy` as measurement noise and an
/// unknown acceleration between two locations.
struct KalmanFilter: Sendable, Hashable, Codable {
    /// One axis: metres and metres per second from the origin, and their covariance.
    private struct Axis: Sendable, Hashable, Codable {
        var position = 0.0
        var velocity = 0.0
        var variance: Double
        var covariance = 0.0
        /// Nothing is known of the speed at first: 100 m/s would not surprise.
        var velocityVariance = 1e4

        /// Whether the variances can be such; see ``KalmanFilter/isSound``.
        var isSound: Bool {
            variance > 0 && velocityVariance > 0 && [position, velocity, covariance].allSatisfy { abs($0) < 1e9 }
                && variance < 1e18 && velocityVariance < 1e18
        }

        /// `acceleration` is the standard deviation in m/s², constant within `seconds`.
        mutating func predict(_ seconds: Double, acceleration: Double) {
            position += velocity * seconds
            let noise = acceleration * acceleration
            let square = seconds * seconds
            variance += seconds * (2 * covariance + seconds * velocityVariance) + square * square / 4 * noise
            covariance += seconds * velocityVariance + square * seconds / 2 * noise
            velocityVariance += square * noise
        }

        mutating func measure(_ measured: Double, variance noise: Double) {
            let innovation = measured - position
            let total = variance + noise
            let (gain, velocityGain) = (variance / total, covariance / total)
            position += gain * innovation
            velocity += velocityGain * innovation
            velocityVariance -= velocityGain * covariance
            covariance *= 1 - gain
            variance *= 1 - gain
        }
    }

    /// m/s²: what a car brakes and turns with in ordinary traffic.
    static let acceleration = 1.5
    /// Metres that an unknown accuracy counts as.
    static let unknownAccuracy = 10.0
    /// Standard deviations off the prediction from which on it begins anew: it jumped, and the filter of quality believed it.
    static let jump = 6.0

    private var origin = Coordinate(latitude: 0, longitude: 0)
    private var north: Axis?
    private var east: Axis?
    private var last: Timestamp?

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isSound: Bool { origin.isValid && north?.isSound != false && east?.isSound != false }

    mutating func smooth(_ location: Location) -> Location {
        // The radius of 68 % is 1.510 standard deviations of one axis.
        let deviation = max(location.horizontalAccuracy ?? Self.unknownAccuracy, 0.01) / 1.510
        let noise = deviation * deviation
        guard var north, var east, let last else {
            begin(at: location, noise)
            return location
        }
        let seconds = location.timestamp.seconds(since: last)
        north.predict(seconds, acceleration: Self.acceleration)
        east.predict(seconds, acceleration: Self.acceleration)
        let (measuredNorth, measuredEast) = metres(of: location.coordinate)
        let (offNorth, offEast) = (measuredNorth - north.position, measuredEast - east.position)
        let limit = Self.jump * Self.jump
        if offNorth * offNorth > limit * (north.variance + noise) || offEast * offEast > limit * (east.variance + noise)
        {
            begin(at: location, noise)
            return location
        }
        north.measure(measuredNorth, variance: noise)
        east.measure(measuredEast, variance: noise)
        var smoothed = location
        smoothed.coordinate = coordinate(north: north.position, east: east.position)
        if location.horizontalAccuracy != nil {
            smoothed.horizontalAccuracy = ((north.variance + east.variance) / 2).squareRoot() * 1.510
        }
        // The origin follows, so that the plane is never far from flat.
        origin = smoothed.coordinate
        (north.position, east.position) = (0, 0)
        (self.north, self.east, self.last) = (north, east, location.timestamp)
        return smoothed
    }

    private mutating func begin(at location: Location, _ variance: Double) {
        origin = location.coordinate
        north = Axis(variance: variance)
        east = Axis(variance: variance)
        last = location.timestamp
    }

    /// Metres north and east of the origin, exactly in the direction and the length of the geodesic.
    private func metres(of coordinate: Coordinate) -> (north: Double, east: Double) {
        let (distance, bearing) = origin.geodesic(to: coordinate)
        let radians = bearing * .pi / 180
        return (distance * cos(radians), distance * sin(radians))
    }

    private func coordinate(north: Double, east: Double) -> Coordinate {
        let distance = (north * north + east * east).squareRoot()
        guard distance > 0 else { return origin }
        return origin.moved(by: distance, bearing: atan2(east, north) * 180 / .pi)
    }
}
