import Hooks
import LocationServices
import LocdConfiguration
import LocdRecorder

/// Tells a manager what feeds the machine, where the configuration makes a difference of that.
struct PowerSupplyWatch: Service {
    /// A battery lasts hours, and some answer slowly.
    static let interval = Duration.seconds(30)

    let reader: PowerSupplyReader
    let configuration: RunningConfiguration
    let manager: LocationManager
    let hooks: HookService
    let clock: MonotonicClock

    func run() async {
        var replacements = configuration.replacements().makeAsyncIterator()
        // What an earlier run knew is no word on the present.
        manager.powerSupplyChanged(to: nil)
        var known: PowerSupply?
        var rule = PowerRule()
        var isHeeded = false
        repeat {
            let current = configuration.current
            let isHooked = current.hooks.contains { $0.events.contains(.battery) }
            isHeeded = current.recorder.heedsPowerSupply || isHooked
            let supply = isHeeded ? reader.read() : nil
            if supply != known, current.recorder.heedsPowerSupply { manager.powerSupplyChanged(to: supply) }
            known = supply
            if isHooked {
                rule.receive(supply, lowBattery: current.recorder.lowBattery)
                await hooks.powerChanged(to: rule.condition == .plentiful ? "mains" : rule.condition.rawValue)
            }
        } while await isHeeded ? clock.rest(for: Self.interval) : replacements.next() != nil
    }
}

extension Configuration.Recorder {
    /// Whether it matters what feeds the machine.
    var heedsPowerSupply: Bool { presetOnBattery != nil || presetOnLowBattery != nil }
}
