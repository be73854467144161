/// The side of a region's boundary.
public enum RegionState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Not determined yet.
    case unknown
    case inside
    case outside
}

/// An event of region monitoring.
public struct RegionEvent: Sendable, Hashable {
    /// The cause of the event.
    public enum Cause: String, Sendable, Hashable, Codable, CaseIterable {
        /// The boundary was crossed: Core Location's `didEnterRegion` and `didExitRegion`.
        case crossed
        /// The first determined state was inside, which does not count as an entry; or the region got another shape and
        /// the state changed from inside to outside, which does not count as an exit.
        case determined
        /// A client requested the state.
        case requested
    }

    /// The time of the location that led to the decision; of a requested state, of the latest location.
    public var timestamp: Timestamp
    /// The region's identifier.
    public var identifier: String
    /// The current state.
    public var state: RegionState
    /// The cause of the event.
    public var cause: Cause
    /// The beacon that is here; `nil` outside, and for regions that are places.
    public var beacon: BeaconIdentity?

    /// Whether the event is recorded in a track: a crossing, or a correction after the shape of a region changed. Being
    /// inside from the start is not recorded.
    public var isRecorded: Bool {
        switch cause {
        case .crossed: true
        case .determined: state == .outside
        case .requested: false
        }
    }

    /// Creates an event with the state of a region at a time.
    public init(
        timestamp: Timestamp, identifier: String, state: RegionState, cause: Cause, beacon: BeaconIdentity? = nil
    ) {
        self.timestamp = timestamp
        self.identifier = identifier
        self.state = state
        self.cause = cause
        self.beacon = beacon
    }
}

extension RegionEvent: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.member("identifier", identifier)
        members.member("state", state.rawValue)
        members.member("cause", cause.rawValue)
        members.member(ifKnown: "beacon", beacon?.description)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        guard let cause = try members.requiredWord("cause", as: Cause.self),
            let state = try members.requiredWord("state", as: RegionState.self)
        else { return nil }
        let identifier = try members.requiredText("identifier")
        self.init(
            timestamp: try members.requiredMoment("timestamp"), identifier: identifier, state: state, cause: cause,
            beacon: members.text("beacon").flatMap { BeaconIdentity($0) })
    }
}
