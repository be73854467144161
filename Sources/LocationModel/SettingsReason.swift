/// Why other settings are in force than those that were made.
public enum SettingsReason: String, Sendable, Hashable, Codable, CaseIterable {
    /// Somebody asked for more accuracy, for a while.
    case raised
    /// It is in a region that asks for more accuracy.
    case region
    /// Somebody put it to sleep.
    case sleep
    /// The battery is low.
    case lowBattery
    /// A battery feeds the machine.
    case battery
    /// The settings name a preset.
    case preset
}
