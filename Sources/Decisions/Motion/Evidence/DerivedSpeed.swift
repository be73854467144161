package import LocationModel

/// The speed over ground of locations without a reported one, from their places. It is computed over some seconds,
/// because from one second to the next a position's noise is faster than a pedestrian.
package struct DerivedSpeed: Sendable, Hashable, Codable {
    private static let maximumCount = 64
    /// Seconds between two stored places, at least: so they reach back far enough at any rate.
    private static let leastInterval = 0.25

    private var recent: [TimedPlace] = []

    /// Nothing is known yet.
    package init() {}

    /// Whether it can have been written by this type: what is read from a file is anything.
    package var isValid: Bool { recent.count <= Self.maximumCount }

    /// Metres per second up to this location, and over how many seconds; `nil` for the first one, and for one with a
    /// reported speed: that saves a geodesic for each of a year's 31 million locations.
    package mutating func speed(at location: Location) -> (metresPerSecond: Double, seconds: Double)? {
        defer {
            // The oldest stored location is the last one that is old enough.
            if let enough = recent.lastIndex(where: {
                location.timestamp.seconds(since: $0.timestamp) >= MotionThresholds.derivedSpeedWindow
            }) {
                recent.removeFirst(enough)
            }
            let interval = recent.last.map { abs(location.timestamp.seconds(since: $0.timestamp)) }
            if interval.map({ $0 >= Self.leastInterval }) ?? true {
                if recent.count == Self.maximumCount { recent.removeFirst() }
                recent.append(TimedPlace(location))
            }
        }
        guard location.speed == nil, let oldest = recent.first else { return nil }
        let seconds = location.timestamp.seconds(since: oldest.timestamp)
        return seconds > 0 ? (oldest.distance(to: location) / seconds, seconds) : nil
    }

    package mutating func restart() {
        recent.removeAll(keepingCapacity: true)
    }
}

/// What the analysis of motion keeps of a location: a sixth of its size, because each location of a year is copied.
package struct TimedPlace: Sendable, Hashable, Codable {
    package var timestamp: Timestamp
    package var coordinate: Coordinate
    package var horizontalAccuracy: Double?

    package init(_ location: Location) {
        (timestamp, coordinate) = (location.timestamp, location.coordinate)
        horizontalAccuracy = location.horizontalAccuracy
    }

    /// Metres along the geodesic.
    package func distance(to other: TimedPlace) -> Double { distance(to: other.coordinate) }

    /// Metres along the geodesic.
    package func distance(to location: Location) -> Double { distance(to: location.coordinate) }

    private func distance(to place: Coordinate) -> Double {
        coordinate.shortDistance(to: place) ?? coordinate.distance(to: place)
    }
}
