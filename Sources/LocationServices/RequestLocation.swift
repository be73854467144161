public import LocationModel
internal import Motion

/// Core Location's `requestLocation` as a pure state machine: one location, or the word that there is none.
///
/// A location as accurate as desired ends it at once. Where the best is desired, that is the moment when it gets no better
/// any more. At the timeout the best that was seen must do.
public struct RequestLocation: Sendable {
    /// How a request ends.
    public enum Outcome: Sendable, Hashable {
        case location(Location)
        /// Not a single location came in time.
        case locationUnknown
    }

    /// How long it waits, unless told otherwise: what developers observe of Core Location.
    public static let timeout = Duration.seconds(10)
    /// Without a desired radius: locations in a row that are not clearly better than the best.
    static let settled = 3
    /// What counts as clearly better: this part of the best accuracy.
    static let improvement = 0.8

    /// The instant at which ``tick(at:)`` is due.
    public let deadline: Duration
    private let desiredAccuracy: DesiredAccuracy
    private var best: Location?
    private var notBetter = 0

    /// A request at a monotonic instant.
    public init(desiredAccuracy: DesiredAccuracy, timeout: Duration = Self.timeout, at now: Duration) {
        self.desiredAccuracy = desiredAccuracy
        deadline = now + timeout
    }

    /// The same request, to the same deadline, before it saw any location.
    func restarted(desiredAccuracy: DesiredAccuracy) -> RequestLocation {
        RequestLocation(desiredAccuracy: desiredAccuracy, timeout: .zero, at: deadline)
    }

    /// Takes a location that passed the gate; the outcome, if it ends the request.
    public mutating func receive(_ location: Location) -> Outcome? {
        let isFirst = best == nil
        let isClearlyBetter =
            if let new = location.horizontalAccuracy, let old = best?.horizontalAccuracy {
                new < old * Self.improvement
            } else {
                best?.horizontalAccuracy == nil && location.horizontalAccuracy != nil
            }
        notBetter = isFirst || isClearlyBetter ? 0 : notBetter + 1
        // Of equals the newer one.
        if isFirst || (location.horizontalAccuracy ?? .infinity) <= (best?.horizontalAccuracy ?? .infinity) {
            best = location
        }
        let radius = desiredAccuracy.meters
        let isGoodEnough: Bool
        if radius == 0 {
            isGoodEnough = notBetter >= Self.settled
        } else {
            // A fix of satellites without an accuracy is still one within a hundred metres.
            isGoodEnough = (location.horizontalAccuracy ?? AccuracyModel.promisedAccuracy) <= radius
        }
        return isGoodEnough ? best.map(Outcome.location) : nil
    }

    /// Time passed; the outcome, if the request is over.
    public func tick(at now: Duration) -> Outcome? {
        guard now >= deadline else { return nil }
        return best.map(Outcome.location) ?? .locationUnknown
    }
}
