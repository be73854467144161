public import LocationModel

/// Core Location's significant-change service as a pure state machine: it delivers a location that is at least 500 m
/// from the last delivered one and at least five minutes later.
public struct SignificantChange: Sendable {
    /// The state kept across restarts.
    public struct State: Sendable, Hashable, Codable {
        var last: Location?
    }

    /// Metres from the last delivered location.
    public static let distance = 500.0
    /// Seconds since the last delivered location.
    public static let interval = 300.0

    /// The state to save for the next run.
    public private(set) var state: State

    /// A new service delivers its first location, which is the latest known one.
    public init(resuming state: State? = nil) {
        self.state = state ?? State()
    }

    /// Whether to deliver a location that passed the gate.
    public mutating func receive(_ location: Location) -> Bool {
        if let last = state.last {
            let moved = location.distance(to: last)
            // A move shorter than the accuracy proves no change.
            guard moved >= Self.distance, moved > location.horizontalAccuracy ?? 0 else { return false }
            let seconds = location.timestamp.seconds(since: last.timestamp)
            guard seconds >= Self.interval else { return false }
        }
        state.last = location
        return true
    }

    /// The receiver's time went back: the interval counts from the new time on.
    public mutating func timeReset(_ reset: TimeReset) {
        if let last = state.last, last.timestamp > reset.timestamp { state.last?.timestamp = reset.timestamp }
    }
}
