public import LocationModel

/// Core Location's `requestLocation` as a pure state machine: one location, or ``Outcome/locationUnknown``.
///
/// A location of the desired accuracy ends it immediately. If the best accuracy is desired, it ends when the accuracy
/// stops improving. At the timeout, the best location so far is the result.
public struct RequestLocation: Sendable {
    /// The result of a request.
    public enum Outcome: Sendable, Hashable {
        case location(Location)
        /// No location arrived in time.
        case locationUnknown
    }

    /// The default timeout, as developers observe it in Core Location.
    public static let timeout = Duration.seconds(10)
    /// Without a desired radius: consecutive locations that are not clearly better, and the seconds of their times
    /// since the last one that was. At 25 Hz three prove nothing.
    static let settled = (locations: 3, seconds: 2.0)
    /// An accuracy is clearly better if it is below this fraction of that of the last clearly better one.
    static let improvement = 0.8

    /// The instant at which ``tick(at:)`` is due.
    public let deadline: Duration
    private let desiredAccuracy: DesiredAccuracy
    private var best: Location?
    /// The last location that was clearly better: the best one would follow each small step of a steady improvement.
    private var improved: Location?
    private var notBetter = 0

    /// A request that starts at a monotonic instant.
    public init(desiredAccuracy: DesiredAccuracy, timeout: Duration = Self.timeout, at now: Duration) {
        self.desiredAccuracy = desiredAccuracy
        deadline = now + timeout
    }

    /// A new request with the same deadline, before any location.
    func restarted(desiredAccuracy: DesiredAccuracy) -> RequestLocation {
        RequestLocation(desiredAccuracy: desiredAccuracy, timeout: .zero, at: deadline)
    }

    /// Takes a location that passed the gate; returns the outcome if it ends the request.
    public mutating func receive(_ location: Location) -> Outcome? {
        let isFirst = best == nil
        let isClearlyBetter =
            if let new = location.horizontalAccuracy, let old = improved?.horizontalAccuracy {
                new < old * Self.improvement
            } else {
                improved?.horizontalAccuracy == nil && location.horizontalAccuracy != nil
            }
        if isFirst || isClearlyBetter { improved = location }
        notBetter = isFirst || isClearlyBetter ? 0 : notBetter + 1
        // Of equals the newer one.
        if isFirst || (location.horizontalAccuracy ?? .infinity) <= (best?.horizontalAccuracy ?? .infinity) {
            best = location
        }
        let radius = desiredAccuracy.meters
        let isGoodEnough: Bool
        if radius == 0 {
            let seconds = improved.map { location.timestamp.seconds(since: $0.timestamp) } ?? 0
            isGoodEnough = notBetter >= Self.settled.locations && seconds >= Self.settled.seconds
        } else {
            isGoodEnough = (location.horizontalAccuracy ?? Location.boundOfUnknownAccuracy) <= radius
        }
        return isGoodEnough ? best.map(Outcome.location) : nil
    }

    /// Time passed; returns the outcome if the request is over.
    public func tick(at now: Duration) -> Outcome? {
        guard now >= deadline else { return nil }
        return best.map(Outcome.location) ?? .locationUnknown
    }
}
