public import LocationModel

/// Core Location's deferred delivery as a pure state machine: locations are kept until a way was travelled or a time
/// passed, and then delivered in one batch, in order.
public struct DeferredUpdates: Sendable {
    /// Locations that are kept at most; with the last of them the deferral ends, and nothing is lost.
    public static let limit = 10_000

    /// The monotonic instant at which ``isDue(at:)`` becomes true; `nil` without a timeout.
    public let deadline: Duration?
    private let distance: Double
    private let timeout: Double
    private var kept: [LocationEvent] = []
    private var first: Timestamp?
    private var last: Location?
    private var travelled = 0.0

    /// A deferral until `distance` metres were travelled or `timeout` seconds passed; infinite ones never end it.
    public init(untilTraveled distance: Double, timeout: Double, at now: Duration?) {
        self.distance = distance
        self.timeout = timeout
        // What exceeds a year never comes.
        deadline = now.flatMap { timeout < 31_536_000 ? $0 + .seconds(max(timeout, 0)) : nil }
    }

    /// Why a deferral is not possible; `nil` if it is.
    public static func refusal(for settings: ManagerSettings) -> LocationFailure.Error? {
        if settings.desiredAccuracy != .best && settings.desiredAccuracy != .bestForNavigation {
            return .deferredAccuracyTooLow
        }
        return settings.distanceFilter == nil ? nil : .deferredDistanceFiltered
    }

    /// Keeps an event of the standard service; true where the deferral is over with it.
    public mutating func keep(_ event: LocationEvent) -> Bool {
        kept.append(event)
        if case .location(let location) = event {
            if let last { travelled += location.distance(to: last) }
            last = location
            first = first ?? location.timestamp
        }
        // What other services tell of the new time must not come before the word of it.
        if case .timeReset = event { return true }
        let elapsed = if let first, let last { last.timestamp.seconds(since: first) } else { 0.0 }
        return travelled >= distance || elapsed >= timeout || kept.count >= Self.limit
    }

    /// Whether the timeout passed.
    public func isDue(at now: Duration) -> Bool {
        deadline.map { now >= $0 } ?? false
    }

    /// Ends it: the word of that, and what was kept, in order.
    public func finish(error: LocationFailure.Error? = nil) -> [LocationEvent] {
        [.deferredUpdatesFinished(DeferredUpdatesFinish(timestamp: last?.timestamp, error: error))] + kept
    }
}
