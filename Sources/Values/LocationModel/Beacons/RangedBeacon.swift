/// How near a beacon is: Core Location's `CLProximity`.
public enum BeaconProximity: String, Sendable, Hashable, Codable, CaseIterable {
    /// Not heard lately, or its power is unknown.
    case unknown
    /// Within half a metre.
    case immediate
    /// Within 3 metres.
    case near
    /// Farther.
    case far
}

/// A beacon that was ranged: Core Location's `CLBeacon`.
public struct RangedBeacon: Sendable, Hashable {
    /// The beacon.
    public var identity: BeaconIdentity
    /// How near it is.
    public var proximity: BeaconProximity
    /// Metres, within which the beacon is with a probability of 68 %; `nil` if unknown.
    public var accuracy: Double?
    /// The mean strength of its signal since the last report, in dBm; `nil` if it was not heard since.
    public var rssi: Int?
    /// When it was last heard.
    public var timestamp: Timestamp

    /// Creates a ranged beacon.
    public init(
        _ identity: BeaconIdentity, proximity: BeaconProximity = .unknown, accuracy: Double? = nil, rssi: Int? = nil,
        timestamp: Timestamp
    ) {
        self.identity = identity
        self.proximity = proximity
        self.accuracy = accuracy
        self.rssi = rssi
        self.timestamp = timestamp
    }
}

extension RangedBeacon: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.member("uuid", identity.uuid.description)
        members.member("major", Int(identity.major))
        members.member("minor", Int(identity.minor))
        members.member("proximity", proximity.rawValue)
        members.member("accuracy", accuracy, decimals: 2)
        members.member("rssi", rssi)
    }

    package init?(from members: inout some MemberReader) throws(MemberFault) {
        let timestamp = try members.requiredMoment("timestamp")
        guard let uuid = BeaconUUID(try members.requiredText("uuid")) else { throw MemberFault(.invalid, "uuid") }
        guard let major = UInt16(exactly: try members.requiredWhole("major")) else {
            throw MemberFault(.invalid, "major")
        }
        guard let minor = UInt16(exactly: try members.requiredWhole("minor")) else {
            throw MemberFault(.invalid, "minor")
        }
        guard let proximity = try members.requiredWord("proximity", as: BeaconProximity.self) else { return nil }
        self.init(
            BeaconIdentity(uuid: uuid, major: major, minor: minor), proximity: proximity,
            accuracy: members.number("accuracy", within: .beaconDistance),
            rssi: members.number("rssi", within: .signal).flatMap { Int(exactly: $0) },
            timestamp: timestamp)
    }
}
