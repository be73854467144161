public import LocationModel

/// A time interval, unlimited at an end without a bound.
public struct TrackInterval: Sendable, Hashable {
    /// The first moment in the interval.
    public var from: Timestamp?
    /// The first moment after the interval.
    public var to: Timestamp?

    /// Creates an interval from one moment up to, but not including, another.
    public init(from: Timestamp? = nil, to: Timestamp? = nil) {
        self.from = from
        self.to = to
    }

    /// All times.
    public static let all = TrackInterval()

    /// Whether a moment is in the interval.
    public func contains(_ moment: Timestamp) -> Bool {
        (from.map { moment >= $0 } ?? true) && (to.map { moment < $0 } ?? true)
    }

    /// Whether any moment of a closed range is in the interval.
    func intersects(_ times: ClosedRange<Timestamp>) -> Bool {
        (from.map { times.upperBound >= $0 } ?? true) && (to.map { times.lowerBound < $0 } ?? true)
    }
}
