public import LocationModel

/// Core Location's deferred delivery as a pure state machine: locations are held back until a distance was travelled or
/// a time passed, and then delivered in one batch, in order.
public struct DeferredUpdates: Sendable {
    /// The maximum number of locations that are held back. The last of them ends the deferral, and none is lost.
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
        // A deadline more than a year away never comes.
        deadline = now.flatMap { timeout < 31_536_000 ? $0 + .seconds(max(timeout, 0)) : nil }
    }

    /// Why a deferral is not possible; `nil` if it is.
    public static func refusal(for settings: ManagerSettings) -> LocationFailure.Error? {
        if settings.desiredAccuracy != .best && settings.desiredAccuracy != .bestForNavigation {
            return .deferredAccuracyTooLow
        }
        return settings.distanceFilter == nil ? nil : .deferredDistanceFiltered
    }

    /// Adds an event of the standard service; true if it ends the deferral.
    public mutating func keep(_ event: LocationEvent) -> Bool {
        kept.append(event)
        if case .location(let location) = event {
            if let last { travelled += location.distance(to: last) }
            last = location
            first = first ?? location.timestamp
        }
        switch event {
        // Events of other services with the new time must come after the first, and a pause ends the updates: what came
        // behind it would be lost.
        case .timeReset, .pause: return true
        default: break
        }
        let elapsed = if let first, let last { last.timestamp.seconds(since: first) } else { 0.0 }
        return travelled >= distance || elapsed >= timeout || kept.count >= Self.limit
    }

    /// Whether the timeout passed.
    public func isDue(at now: Duration) -> Bool {
        deadline.map { now >= $0 } ?? false
    }

    /// Ends it: returns the event that announces the end, and the events that were held back, in order.
    public func finish(error: LocationFailure.Error? = nil) -> [LocationEvent] {
        [.deferredUpdatesFinished(DeferredUpdatesFinish(timestamp: last?.timestamp, error: error))] + kept
    }
}
