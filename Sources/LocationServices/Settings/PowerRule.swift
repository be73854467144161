/// Decides from the power supply whether to save power.
///
/// A battery is low below the limit, until mains power returns or it has five percent more: its level may oscillate
/// around the limit.
package struct PowerRule: Sendable, Hashable, Codable {
    /// The kind of supply.
    package enum Condition: String, Sendable, Hashable, Codable {
        /// Mains, or a machine that does not report its power supply.
        case plentiful
        case battery
        case lowBattery
    }

    /// Percent above the limit at which a low battery is no longer low.
    static let recovery = 5.0

    package private(set) var condition = Condition.plentiful
    private var supply: PowerSupply?

    /// A rule without a known supply.
    package init() {}

    /// Takes the current power supply; `nil` if it is unknown.
    package mutating func receive(_ supply: PowerSupply?, lowBattery limit: Double) {
        self.supply = supply
        decide(lowBattery: limit)
    }

    /// Sets another limit, in percent.
    mutating func decide(lowBattery limit: Double) {
        guard let supply, !supply.isOnMains else {
            condition = .plentiful
            return
        }
        let bound = condition == .lowBattery ? limit + Self.recovery : limit
        condition = supply.batteryLevel.map { $0 < bound } == true ? .lowBattery : .battery
    }
}
