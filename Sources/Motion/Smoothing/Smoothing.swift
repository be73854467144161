/// A way to smooth positions.
public enum Smoothing: String, Sendable, Hashable, Codable, CaseIterable {
    /// The mean of the latest positions, where their noise is white.
    case movingAverage
    /// The same, each weighted by its accuracy.
    case weightedMovingAverage
    /// A Kalman filter with the reported velocity, which believes a position as far as its noise is white.
    case kalman
}
