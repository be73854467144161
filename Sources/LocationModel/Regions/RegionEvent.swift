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
        /// It was inside when it was first determined, which is no entry; or a region that was inside got another shape, and it is
        /// outside of that, which is no exit.
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

    /// Whether a track keeps it: a crossing, or the word that what the track said of a region that was changed is no longer so.
    /// To be inside from the beginning is nothing that happened.
    public var isRecorded: Bool {
        switch cause {
        case .crossed: true
        case .determined: state == .outside
        case .requested: false
        }
    }

    /// The state of a region at a moment.
    public init(timestamp: Timestamp, identifier: String, state: RegionState, cause: Cause) {
        self.timestamp = timestamp
        self.identifier = identifier
        self.state = state
        self.cause = cause
    }
}

extension RegionEvent: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.member("identifier", identifier)
        members.member("state", state.rawValue)
        members.member("cause", cause.rawValue)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        guard let cause = try members.requiredWord("cause", as: Cause.self),
            let state = try members.requiredWord("state", as: RegionState.self)
        else { return nil }
        let identifier = try members.requiredText("identifier")
        self.init(
            timestamp: try members.requiredMoment("timestamp"), identifier: identifier, state: state, cause: cause)
    }
}
