/// The surroundings of beacons. Without a daemon that listens to beacons, monitoring fails.
@_weakLinked open class CLBeaconRegion: CLRegion {
    private let constraint: CLBeaconIdentityConstraint

    /// The beacons of the region.
    open var beaconIdentityConstraint: CLBeaconIdentityConstraint { constraint }
    /// The UUID of the beacons.
    open var uuid: UUID { constraint.uuid }
    /// The major value; `nil`: any.
    open var major: NSNumber? { constraint.major.map { NSNumber(value: $0) } }
    /// The minor value; `nil`: any.
    open var minor: NSNumber? { constraint.minor.map { NSNumber(value: $0) } }
    /// Whether the state is reported again when a session is unlocked inside.
    open var notifyEntryStateOnDisplay = false

    /// All beacons of a UUID.
    public init(uuid: UUID, identifier: String) {
        constraint = CLBeaconIdentityConstraint(uuid: uuid)
        super.init(identifier: identifier)
    }

    /// The beacons with one major value.
    public init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
        constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major)
        super.init(identifier: identifier)
    }

    /// One beacon.
    public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String) {
        constraint = CLBeaconIdentityConstraint(uuid: uuid, major: major, minor: minor)
        super.init(identifier: identifier)
    }

    /// The beacons of a constraint.
    public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
        constraint = beaconIdentityConstraint
        super.init(identifier: identifier)
    }

    /// All beacons of a UUID.
    @available(*, deprecated, renamed: "init(uuid:identifier:)")
    public convenience init(proximityUUID: UUID, identifier: String) {
        self.init(uuid: proximityUUID, identifier: identifier)
    }

    /// The beacons with one major value.
    @available(*, deprecated, renamed: "init(uuid:major:identifier:)")
    public convenience init(proximityUUID: UUID, major: CLBeaconMajorValue, identifier: String) {
        self.init(uuid: proximityUUID, major: major, identifier: identifier)
    }

    /// One beacon.
    @available(*, deprecated, renamed: "init(uuid:major:minor:identifier:)")
    public convenience init(
        proximityUUID: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
    ) {
        self.init(uuid: proximityUUID, major: major, minor: minor, identifier: identifier)
    }

    /// The UUID of the beacons.
    @available(*, deprecated, renamed: "uuid")
    open var proximityUUID: UUID { uuid }

    /// Reads an archive; `nil` if it names no beacons.
    public required init?(coder: NSCoder) {
        guard let constraint = coder.decodeObject(of: CLBeaconIdentityConstraint.self, forKey: Key.constraint) else {
            return nil
        }
        self.constraint = constraint
        super.init(coder: coder)
        notifyEntryStateOnDisplay = coder.decodeBool(forKey: Key.display)
    }

    /// Writes an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(constraint, forKey: Key.constraint)
        coder.encode(notifyEntryStateOnDisplay, forKey: Key.display)
    }

    /// A copy that does not change with this region.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = copied(to: CLBeaconRegion(beaconIdentityConstraint: constraint, identifier: identifier))
        copy.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
        return copy
    }

    /// The data that a device advertises to be such a beacon: UUID, major and minor value (0 for any), and the power
    /// measured at one metre in dBm, -59 by default; all big-endian.
    open func peripheralData(withMeasuredPower measuredPower: NSNumber?) -> NSMutableDictionary {
        let uuid = uuid.uuid
        var bytes = withUnsafeBytes(of: uuid) { Data($0) }
        for value in [constraint.major ?? 0, constraint.minor ?? 0] {
            bytes.append(UInt8(value >> 8))
            bytes.append(UInt8(truncatingIfNeeded: value))
        }
        bytes.append(UInt8(bitPattern: measuredPower?.int8Value ?? -59))
        return NSMutableDictionary(dictionary: ["kCBAdvDataAppleBeaconKey": bytes])
    }

    /// Identifier, UUID, major and minor value.
    open override var description: String {
        "\(type(of: self)) (identifier:'\(identifier)', \(constraint.figures))"
    }

    private enum Key {
        static let constraint = "beaconIdentityConstraint"
        static let display = "notifyEntryStateOnDisplay"
    }
}
