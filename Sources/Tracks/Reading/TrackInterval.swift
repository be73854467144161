public import LocationModel

/// A stretch of time, open at either end where there is no bound.
public struct TrackInterval: Sendable, Hashable {
    /// The first moment in it.
    public var from: Timestamp?
    /// The first moment after it.
    public var to: Timestamp?

    /// From one moment up to, and not including, another.
    public init(from: Timestamp? = nil, to: Timestamp? = nil) {
        self.from = from
        self.to = to
    }

    /// Everything.
    public static let all = TrackInterval()

    /// Whether a moment is in it.
    public func contains(_ moment: Timestamp) -> Bool {
        (from.map { moment >= $0 } ?? true) && (to.map { moment < $0 } ?? true)
    }

    /// Whether any moment between these two, both included, is in it.
    func intersects(_ times: ClosedRange<Timestamp>) -> Bool {
        (from.map { times.upperBound >= $0 } ?? true) && (to.map { times.lowerBound < $0 } ?? true)
    }
}
