internal import LocationModel

/// What makes other settings be in force than those that were made.
enum SettingsCommand: Sendable, Hashable {
    /// Somebody asks for an accuracy, for so many seconds. The latest counts; 0 seconds end it.
    case raise(DesiredAccuracy, seconds: Double)
    /// The most demanding accuracy that the regions ask for in which it is; `nil` for none.
    case regions(DesiredAccuracy?)
    /// Sleep, or wake.
    case sleep(Bool)
    /// Something else feeds the machine.
    case powerSupply(PowerSupply?)

    /// Whether it makes another one that came before it meaningless.
    func replaces(_ other: SettingsCommand) -> Bool {
        switch (self, other) {
        case (.raise, .raise), (.regions, .regions), (.sleep, .sleep), (.powerSupply, .powerSupply): true
        default: false
        }
    }
}
