package import LocationModel

/// The mean of the places around each location, after removing the part of their distance that speed and course
/// explain: the live moving average, but with later locations, too. Only if the noise of this run is white.
package enum CentredAverage {
    /// - Parameter reach: Places on each side.
    package static func smoothed(
        _ locations: [Location], isWeighted: Bool, reach most: Int = 2
    ) -> [Location] {
        let noise = KalmanSmoother.noise(of: locations)
        let left = steps(locations)
        var result = locations
        for index in locations.indices {
            // Near an end fewer, on both sides alike.
            let reach = min(index, locations.count - 1 - index, most)
            guard reach > 0 else { continue }
            let isCarried = left[(index - reach + 1)...(index + reach)].allSatisfy(\.isCarried)
            let deviation = AccuracyModel.deviation(ofRadius: locations[index].horizontalAccuracy)
            guard let estimate = noise.estimate(deviation: deviation, isCarried: isCarried),
                estimate.wandering <= estimate.white
            else { continue }
            var sum = PlaneVector()
            var weights = weight(of: locations[index], isWeighted)
            var (ahead, behind) = (PlaneVector(), PlaneVector())
            for distance in 1...reach {
                ahead = ahead + left[index + distance].offset
                behind = behind - left[index - distance + 1].offset
                for (offset, other) in [(ahead, index + distance), (behind, index - distance)] {
                    let weight = weight(of: locations[other], isWeighted)
                    sum = sum + weight * offset
                    weights += weight
                }
            }
            result[index].coordinate = locations[index].coordinate.moved(by: 1 / weights * sum)
        }
        return result
    }

    /// The part of each step from the previous location that the velocities do not explain; the whole step if they are
    /// unknown.
    private static func steps(_ locations: [Location]) -> [(offset: PlaneVector, isCarried: Bool)] {
        var steps = [(offset: PlaneVector(), isCarried: false)]
        for (last, location) in zip(locations, locations.dropFirst()) {
            let seconds = max(location.timestamp.seconds(since: last.timestamp), 0)
            let step = last.coordinate.offset(to: location.coordinate)
            let carried = PlaneVector.carried(from: last, to: location, seconds)
            steps.append((carried.map { step - $0 } ?? step, carried != nil))
        }
        return steps
    }

    private static func weight(of location: Location, _ isWeighted: Bool) -> Double {
        guard isWeighted else { return 1 }
        let deviation = AccuracyModel.deviation(ofRadius: location.horizontalAccuracy)
        return 1 / (deviation * deviation)
    }
}
