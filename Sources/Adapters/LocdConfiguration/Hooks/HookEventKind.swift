/// What a hook waits for, as `on` in the configuration and `event` in its line spell it.
public enum HookEventKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// A region was entered.
    case enter
    /// A region was left.
    case exit
    /// A stay at a place began.
    case visit
    /// A stay at a place ended.
    case departure
    /// At least 500 m from the last such event, and five minutes after it.
    case significantChange
    /// The recorder paused.
    case pause
    /// The recorder resumed.
    case resume
    /// No usable fix for ten seconds.
    case fixLost
    /// A usable fix after ``fixLost``, or the first one ever.
    case fixFound
    /// The receiver has been in another state for ten seconds.
    case receiver
    /// Mains power, battery or low battery.
    case battery
    /// The machine came into another time zone.
    case timeZone
    /// The trust in the position changed: jamming, spoofing.
    case integrity

    /// Whether a region's name belongs to it.
    public var isOfRegion: Bool { self == .enter || self == .exit }
}
