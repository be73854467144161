public import LocationModel

/// How the noise of positions is made smaller. Times, and what else is known of a location, stay as they are; so do the
/// first and the last place of a moving average.
public enum TrackSmoothing: String, Sendable, Hashable, CaseIterable {
    /// The mean of up to five places around each.
    case movingAverage
    /// The same with the weights 1, 2, 3, 2, 1.
    case weightedMovingAverage
    /// Forwards a Kalman filter of constant velocity that trusts each place as far as its accuracy says, then backwards
    /// with what came after (H. E. Rauch, F. Tung, C. T. Striebel, 1965).
    case kalman

    /// The locations of an uninterrupted run, smoothed.
    public func smoothed(_ locations: [Location]) -> [Location] {
        switch self {
        case .movingAverage: Self.averaged(locations, weights: [1, 1, 1])
        case .weightedMovingAverage: Self.averaged(locations, weights: [3, 2, 1])
        case .kalman: KalmanSmoother.smoothed(locations)
        }
    }

    /// `weights`: of the place itself, of its neighbours, and of theirs. Near an end fewer count, on both sides alike.
    private static func averaged(_ locations: [Location], weights: [Double]) -> [Location] {
        var result = locations
        for index in locations.indices {
            let reach = min(index, locations.count - 1 - index, weights.count - 1)
            guard reach > 0 else { continue }
            let middle = locations[index].coordinate
            var north = 0.0
            var east = 0.0
            var total = 0.0
            for other in (index - reach)...(index + reach) {
                let weight = weights[abs(other - index)]
                north += weight * (locations[other].coordinate.latitude - middle.latitude)
                east += weight * middle.degreesEast(to: locations[other].coordinate)
                total += weight
            }
            result[index].coordinate =
                Coordinate(
                    latitude: middle.latitude + north / total, longitude: middle.longitude + east / total
                ).wrapped
        }
        return result
    }
}

extension Coordinate {
    /// Degrees of longitude to another place, the shorter way around.
    func degreesEast(to other: Coordinate) -> Double {
        let east = other.longitude - longitude
        return east > 180 ? east - 360 : east < -180 ? east + 360 : east
    }

    /// The same with a longitude in range.
    var wrapped: Coordinate {
        guard abs(longitude) > 180 else { return self }
        return Coordinate(latitude: latitude, longitude: longitude > 0 ? longitude - 360 : longitude + 360)
    }
}
