internal import LocationModel

/// Positions since a moment, and their mean.
package struct PauseWindow: Sendable, Hashable, Codable {
    let start: Timestamp
    private let origin: Coordinate
    /// Sums of degrees north and east of the origin.
    private var north = 0.0
    private var east = 0.0
    private var count = 1.0

    init(_ location: Location) {
        start = location.timestamp
        origin = location.coordinate
    }

    /// Whether it can have been written by this type: what is read from a file is anything.
    package var isValid: Bool { count >= 1 && mean.isValid }

    /// The mean of the positions, right across the antimeridian too.
    var mean: Coordinate {
        Coordinate(
            latitude: origin.latitude + north / count, longitude: wrappedLongitude(origin.longitude + east / count))
    }

    /// Adds a location within the radius of the mean; false, and nothing changes, if it is outside.
    mutating func takes(_ location: Location, radius: Double) -> Bool {
        guard location.coordinate.isWithin(radius, of: mean) else { return false }
        north += location.coordinate.latitude - origin.latitude
        east += wrappedLongitude(location.coordinate.longitude - origin.longitude)
        count += 1
        return true
    }
}
