internal import LocationModel

/// The mean of the latest positions, each carried along by the reported speeds and courses from one to the next.
///
/// It averages only what is noise: where the positions have none that is white (``PositionNoise``), where no velocity
/// carries them, or where it explains their steps badly, each stays as it came. So the mean neither lags behind nor
/// leaps.
struct MovingAverage: Sendable, Hashable, Codable {
    /// Positions in the mean.
    static let count = 5
    /// Accuracies that a position must be away from where the one before was carried to begin a new mean: it jumped.
    static let jump = 3.0

    /// An earlier position, carried to the present one's moment.
    private struct Carried: Sendable, Hashable, Codable {
        /// Metres from the present position.
        var offset: PlaneVector
        var weight: Double
    }

    private let isWeighted: Bool
    private var noise = PositionNoise()
    private var last: Location?
    /// Seconds of the last step.
    private var interval: Double?
    private var earlier: [Carried] = []

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isValid: Bool {
        noise.isValid && last?.isValid != false && earlier.count < Self.count
            && earlier.allSatisfy { $0.weight > 0 && $0.weight < 1e12 && $0.offset.square < 1e18 }
    }

    init(isWeighted: Bool) {
        self.isWeighted = isWeighted
    }

    /// What was there before says nothing about what comes; what is known of the noise stays.
    mutating func restart() {
        noise.interrupt()
        (last, interval) = (nil, nil)
        earlier.removeAll(keepingCapacity: true)
    }

    mutating func smooth(_ location: Location) -> Location {
        let mean = offsetOfMean(with: location)
        if earlier.count == Self.count - 1 { earlier.removeFirst() }
        earlier.append(Carried(offset: PlaneVector(), weight: weight(of: location)))
        last = location
        guard let mean else { return location }
        var smoothed = location
        smoothed.coordinate = location.coordinate.moved(by: mean)
        return smoothed
    }

    /// Carries the earlier positions to this one's moment. Metres from it to the mean; `nil` where it stands as it
    /// came.
    private mutating func offsetOfMean(with location: Location) -> PlaneVector? {
        let deviation = AccuracyModel.deviation(ofRadius: location.horizontalAccuracy)
        defer { noise.addDeviation(deviation) }
        guard let last else { return nil }
        let seconds = max(location.timestamp.seconds(since: last.timestamp), 0)
        let isHole = interval.map { seconds > KalmanFilter.intervalsOfHole * $0 } ?? false
        interval = seconds
        if isHole {
            noise.interrupt()
            earlier.removeAll(keepingCapacity: true)
            return nil
        }
        let step = last.coordinate.offset(to: location.coordinate)
        let carried = PlaneVector.carried(from: last, to: location, seconds)
        let left = carried.map { step - $0 }
        noise.addStep(step, left: left, seconds: seconds)
        let reach = Self.jump * (location.horizontalAccuracy ?? AccuracyModel.unknownAccuracy)
        guard let left, left.square <= reach * reach else {
            earlier.removeAll(keepingCapacity: true)
            return nil
        }
        var sum = PlaneVector()
        var weights = weight(of: location)
        for index in earlier.indices {
            earlier[index].offset = earlier[index].offset - left
            sum = sum + earlier[index].weight * earlier[index].offset
            weights += earlier[index].weight
        }
        guard let estimate = noise.estimate(deviation: deviation, isCarried: true), estimate.wandering <= estimate.white
        else { return nil }
        return 1 / weights * sum
    }

    private func weight(of location: Location) -> Double {
        guard isWeighted else { return 1 }
        let accuracy = max(location.horizontalAccuracy ?? AccuracyModel.unknownAccuracy, 0.01)
        return 1 / (accuracy * accuracy)
    }
}
