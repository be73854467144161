/// The beacons of one constraint that were ranged, the nearest first; those of unknown distance come last. Core
/// Location's `didRange`. Empty while no beacon is heard.
public struct RangedBeacons: Sendable, Hashable {
    /// When they were ranged.
    public var timestamp: Timestamp
    /// What was asked for.
    public var constraint: BeaconConstraint
    /// The beacons.
    public var beacons: [RangedBeacon]

    /// Creates a report.
    public init(timestamp: Timestamp, constraint: BeaconConstraint, beacons: [RangedBeacon]) {
        self.timestamp = timestamp
        self.constraint = constraint
        self.beacons = beacons
    }
}

extension RangedBeacons: JSONRecord {
    package func write(to members: inout some MemberWriter) {
        members.member("timestamp", timestamp)
        members.member("constraint", constraint.description)
        members.members("beacons", beacons)
    }

    package init(from members: inout some MemberReader) throws(MemberFault) {
        let timestamp = try members.requiredMoment("timestamp")
        guard let constraint = BeaconConstraint(try members.requiredText("constraint")) else {
            throw MemberFault(.invalid, "constraint")
        }
        guard let beacons = members.records("beacons", as: RangedBeacon.self) else { throw members.fault("beacons") }
        self.init(timestamp: timestamp, constraint: constraint, beacons: beacons)
    }
}
