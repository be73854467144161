/// What a notification says.
@_weakLinked open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // Unchecked: only the subclass that can be changed changes it.

    /// Written by initialisers and by ``UNMutableNotificationContent`` only.
    fileprivate(set) var values: Values

    struct Values {
        var title = ""
        var subtitle = ""
        var body = ""
        var badge: NSNumber?
        var sound: UNNotificationSound?
        var userInfo: [AnyHashable: Any] = [:]
        var categoryIdentifier = ""
        var threadIdentifier = ""
        var targetContentIdentifier: String?
        var interruptionLevel = UNNotificationInterruptionLevel.active
    }

    /// The first line.
    open var title: String { values.title }
    /// The line below it.
    open var subtitle: String { values.subtitle }
    /// The text.
    open var body: String { values.body }
    /// Kept, and shown nowhere: desktops have no icon to put it on.
    open var badge: NSNumber? { values.badge }
    /// Whether the server is asked for a sound: any sound is the server's own.
    open var sound: UNNotificationSound? { values.sound }
    /// What the program puts in, for itself.
    open var userInfo: [AnyHashable: Any] { values.userInfo }
    /// The category, which has the buttons.
    open var categoryIdentifier: String { values.categoryIdentifier }
    /// What groups notifications; kept.
    open var threadIdentifier: String { values.threadIdentifier }
    /// Kept.
    open var targetContentIdentifier: String? { values.targetContentIdentifier }
    /// How much it matters: the server's urgency.
    open var interruptionLevel: UNNotificationInterruptionLevel { values.interruptionLevel }

    /// Nothing.
    public override init() {
        values = Values()
        super.init()
    }

    init(values: Values) {
        self.values = values
        super.init()
    }

    /// A content that does not change.
    open func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(values: values) }

    /// A content that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(values: values) }
}

/// What a notification says, while a program makes it.
@_weakLinked open class UNMutableNotificationContent: UNNotificationContent, @unchecked Sendable {
    // Unchecked: who changes it does not share it meanwhile, as with Apple's.

    open override var title: String {
        get { values.title }
        set { values.title = newValue }
    }
    open override var subtitle: String {
        get { values.subtitle }
        set { values.subtitle = newValue }
    }
    open override var body: String {
        get { values.body }
        set { values.body = newValue }
    }
    open override var badge: NSNumber? {
        get { values.badge }
        set { values.badge = newValue }
    }
    open override var sound: UNNotificationSound? {
        get { values.sound }
        set { values.sound = newValue }
    }
    open override var userInfo: [AnyHashable: Any] {
        get { values.userInfo }
        set { values.userInfo = newValue }
    }
    open override var categoryIdentifier: String {
        get { values.categoryIdentifier }
        set { values.categoryIdentifier = newValue }
    }
    open override var threadIdentifier: String {
        get { values.threadIdentifier }
        set { values.threadIdentifier = newValue }
    }
    open override var targetContentIdentifier: String? {
        get { values.targetContentIdentifier }
        set { values.targetContentIdentifier = newValue }
    }
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { values.interruptionLevel }
        set { values.interruptionLevel = newValue }
    }
}

/// How much a notification matters. `passive` is the server's urgency low, `active` normal, the others critical.
@_weakLinked public enum UNNotificationInterruptionLevel: UInt, Sendable {
    case passive, active, timeSensitive, critical
}

/// The name of a sound.
@_weakLinked public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// As a number.
    public var rawValue: String
    /// Of a number.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// A sound. Whatever it is, the server plays its own.
@_weakLinked open class UNNotificationSound: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// The sound of the server.
    open class var `default`: UNNotificationSound { UNNotificationSound() }
    /// The same.
    open class var defaultCritical: UNNotificationSound { UNNotificationSound() }
    /// The same, at a volume, which has no effect.
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound { UNNotificationSound() }

    override init() { super.init() }

    /// A sound with a name, in place of which the server plays its own.
    public init(named name: UNNotificationSoundName) { super.init() }
}

extension NSString {
    /// A text for a content in the language of the user: the one of the program's main bundle, with its arguments.
    @_weakLinked public class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
        let text = Bundle.main.localizedString(forKey: key, value: nil, table: nil)
        guard let arguments = arguments as? [any CVarArg], !arguments.isEmpty else { return text }
        return String(format: text, arguments: arguments)
    }
}
