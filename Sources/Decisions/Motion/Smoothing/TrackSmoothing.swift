public import LocationModel

/// Reduces the noise of positions if it is white: what a receiver has filtered stays unchanged. Times and all other
/// values of a location stay unchanged; so do the first and the last place of a moving average.
public enum TrackSmoothing: String, Sendable, Hashable, CaseIterable {
    /// The mean of up to five places around each, moved along by speed and course if they are known.
    case movingAverage
    /// The same, each weighted by its accuracy.
    case weightedMovingAverage
    /// The Kalman filter that smooths live, forwards and then backwards with later locations (H. E. Rauch, F. Tung, C.
    /// T. Striebel, 1965).
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
