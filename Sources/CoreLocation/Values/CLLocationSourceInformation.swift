/// Where a location comes from.
@_weakLinked open class CLLocationSourceInformation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    private let isSimulated: Bool
    private let isFromAccessory: Bool

    /// Whether a simulator or a recording made it.
    open var isSimulatedBySoftware: Bool { isSimulated }
    /// Whether something that is plugged in made it: every live receiver of the daemon's.
    open var isProducedByAccessory: Bool { isFromAccessory }

    /// Information of both kinds.
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

    /// Itself: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Equal where both kinds are.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLLocationSourceInformation else { return false }
        return other.isSimulatedBySoftware == isSimulatedBySoftware
            && other.isProducedByAccessory == isProducedByAccessory
    }

    /// Of both kinds.
    open override var hash: Int { (isSimulatedBySoftware ? 2 : 0) + (isProducedByAccessory ? 1 : 0) }

    private enum Key {
        static let simulated = "isSimulatedBySoftware"
        static let accessory = "isProducedByAccessory"
    }
}
