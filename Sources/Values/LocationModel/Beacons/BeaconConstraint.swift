/// The beacons to detect: all of a UUID, those with one major value, or a single one. Core Location's
/// `CLBeaconIdentityConstraint`.
public struct BeaconConstraint: Sendable, Hashable {
    /// The group.
    public let uuid: BeaconUUID
    /// The major value; `nil`: any.
    public let major: UInt16?
    /// The minor value; `nil`: any, and always if the major value is `nil`.
    public let minor: UInt16?

    /// The beacons of a group.
    public init(uuid: BeaconUUID) {
        (self.uuid, major, minor) = (uuid, nil, nil)
    }

    /// Those with one major value, or one of those.
    public init(uuid: BeaconUUID, major: UInt16, minor: UInt16? = nil) {
        (self.uuid, self.major, self.minor) = (uuid, major, minor)
    }

    /// Exactly one beacon.
    public init(_ identity: BeaconIdentity) {
        self.init(uuid: identity.uuid, major: identity.major, minor: identity.minor)
    }

    /// Reads `UUID`, `UUID:MAJOR` or `UUID:MAJOR:MINOR`; `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        // Three parts need no more bytes.
        guard text.utf8.count <= 48 else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 3, let uuid = parts.first.flatMap({ BeaconUUID($0) }) else { return nil }
        var values: [UInt16] = []
        for part in parts.dropFirst() {
            guard part.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let value = UInt16(part)
            else { return nil }
            values.append(value)
        }
        switch values.count {
        case 0: self.init(uuid: uuid)
        case 1: self.init(uuid: uuid, major: values[0])
        default: self.init(uuid: uuid, major: values[0], minor: values[1])
        }
    }

    /// Whether a beacon satisfies it.
    public func isSatisfied(by identity: BeaconIdentity) -> Bool {
        uuid == identity.uuid && (major ?? identity.major) == identity.major
            && (minor ?? identity.minor) == identity.minor
    }
}

extension BeaconConstraint: CustomStringConvertible {
    /// `UUID`, `UUID:MAJOR` or `UUID:MAJOR:MINOR`.
    public var description: String {
        let values = [major, minor].compactMap(\.self).map { ":\($0)" }
        return uuid.description + values.joined()
    }
}

extension BeaconConstraint: TextCodable {}

/// What one beacon advertises, in Core Location's terms.
public struct BeaconIdentity: Sendable, Hashable {
    /// The group that it belongs to.
    public var uuid: BeaconUUID
    /// A part of the group, such as a building.
    public var major: UInt16
    /// One beacon of that part.
    public var minor: UInt16

    /// Creates an identity.
    public init(uuid: BeaconUUID, major: UInt16, minor: UInt16) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    /// Reads `UUID:MAJOR:MINOR`; `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        guard let constraint = BeaconConstraint(text), let major = constraint.major, let minor = constraint.minor else {
            return nil
        }
        self.init(uuid: constraint.uuid, major: major, minor: minor)
    }
}

extension BeaconIdentity: CustomStringConvertible {
    /// `UUID:MAJOR:MINOR`.
    public var description: String { "\(uuid):\(major):\(minor)" }
}
