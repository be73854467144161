internal import Glibc
internal import LocationModel

/// The mean of positions near each other, right across the antimeridian too.
struct MeanPosition: Sendable, Hashable, Codable {
    private let origin: Coordinate
    private var north = 0.0
    private var east = 0.0
    private var squares = 0.0
    private var count = 1.0

    init(_ position: Coordinate) {
        origin = position
    }

    /// The mean.
    var coordinate: Coordinate {
        Coordinate(
            latitude: origin.latitude + north / count, longitude: wrappedLongitude(origin.longitude + east / count))
    }

    /// The radius in metres around the mean that holds 68 % of the positions, where they scatter alike in all directions.
    /// `nil` for one position.
    var spread: Double? {
        guard count > 1 else { return nil }
        // The mean square distance from a mean is twice the variance of one axis.
        return max((squares / count / 2).squareRoot() * AccuracyModel.radiusPerDeviation, 0.1)
    }

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isValid: Bool { count >= 1 && squares >= 0 && coordinate.isValid }

    mutating func add(_ position: Coordinate) {
        squares += squaredDistance(from: coordinate, to: position) * count / (count + 1)
        north += position.latitude - origin.latitude
        east += wrappedLongitude(position.longitude - origin.longitude)
        count += 1
    }

    /// Square metres. Within 100 m the ellipsoid is flat to a millionth, and this is asked for with every location of a stay:
    /// the geodesic is for the surroundings of the poles alone.
    private func squaredDistance(from mean: Coordinate, to position: Coordinate) -> Double {
        guard abs(mean.latitude) <= 85 else {
            let distance = mean.distance(to: position)
            return distance * distance
        }
        let radians = Double.pi / 180
        let sine = sin(mean.latitude * radians)
        let (meridian, primeVertical) = WGS84.radii(atSineOfLatitude: sine)
        let north = (position.latitude - mean.latitude) * radians * meridian
        let east =
            wrappedLongitude(position.longitude - mean.longitude) * radians * primeVertical
            * (1 - sine * sine).squareRoot()
        return north * north + east * east
    }
}
