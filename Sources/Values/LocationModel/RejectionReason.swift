/// Why a fix was not delivered. Every withheld fix has one of these reasons.
public enum RejectionReason: String, Sendable, Hashable, Codable, CaseIterable {
    // Reasons of the gate, for all clients.

    /// The receiver has no solution.
    case noFix
    /// Latitude or longitude is missing, not finite or out of range.
    case invalidCoordinate
    /// Latitude and longitude are exactly zero.
    case nullIsland
    /// The receiver reported no time.
    case noTime
    /// The time is earlier than that of the previous fix.
    case timeBackwards
    /// The time is more than a year later than that of the previous fix.
    case timeForwards
    /// The time is the same as that of the previous fix.
    case duplicate
    /// The position does not change while the reported speed proves motion.
    case frozen

    // Reasons of the quality filters, for one manager.

    /// horizontalAccuracy is worse than maximumHorizontalAccuracy.
    case inaccurate
    /// The fix was older than maximumAge when it was processed.
    case tooOld
    /// The speed from the previous fix would exceed maximumSpeed.
    case tooFast

    /// The position is not trusted, and what is not trusted is not recorded.
    case notTrusted

    // Reasons to hold back a good fix.

    /// The distance to the last delivered location is less than distanceFilter.
    case distanceFilter
    /// The time since the last delivered location is less than minimumInterval.
    case minimumInterval
    /// Drift around the parked position (holdsPositionWhenStationary).
    case stationary
    /// Location updates are paused.
    case paused
}

/// Why the settings in force differ from the configured ones.
public enum SettingsReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// A client requested more accuracy for a limited time.
    case raised
    /// The position is in a region that requests another accuracy.
    case region
    /// A client put the manager to sleep.
    case sleep
    /// The desktop saves power.
    case powerSaver
    /// The battery is low.
    case lowBattery
    /// The battery is half empty.
    case mediumBattery
    /// The machine runs on battery.
    case battery
    /// The settings name a preset.
    case preset
}
