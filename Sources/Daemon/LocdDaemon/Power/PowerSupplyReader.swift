import LocationServices
import LocdDoctor

/// Reads what feeds the machine from the kernel.
struct PowerSupplyReader: Sendable {
    /// No machine has more supplies; of more the first are read.
    private static let limit = 64

    private let directory: String

    init(directory: String) {
        self.directory = directory
    }

    /// What feeds the machine now; `nil` where it has no battery, and there is nothing to save.
    func read() -> PowerSupply? {
        let supplies = (BoxFiles.names(directory) ?? []).sorted().prefix(Self.limit)
            .compactMap { KernelPowerSupply(directory: "\(directory)/\($0)")?.kind }
        var batteries: [KernelPowerSupply.Battery] = []
        var sources: [Bool] = []
        for supply in supplies {
            switch supply {
            case .battery(let battery): batteries.append(battery)
            case .source(let isOnline): sources.append(isOnline)
            }
        }
        guard !batteries.isEmpty else { return nil }
        // A charger that is not listed shows in the batteries. Where nobody says anything, a battery is what there is.
        let isOnMains =
            sources.contains(true)
            || !batteries.contains { $0.isFed == false } && batteries.contains { $0.isFed == true }
        return PowerSupply(isOnMains: isOnMains, batteryLevel: Self.level(of: batteries))
    }

    /// The level of all batteries together, each by what it holds where they say that in one unit.
    private static func level(of batteries: [KernelPowerSupply.Battery]) -> Double? {
        let known = batteries.filter { $0.level != nil }
        guard !known.isEmpty else { return nil }
        let weights = weights(of: known) ?? known.map { _ in 1 }
        let sum = zip(known, weights).reduce(0) { $0 + ($1.0.level ?? 0) * $1.1 }
        return sum / weights.reduce(0, +)
    }

    private static func weights(of batteries: [KernelPowerSupply.Battery]) -> [Double]? {
        for unit in [\KernelPowerSupply.Battery.fullEnergy, \.fullCharge] {
            let weights = batteries.compactMap { $0[keyPath: unit] }.filter { $0 > 0 }
            if weights.count == batteries.count { return weights }
        }
        return nil
    }
}
