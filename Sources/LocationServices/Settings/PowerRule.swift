/// Decides from the power supply whether to save power.
///
/// A battery is low below the limit, and until mains or five percent more: its level may tremble around the limit.
package struct PowerRule: Sendable, Hashable, Codable {
    /// What there is.
    package enum Condition: String, Sendable, Hashable, Codable {
        /// Mains, or a machine that says nothing about its power.
        case plentiful
        case battery
        case lowBattery
    }

    /// Percent above the limit from which on a low battery is low no more.
    static let recovery = 5.0

    package private(set) var condition = Condition.plentiful
    private var supply: PowerSupply?

    /// Nothing is known yet.
    package init() {}

    /// Takes the current power supply; `nil` if it is not known.
    package mutating func receive(_ supply: PowerSupply?, lowBattery limit: Double) {
        self.supply = supply
        decide(lowBattery: limit)
    }

    /// Takes another limit, percent.
    mutating func decide(lowBattery limit: Double) {
        guard let supply, !supply.isOnMains else {
            condition = .plentiful
            return
        }
        let bound = condition == .lowBattery ? limit + Self.recovery : limit
        condition = supply.batteryLevel.map { $0 < bound } == true ? .lowBattery : .battery
    }
}
