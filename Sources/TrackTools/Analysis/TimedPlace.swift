internal import LocationModel

/// What the analysis of motion keeps of a location: a sixth of its size, because each location of a year is copied.
struct TimedPlace: Sendable, Hashable {
    var timestamp: Timestamp
    var coordinate: Coordinate
    var horizontalAccuracy: Double?

    init(_ location: Location) {
        (timestamp, coordinate) = (location.timestamp, location.coordinate)
        horizontalAccuracy = location.horizontalAccuracy
    }

    /// Metres along the geodesic.
    func distance(to other: TimedPlace) -> Double { distance(to: other.coordinate) }

    /// Metres along the geodesic.
    func distance(to location: Location) -> Double { distance(to: location.coordinate) }

    private func distance(to place: Coordinate) -> Double {
        coordinate.shortDistance(to: place) ?? coordinate.distance(to: place)
    }
}
