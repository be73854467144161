/// Something that was measured at a time since the machine started.
@_weakLinked open class CMLogItem: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let storedTimestamp: TimeInterval

    /// Seconds from the start of the machine to the measurement.
    open var timestamp: TimeInterval { storedTimestamp }

    /// Measured when the machine started.
    public override init() {
        storedTimestamp = 0
        super.init()
    }

    init(date: Date) {
        storedTimestamp = ProcessInfo.processInfo.systemUptime + date.timeIntervalSinceNow
        super.init()
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        storedTimestamp = coder.decodeDouble(forKey: "timestamp")
        super.init()
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(storedTimestamp, forKey: "timestamp")
    }

    /// Archives of it are read with its class named.
    open class var supportsSecureCoding: Bool { true }

    /// Itself: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
