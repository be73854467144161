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
