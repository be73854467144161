/// What is known of the beacons that somebody asked for.
public enum BeaconReport: Sendable, Hashable {
    /// Whether beacons of a constraint are here: determined, or changed.
    case presence(BeaconPresence)
    /// The beacons of a constraint were ranged.
    case ranged(RangedBeacons)
    /// Beacons of this constraint cannot be ranged now: nothing listens to them.
    case rangingFailed(BeaconConstraint, at: Timestamp)
}

/// Whether beacons of a constraint are here.
public struct BeaconPresence: Sendable, Hashable {
    /// When that was determined.
    public var timestamp: Timestamp
    /// The beacons in question.
    public var constraint: BeaconConstraint
    /// One of them that is here; `nil` if all are away.
    public var beacon: BeaconIdentity?

    /// Creates a presence.
    public init(timestamp: Timestamp, constraint: BeaconConstraint, beacon: BeaconIdentity?) {
        self.timestamp = timestamp
        self.constraint = constraint
        self.beacon = beacon
    }

    /// The side of a region of these beacons.
    public var state: RegionState { beacon == nil ? .outside : .inside }
}

/// The beacons that somebody asks for.
public struct BeaconDemand: Sendable, Hashable {
    /// Their presence.
    public var monitored: Set<BeaconConstraint>
    /// Their distance.
    public var ranged: Set<BeaconConstraint>

    /// Creates a demand, empty by default.
    public init(monitored: Set<BeaconConstraint> = [], ranged: Set<BeaconConstraint> = []) {
        self.monitored = monitored
        self.ranged = ranged
    }

    /// Whether nobody asks for anything.
    public var isEmpty: Bool { monitored.isEmpty && ranged.isEmpty }

    /// Adds another demand.
    public mutating func formUnion(_ other: BeaconDemand) {
        monitored.formUnion(other.monitored)
        ranged.formUnion(other.ranged)
    }
}
