internal import LocationModel

/// The mean of the latest positions, each taken along by the speed and course that it was reported with, so that a mean
/// of the past does not lag behind what moves.
struct MovingAverage: Sendable, Hashable, Codable {
    /// Positions in the mean.
    static let count = 5
    /// Metres that an unknown accuracy weighs as.
    static let unknownAccuracy = 10.0
    /// Accuracies that a position must be away from the mean to begin a new one: it jumped.
    static let jump = 5.0

    private let isWeighted: Bool
    private var recent: [Location] = []

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isSound: Bool { recent.count < Self.count && recent.allSatisfy(\.isSound) }

    init(isWeighted: Bool) {
        self.isWeighted = isWeighted
    }

    mutating func smooth(_ location: Location) -> Location {
        let mean = mean(with: location)
        let tolerance = max(location.horizontalAccuracy ?? Self.unknownAccuracy, Self.unknownAccuracy)
        if !recent.isEmpty, mean.distance(to: location.coordinate) > tolerance * Self.jump { recent.removeAll() }
        if recent.count == Self.count - 1, Self.count > 1 { recent.removeFirst() }
        var smoothed = location
        if !recent.isEmpty { smoothed.coordinate = mean }
        recent.append(location)
        return smoothed
    }

    /// The mean of the recent positions and this one.
    private func mean(with location: Location) -> Coordinate {
        let origin = location.coordinate
        var (north, east, weights) = (0.0, 0.0, weight(of: location))
        for other in recent {
            let now = carried(other, to: location.timestamp)
            let weight = weight(of: other)
            var longitude = now.longitude - origin.longitude
            if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
            north += weight * (now.latitude - origin.latitude)
            east += weight * longitude
            weights += weight
        }
        let longitude = origin.longitude + east / weights
        return Coordinate(
            latitude: origin.latitude + north / weights,
            longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }

    private func carried(_ location: Location, to time: Timestamp) -> Coordinate {
        guard let speed = location.speed, let course = location.course, speed > 0 else { return location.coordinate }
        return location.coordinate.moved(by: speed * time.seconds(since: location.timestamp), bearing: course)
    }

    private func weight(of location: Location) -> Double {
        guard isWeighted else { return 1 }
        let accuracy = max(location.horizontalAccuracy ?? Self.unknownAccuracy, 0.01)
        return 1 / (accuracy * accuracy)
    }
}
