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
        Coordinate(latitude: origin.latitude + north / count, longitude: wrap(origin.longitude + east / count))
    }

    /// The radius in metres around the mean that holds 68 % of the positions, where they scatter alike in all directions.
    /// `nil` for one position.
    var spread: Double? {
        guard count > 1 else { return nil }
        // The mean square distance from a mean is twice the variance of one axis; 1.510 of its roots hold 68 %.
        return max((squares / count / 2).squareRoot() * 1.510, 0.1)
    }

    mutating func add(_ position: Coordinate) {
        let distance = position.distance(to: coordinate)
        squares += distance * distance * count / (count + 1)
        north += position.latitude - origin.latitude
        east += wrap(position.longitude - origin.longitude)
        count += 1
    }

    private func wrap(_ degrees: Double) -> Double {
        degrees >= 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
    }
}
