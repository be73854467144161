/// Whether the receiver's position is to be trusted: jamming, spoofing and faults of a receiver.
public enum IntegrityState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing speaks against it.
    case trusted
    /// A sign speaks against it; it counts as before.
    case doubtful
    /// It is not where this machine is, or cannot be relied on: it makes no way and no event of a place.
    case notTrusted
}

/// What speaks against the position.
public enum IntegrityReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// It moves otherwise than the reported speed and course say, or leapt.
    case positionAgainstSpeed
    /// It walks away while the reported speed says that nothing moves.
    case positionAgainstRest
    /// It stays the same while the reported speed says that it moves.
    case frozenPosition
    /// The receiver's time stepped against this machine's clock.
    case timeStep
    /// The receiver's time drifts against this machine's clock as no oscillator does.
    case timeDrift
    /// The receiver's time is not that of this machine's clock, which the network sets.
    case timeAgainstSystem
    /// The signals of all satellites became weaker together, or the receiver says that it is jammed.
    case jamming
    /// The signals of all satellites are equally strong, or became stronger together.
    case signalStrength
    /// Satellites in the solution stand where they cannot be received.
    case satelliteGeometry
    /// One satellite system vanished while the others stayed.
    case constellationLost
    /// The receiver says that its antenna is open or short-circuited.
    case antenna
    /// The receiver estimates the position without satellites.
    case deadReckoning
    /// The altitude leapt, or the geoid separation changed as on no journey.
    case altitude

    /// Whether it shows that the machine moves or stands.
    package var tellsMotion: Bool { self == .frozenPosition || self == .positionAgainstRest }
}

/// The trust in the position changed, or the reasons did.
public struct IntegrityChange: Sendable, Hashable, Codable {
    /// The receiver's time; in a track not before that of the record in front of it.
    public var timestamp: Timestamp
    /// The state from now on.
    public var state: IntegrityState
    /// What speaks against the position; empty if it is trusted.
    public var reasons: [IntegrityReason]
    /// When the state began.
    public var since: Timestamp

    /// Creates a change.
    public init(timestamp: Timestamp, state: IntegrityState, reasons: [IntegrityReason] = [], since: Timestamp) {
        self.timestamp = timestamp
        self.state = state
        self.reasons = reasons
        self.since = since
    }

    /// The change for clients without full accuracy: without the reasons that show motion, and with its own time as
    /// the beginning of the state.
    package var withoutMotion: IntegrityChange {
        .init(timestamp: timestamp, state: state, reasons: reasons.filter { !$0.tellsMotion }, since: timestamp)
    }
}

extension IntegrityChange: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.member("state", state.rawValue)
        members.strings("reasons", reasons.map(\.rawValue))
        members.member("since", since)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        let timestamp = try members.requiredMoment("timestamp")
        guard let state = try members.requiredWord("state", as: IntegrityState.self) else { return nil }
        let reasons = (members.texts("reasons") ?? []).compactMap(IntegrityReason.init(rawValue:))
        self.init(timestamp: timestamp, state: state, reasons: reasons, since: members.moment("since") ?? timestamp)
    }
}
