/// The power supply of the machine.
public struct PowerSupply: Sendable, Hashable, Codable {
    /// Whether it has external power; otherwise the battery is used.
    public var isOnMains: Bool
    /// Percent of the batteries' full charge, 0 to 100; `nil` if none reports it.
    public var batteryLevel: Double?

    /// A supply.
    public init(isOnMains: Bool, batteryLevel: Double? = nil) {
        self.isOnMains = isOnMains
        self.batteryLevel = batteryLevel
    }
}
