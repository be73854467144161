internal import LocationModel

/// A command that overrides the configured settings.
enum SettingsCommand: Sendable, Hashable {
    /// A request for an accuracy, for a number of seconds. The latest request counts; 0 seconds end it.
    case raise(DesiredAccuracy, seconds: Double)
    /// The most demanding accuracy that the regions around the position require; `nil` for none.
    case regions(DesiredAccuracy?)
    /// Sleep, or wake.
    case sleep(Bool)
    /// The power supply changed.
    case powerSupply(PowerSupply?)

    /// Whether it replaces an earlier command.
    func replaces(_ other: SettingsCommand) -> Bool {
        switch (self, other) {
        case (.raise, .raise), (.regions, .regions), (.sleep, .sleep), (.powerSupply, .powerSupply): true
        default: false
        }
    }
}
