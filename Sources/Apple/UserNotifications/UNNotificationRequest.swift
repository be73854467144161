/// A notification that is to be delivered.
@_weakLinked open class UNNotificationRequest: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// Its name: a request with the same name replaces it.
    public let identifier: String
    /// What it says.
    public let content: UNNotificationContent
    /// When it is delivered; `nil`: at once.
    public let trigger: UNNotificationTrigger?

    /// A request; later changes of the content do not change it.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = UNNotificationContent(values: content.values)
        self.trigger = trigger
        super.init()
    }
}

/// A notification that is delivered.
@_weakLinked open class UNNotification: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// When.
    public let date: Date
    /// Of which request.
    public let request: UNNotificationRequest

    init(date: Date, request: UNNotificationRequest) {
        (self.date, self.request) = (date, request)
        super.init()
    }
}

/// A person pressed a notification or one of its buttons.
@_weakLinked open class UNNotificationResponse: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// The notification.
    public let notification: UNNotification
    /// The button, or `UNNotificationDefaultActionIdentifier` for the notification itself.
    public let actionIdentifier: String

    init(notification: UNNotification, actionIdentifier: String) {
        (self.notification, self.actionIdentifier) = (notification, actionIdentifier)
        super.init()
    }
}

/// The notification itself was pressed.
@_weakLinked public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The notification was closed; no response has it here, because servers do not say who closed it.
@_weakLinked public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// How a button behaves; without effect here.
@_weakLinked public struct UNNotificationActionOptions: OptionSet, Sendable {
    /// As a number.
    public let rawValue: UInt
    /// Of a number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Only when unlocked.
    public static let authenticationRequired = Self(rawValue: 1)
    /// It destroys something.
    public static let destructive = Self(rawValue: 2)
    /// It brings the program to the front.
    public static let foreground = Self(rawValue: 4)
}

/// A button.
@_weakLinked open class UNNotificationAction: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// Its name in a response.
    public let identifier: String
    /// What a person reads.
    public let title: String
    /// Without effect.
    public let options: UNNotificationActionOptions

    /// A button.
    public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        (self.identifier, self.title, self.options) = (identifier, title, options)
        super.init()
    }
}

/// What a category wants; without effect here.
@_weakLinked public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    /// As a number.
    public let rawValue: UInt
    /// Of a number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Closing is an answer.
    public static let customDismissAction = Self(rawValue: 1)
    /// In a car.
    public static let allowInCarPlay = Self(rawValue: 2)
    /// The title is never hidden.
    public static let hiddenPreviewsShowTitle = Self(rawValue: 4)
    /// The subtitle is never hidden.
    public static let hiddenPreviewsShowSubtitle = Self(rawValue: 8)
}

/// A kind of notification with its buttons. Two are equal if their identifiers are.
@_weakLinked open class UNNotificationCategory: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// Its name in a content.
    public let identifier: String
    /// The buttons, the most important first.
    public let actions: [UNNotificationAction]
    /// Kept.
    public let intentIdentifiers: [String]
    /// Without effect.
    public let options: UNNotificationCategoryOptions

    /// A category.
    public init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        (self.identifier, self.actions) = (identifier, actions)
        (self.intentIdentifiers, self.options) = (intentIdentifiers, options)
        super.init()
    }

    /// The same: nothing hides what a notification says.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers, options: options)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? UNNotificationCategory)?.identifier == identifier
    }
    open override var hash: Int { identifier.hashValue }
}
