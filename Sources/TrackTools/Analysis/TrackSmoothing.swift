public import LocationModel
internal import LocationServices

/// How the noise of positions is made smaller, where it is white: what a receiver has filtered stays as it is. Times, and what
/// else is known of a location, stay as they are; so do the first and the last place of a moving average.
public enum TrackSmoothing: String, Sendable, Hashable, CaseIterable {
    /// The mean of up to five places around each, carried along by speed and course where they are known.
    case movingAverage
    /// The same, each weighted by its accuracy.
    case weightedMovingAverage
    /// Forwards the Kalman filter that smooths live, then backwards with what came after (H. E. Rauch, F. Tung,
    /// C. T. Striebel, 1965).
    case kalman

    /// The locations of an uninterrupted run, smoothed.
    public func smoothed(_ locations: [Location]) -> [Location] {
        switch self {
        case .movingAverage: CentredAverage.smoothed(locations, isWeighted: false)
        case .weightedMovingAverage: CentredAverage.smoothed(locations, isWeighted: true)
        case .kalman: KalmanSmoother.smoothed(locations)
        }
    }
}
