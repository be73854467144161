/// Why the settings in force differ from the configured ones.
public enum SettingsReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// A client requested more accuracy for a limited time.
    case raised
    /// The position is in a region that requests more accuracy.
    case region
    /// A client put the manager to sleep.
    case sleep
    /// The battery is low.
    case lowBattery
    /// The machine runs on battery.
    case battery
    /// The settings name a preset.
    case preset
}
