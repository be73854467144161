public import LocationModel

/// Core Location's significant-change service as a pure state machine: a location when it is 500 m from the last one that
/// was told, and not within five minutes of it.
public struct SignificantChange: Sendable {
    /// What must survive a restart.
    public struct State: Sendable, Hashable, Codable {
        var last: Location?
    }

    /// Metres from the location that was told last.
    public static let distance = 500.0
    /// Seconds since it.
    public static let interval = 300.0

    /// What to keep for the next run.
    public private(set) var state: State

    /// A fresh service tells the first location that it is given, which is the latest that is known.
    public init(resuming state: State? = nil) {
        self.state = state ?? State()
    }

    /// Whether a location that passed the gate is to be told.
    public mutating func receive(_ location: Location) -> Bool {
        if let last = state.last {
            let moved = location.distance(to: last)
            // Being less accurate than far away proves no change.
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
