/// The beacons to detect: all of a UUID, those with one major value, or a single one.
@_weakLinked open class CLBeaconIdentityConstraint: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let storedUUID: UUID
    private let storedMajor: CLBeaconMajorValue?
    private let storedMinor: CLBeaconMinorValue?

    /// The UUID of a group of beacons.
    open var uuid: UUID { storedUUID }
    /// The major value; `nil`: any.
    open var major: CLBeaconMajorValue? { storedMajor }
    /// The minor value; `nil`: any.
    open var minor: CLBeaconMinorValue? { storedMinor }

    /// All beacons of a UUID.
    public init(uuid: UUID) {
        (storedUUID, storedMajor, storedMinor) = (uuid, nil, nil)
        super.init()
    }

    /// The beacons with one major value.
    public init(uuid: UUID, major: CLBeaconMajorValue) {
        (storedUUID, storedMajor, storedMinor) = (uuid, major, nil)
        super.init()
    }

    /// One beacon.
    public init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
        (storedUUID, storedMajor, storedMinor) = (uuid, major, minor)
        super.init()
    }

    /// Reads an archive; `nil` if it contains no UUID.
    public required init?(coder: NSCoder) {
        guard let uuid = coder.decodeObject(of: NSUUID.self, forKey: Key.uuid) else { return nil }
        storedUUID = uuid as UUID
        storedMajor = coder.decodeObject(of: NSNumber.self, forKey: Key.major)?.uint16Value
        storedMinor = coder.decodeObject(of: NSNumber.self, forKey: Key.minor)?.uint16Value
        super.init()
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(uuid as NSUUID, forKey: Key.uuid)
        coder.encode(major.map { NSNumber(value: $0) }, forKey: Key.major)
        coder.encode(minor.map { NSNumber(value: $0) }, forKey: Key.minor)
    }

    /// Archives of it are read with its class named.
    public static var supportsSecureCoding: Bool { true }

    /// Returns itself, because it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Equal if all three values are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLBeaconIdentityConstraint else { return false }
        return (other.uuid, other.major, other.minor) == (uuid, major, minor)
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(uuid)
        hasher.combine(major)
        hasher.combine(minor)
        return hasher.finalize()
    }

    /// UUID, major and minor value; `(null)` for any.
    open override var description: String { "\(type(of: self)) (\(figures))" }

    /// `uuid:…, major:1, minor:(null)`
    var figures: String {
        let values = [("major", major), ("minor", minor)].map { "\($0):\($1.map { "\($0)" } ?? "(null)")" }
        return "uuid:\(uuid.uuidString), \(values.joined(separator: ", "))"
    }

    private enum Key {
        static let uuid = "uuid"
        static let major = "major"
        static let minor = "minor"
    }
}
