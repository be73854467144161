import LocationModel

/// A beacon that was ranged.
@_weakLinked open class CLBeacon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let constraint: CLBeaconIdentityConstraint
    private let storedProximity: CLProximity
    private let storedAccuracy: CLLocationAccuracy
    private let storedRSSI: Int
    private let storedTimestamp: Date

    /// The UUID of its group.
    open var uuid: UUID { constraint.uuid }
    /// Its major value.
    open var major: NSNumber { NSNumber(value: constraint.major ?? 0) }
    /// Its minor value.
    open var minor: NSNumber { NSNumber(value: constraint.minor ?? 0) }
    /// The estimated proximity.
    open var proximity: CLProximity { storedProximity }
    /// The accuracy in metres, one sigma; negative: unknown.
    open var accuracy: CLLocationAccuracy { storedAccuracy }
    /// The mean strength of its signal since it was last reported, dBm; 0 if it was not heard since.
    open var rssi: Int { storedRSSI }
    /// When it was seen.
    open var timestamp: Date { storedTimestamp }

    /// The UUID of its group.
    @available(*, deprecated, renamed: "uuid")
    open var proximityUUID: UUID { uuid }

    /// A beacon with unknown values.
    public override init() {
        constraint = CLBeaconIdentityConstraint(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        storedProximity = .unknown
        storedAccuracy = -1
        storedRSSI = 0
        storedTimestamp = Date()
        super.init()
    }

    init(_ beacon: RangedBeacon) {
        constraint = CLBeaconIdentityConstraint(BeaconConstraint(beacon.identity))
        storedProximity = CLProximity(beacon.proximity)
        storedAccuracy = beacon.accuracy ?? -1
        storedRSSI = beacon.rssi ?? 0
        storedTimestamp = Date(beacon.timestamp)
        super.init()
    }

    /// Reads an archive; `nil` if the identity or the time is missing.
    public required init?(coder: NSCoder) {
        guard let constraint = coder.decodeObject(of: CLBeaconIdentityConstraint.self, forKey: Key.identity),
            let timestamp = coder.decodeObject(of: NSDate.self, forKey: Key.timestamp)
        else { return nil }
        self.constraint = constraint
        storedTimestamp = timestamp as Date
        storedProximity = CLProximity(rawValue: coder.decodeInteger(forKey: Key.proximity)) ?? .unknown
        storedAccuracy = coder.decodeDouble(forKey: Key.accuracy)
        storedRSSI = coder.decodeInteger(forKey: Key.rssi)
        super.init()
    }

    /// The identity and proximity.
    open override var description: String {
        let distance = "proximity:\(proximity.rawValue) +/- \(String(format: "%.2f", accuracy))m"
        return "\(type(of: self)) (\(constraint.figures), \(distance), rssi:\(rssi))"
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(constraint, forKey: Key.identity)
        coder.encode(timestamp as NSDate, forKey: Key.timestamp)
        coder.encode(proximity.rawValue, forKey: Key.proximity)
        coder.encode(accuracy, forKey: Key.accuracy)
        coder.encode(rssi, forKey: Key.rssi)
    }

    /// Archives of it are read with its class named.
    public static var supportsSecureCoding: Bool { true }

    /// Returns itself, because it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    private enum Key {
        static let identity = "identity"
        static let timestamp = "timestamp"
        static let proximity = "proximity"
        static let accuracy = "accuracy"
        static let rssi = "rssi"
    }
}
