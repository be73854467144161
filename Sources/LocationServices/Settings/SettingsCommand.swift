internal import LocationModel

/// A command that puts other settings in force than the configured ones.
enum SettingsCommand: Sendable, Hashable {
    /// A request for an accuracy, for a number of seconds. The latest request counts; 0 seconds end it.
    case raise(DesiredAccuracy, seconds: Double)
    /// The most demanding accuracy that the regions ask for in which it is; `nil` for none.
    case regions(DesiredAccuracy?)
    /// Sleep, or wake.
    case sleep(Bool)
    /// The power supply changed.
    case powerSupply(PowerSupply?)

    /// Whether it makes another one that came before it meaningless.
    func replaces(_ other: SettingsCommand) -> Bool {
        switch (self, other) {
        case (.raise, .raise), (.regions, .regions), (.sleep, .sleep), (.powerSupply, .powerSupply): true
        default: false
        }
    }
}
