/// Which side of a region's boundary something is on.
public enum RegionState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Not determined yet.
    case unknown
    case inside
    case outside
}

/// What region monitoring tells.
public struct RegionEvent: Sendable, Hashable {
    /// Why it is told.
    public enum Cause: String, Sendable, Hashable, Codable, CaseIterable {
        /// The boundary was crossed: Core Location's `didEnterRegion` and `didExitRegion`.
        case crossed
        /// It was inside when it was first determined: no entry.
        case determined
        /// Somebody asked for the state.
        case requested
    }

    /// The time of the location that brought the decision.
    public var timestamp: Timestamp
    /// The region's identifier.
    public var identifier: String
    /// Where it is now.
    public var state: RegionState
    /// Why it is told.
    public var cause: Cause

    /// The state of a region at a moment.
    public init(timestamp: Timestamp, identifier: String, state: RegionState, cause: Cause) {
        self.timestamp = timestamp
        self.identifier = identifier
        self.state = state
        self.cause = cause
    }
}
