/// What changed while somebody was on foot.
@_weakLinked public enum CMPedometerEventType: Int, Sendable {
    /// Nobody walks or runs any more.
    case pause = 0
    /// Somebody walks or runs.
    case resume = 1
}

/// Somebody began or ceased to walk or run.
@_weakLinked open class CMPedometerEvent: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let storedDate: Date
    private let storedType: CMPedometerEventType

    /// When it was recognized, by the receiver's time.
    open var date: Date { storedDate }
    /// Which of them.
    open var type: CMPedometerEventType { storedType }

    init(_ type: CMPedometerEventType, at date: Date) {
        storedType = type
        storedDate = date
        super.init()
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        guard let date = coder.decodeObject(of: NSDate.self, forKey: "date"),
            let type = CMPedometerEventType(rawValue: coder.decodeInteger(forKey: "type"))
        else { return nil }
        storedDate = date as Date
        storedType = type
        super.init()
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(storedDate as NSDate, forKey: "date")
        coder.encode(storedType.rawValue, forKey: "type")
    }

    /// Archives of it are read with its class named.
    open class var supportsSecureCoding: Bool { true }

    /// Itself: it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
