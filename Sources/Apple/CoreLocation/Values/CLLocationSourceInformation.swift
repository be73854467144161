/// The source of a location.
@_weakLinked open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let isSimulated: Bool
    private let isFromAccessory: Bool

    /// Whether a simulator or a recording made it.
    open var isSimulatedBySoftware: Bool { isSimulated }
    /// Whether an accessory produced it: true for every live receiver of the daemon.
    open var isProducedByAccessory: Bool { isFromAccessory }

    /// Creates information of both kinds.
    public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool) {
        isSimulated = isSoftware
        isFromAccessory = isAccessory
        super.init()
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        isSimulated = coder.decodeBool(forKey: Key.simulated)
        isFromAccessory = coder.decodeBool(forKey: Key.accessory)
        super.init()
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(isSimulatedBySoftware, forKey: Key.simulated)
        coder.encode(isProducedByAccessory, forKey: Key.accessory)
    }

    /// Archives of it are read with its class named.
    public static var supportsSecureCoding: Bool { true }

    /// Returns itself, because it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Equal if both values are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocationSourceInformation else { return false }
        return other.isSimulatedBySoftware == isSimulatedBySoftware
            && other.isProducedByAccessory == isProducedByAccessory
    }

    open override var hash: Int { (isSimulatedBySoftware ? 2 : 0) + (isProducedByAccessory ? 1 : 0) }

    private enum Key {
        static let simulated = "isSimulatedBySoftware"
        static let accessory = "isProducedByAccessory"
    }
}
