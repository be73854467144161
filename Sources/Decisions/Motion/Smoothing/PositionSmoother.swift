public import LocationModel

/// Smooths positions as they come, without looking ahead. Speed, course and altitude are the receiver's own.
public struct PositionSmoother: Sendable, Hashable, Codable {
    /// Seconds without a location after which smoothing starts again: earlier positions are no longer relevant.
    static let memory = 10.0

    private enum Method: Sendable, Hashable, Codable {
        case average(MovingAverage)
        case kalman(KalmanFilter)
    }

    /// The smoothing method.
    public let smoothing: Smoothing
    private var method: Method
    private var last: Timestamp?

    /// A smoother without any location yet.
    public init(_ smoothing: Smoothing) {
        self.smoothing = smoothing
        method = Self.method(smoothing)
    }

    /// Whether this type can have written it: a file may contain anything.
    package var isValid: Bool {
        switch method {
        case .average(let average): smoothing != .kalman && average.isValid
        case .kalman(let filter): smoothing == .kalman && filter.isValid
        }
    }

    /// The location with its position smoothed.
    public mutating func smooth(_ location: Location) -> Location {
        if let last {
            let seconds = location.timestamp.seconds(since: last)
            if seconds <= 0 || seconds > Self.memory { reset() }
        }
        last = location.timestamp
        switch method {
        case .average(var average):
            // The enum's own copy must go first, or every change copies the window.
            method = .kalman(KalmanFilter())
            let smoothed = average.smooth(location)
            method = .average(average)
            return smoothed
        case .kalman(var filter):
            let smoothed = filter.smooth(location)
            method = .kalman(filter)
            return smoothed
        }
    }

    /// Starts again after a step back in time or a gap. The learned noise is kept.
    public mutating func reset() {
        last = nil
        switch method {
        case .average(var average):
            average.restart()
            method = .average(average)
        case .kalman(var filter):
            filter.restart()
            method = .kalman(filter)
        }
    }

    private static func method(_ smoothing: Smoothing) -> Method {
        switch smoothing {
        case .movingAverage: .average(MovingAverage(isWeighted: false))
        case .weightedMovingAverage: .average(MovingAverage(isWeighted: true))
        case .kalman: .kalman(KalmanFilter())
        }
    }
}

/// A way to smooth positions.
public enum Smoothing: String, Sendable, Hashable, Codable, CaseIterable {
    /// The mean of the latest positions, where their noise is white.
    case movingAverage
    /// The same, each weighted by its accuracy.
    case weightedMovingAverage
    /// A Kalman filter with the reported velocity, which believes a position as far as its noise is white.
    case kalman
}
