public import CoreLocation

/// When a notification is delivered: one of the subclasses.
@_weakLinked open class UNNotificationTrigger: NSObject, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// Whether it is delivered each time.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
        super.init()
    }

    /// The first time after a moment; `nil` if no time says it.
    func date(after moment: Date) -> Date? { nil }
}

/// So many seconds after the request was added.
@_weakLinked open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// Seconds.
    public let timeInterval: TimeInterval

    /// Some seconds; ends the program unless they are more than 0, and at least 60 of one that repeats.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        precondition(timeInterval > 0, "time interval must be greater than 0")
        precondition(!repeats || timeInterval >= 60, "time interval must be at least 60 if repeating")
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }

    /// When it would be delivered if it were added now.
    open func nextTriggerDate() -> Date? { date(after: Date()) }

    override func date(after moment: Date) -> Date? { moment.addingTimeInterval(timeInterval) }
}

/// When the calendar shows these components.
@_weakLinked open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// The components, in their own calendar and time zone or the user's.
    public let dateComponents: DateComponents

    /// A date, or a part of one.
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    /// When it would be delivered if it were added now; `nil` if that is past.
    open func nextTriggerDate() -> Date? { date(after: Date()) }

    override func date(after moment: Date) -> Date? {
        var calendar = dateComponents.calendar ?? .current
        if let zone = dateComponents.timeZone { calendar.timeZone = zone }
        return calendar.nextDate(after: moment, matching: dateComponents, matchingPolicy: .nextTime)
    }
}

/// When this machine enters or leaves a region. The daemon monitors it, apart from the regions of the program's
/// location managers, over launches of the program: what happened while it was away is delivered when it is back.
@_weakLinked open class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    // Unchecked, because clients may subclass it: its values do not change.

    /// The region: its `notifyOnEntry` and `notifyOnExit` say when.
    public let region: CLRegion

    /// A region.
    public init(region: CLRegion, repeats: Bool) {
        self.region = (region.copy() as? CLRegion) ?? region
        super.init(repeats: repeats)
    }
}

/// When a server sends it; nothing here does.
// Unchecked, because clients may subclass it: its values do not change.
@_weakLinked open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {}
