/// The floor of a building: a number, 0 at the ground, and not an altitude. No receiver reports it.
@_weakLinked open class CLFloor: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    private let storedLevel: Int

    /// The floor: 0 at the ground, negative below it.
    open var level: Int { storedLevel }

    /// The ground.
    public override init() {
        storedLevel = 0
        super.init()
    }

    /// Reads an archive.
    public required init?(coder: NSCoder) {
        storedLevel = coder.decodeInteger(forKey: Key.level)
        super.init()
    }

    /// Writes an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(level, forKey: Key.level)
    }

    /// Archives of it are read with its class named.
    public static var supportsSecureCoding: Bool { true }

    /// Returns itself, because it does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Floors of one level are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CLFloor)?.level == level
    }

    open override var hash: Int { level.hashValue }

    /// The level.
    open override var description: String { "Floor \(level)" }

    private enum Key {
        static let level = "level"
    }
}
