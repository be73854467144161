public import LocationModel

/// Whether the machine moves now, in the reply of `Status`.
public struct MotionStatus: Codable, Sendable, Hashable {
    /// Whether it moves.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// It moves.
        case moving
        /// It has halted.
        case parked
    }

    /// Whether it moves.
    public var state: State
    /// Since when, UTC, RFC 3339 with milliseconds; `nil` if it began before anything was known.
    public var since: String?

    /// A state since a moment.
    public init(_ state: State, since: Timestamp? = nil) {
        self.state = state
        self.since = since?.description
    }
}
