/// A way to smooth positions.
public enum Smoothing: String, Sendable, Hashable, Codable, CaseIterable {
    /// The mean of the latest positions.
    case movingAverage
    /// The mean of the latest positions, each weighted by its accuracy.
    case weightedMovingAverage
    /// A Kalman filter with `horizontalAccuracy` as measurement noise.
    case kalman
}
