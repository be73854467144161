/// Whether this program may show notifications: whether there is a notification server.
@_weakLinked public enum UNAuthorizationStatus: Int, Sendable {
    case notDetermined, denied, authorized, provisional, ephemeral
}

/// What a program asks for; the server decides by itself what it shows.
@_weakLinked public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// As a number.
    public let rawValue: UInt
    /// Of a number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A number on the icon.
    public static let badge = Self(rawValue: 1)
    /// A sound.
    public static let sound = Self(rawValue: 2)
    /// It appears.
    public static let alert = Self(rawValue: 4)
    /// In a car.
    public static let carPlay = Self(rawValue: 8)
    /// In silence, too.
    public static let criticalAlert = Self(rawValue: 16)
    /// Settings of the program.
    public static let providesAppNotificationSettings = Self(rawValue: 32)
    /// Without asking.
    public static let provisional = Self(rawValue: 64)
}

/// How a notification is presented: `banner`, `list` or `alert` shows it.
@_weakLinked public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// As a number.
    public let rawValue: UInt
    /// Of a number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A number on the icon.
    public static let badge = Self(rawValue: 1)
    /// A sound.
    public static let sound = Self(rawValue: 2)
    /// It appears.
    @available(*, deprecated, message: "Use list and banner.")
    public static let alert = Self(rawValue: 4)
    /// It appears in the list.
    public static let list = Self(rawValue: 8)
    /// It appears.
    public static let banner = Self(rawValue: 16)

    /// Whether it appears: `alert`, `list` or `banner`.
    var isShown: Bool { rawValue & (4 | 8 | 16) != 0 }
}

/// Whether something is possible.
@_weakLinked public enum UNNotificationSetting: Int, Sendable {
    case notSupported, disabled, enabled
}

/// What this program may do.
@_weakLinked open class UNNotificationSettings: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// `authorized` while there is a notification server, otherwise `denied`. Nobody is asked.
    public let authorizationStatus: UNAuthorizationStatus
    /// As ``authorizationStatus``.
    open var alertSetting: UNNotificationSetting { authorizationStatus == .authorized ? .enabled : .disabled }
    /// As ``authorizationStatus``; the server decides whether it plays one.
    open var soundSetting: UNNotificationSetting { alertSetting }
    /// As ``authorizationStatus``.
    open var notificationCenterSetting: UNNotificationSetting { alertSetting }
    /// Not supported.
    open var badgeSetting: UNNotificationSetting { .notSupported }
    /// Not supported.
    open var lockScreenSetting: UNNotificationSetting { .notSupported }
    /// As ``authorizationStatus``: the server's urgency.
    open var timeSensitiveSetting: UNNotificationSetting { alertSetting }
    /// As ``authorizationStatus``: the server's urgency.
    open var criticalAlertSetting: UNNotificationSetting { alertSetting }

    init(hasServer: Bool) {
        authorizationStatus = hasServer ? .authorized : .denied
        super.init()
    }
}

/// The domain of ``UNError``.
@_weakLinked public let UNErrorDomain = "UNErrorDomain"

/// Why a notification is not delivered.
@_weakLinked public struct UNError: CustomNSError, Hashable, Sendable {
    /// Apple's numbers.
    @_weakLinked public enum Code: Int, Sendable {
        case notificationsNotAllowed = 1
        case attachmentInvalidURL = 100
        case attachmentUnrecognizedType, attachmentInvalidFileSize, attachmentNotInDataStore
        case attachmentMoveIntoDataStoreFailed, attachmentCorrupt
        case notificationInvalidNoDate = 1400
        case notificationInvalidNoContent
        case contentProvidingObjectNotAllowed = 1500
        case contentProvidingInvalid = 1501
        case badgeInputInvalid = 1600
    }

    /// What it is.
    public let code: Code
    private let reason: String

    /// An error.
    public init(_ code: Code) { self.init(code, "notification error \(code.rawValue) (\(code))") }

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    /// Its domain.
    public static var errorDomain: String { UNErrorDomain }
    /// Its number.
    public var errorCode: Int { code.rawValue }
    /// Its sentence.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason] }
    /// No notification server, or notifications that nobody shows.
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
}

extension UNError.Code {
    /// Whether an error has a code, in a pattern.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? UNError)?.code == code }
}
