import Hooks
import LocationServices
import LocdConfiguration
import Sensors

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
        await withDiscardingTaskGroup { group in
            await watch(&group)
            group.cancelAll()
        }
    }

    private func watch(_ group: inout DiscardingTaskGroup) async {
        var replacements = configuration.replacements().makeAsyncIterator()
        // What an earlier run knew is no word on the present.
        manager.powerSupplyChanged(to: nil)
        manager.powerSaverChanged(to: false)
        var isAsked = false
        var reported: PowerSupply?
        var rule = PowerRule()
        var isHeeded = false
        repeat {
            let current = configuration.current
            let isHooked = current.hooks.contains { $0.events.contains(.battery) }
            isHeeded = current.recorder.heedsPowerSupply || isHooked
            let supply = isHeeded ? reader.read() : nil
            let next = current.recorder.heedsPowerSupply ? supply : nil
            if next != reported { manager.powerSupplyChanged(to: next) }
            reported = next
            // Asked from the first time on at which it matters; the advisor heeds it if there is a preset for it.
            if !isAsked, current.recorder.heedsPowerSupply {
                isAsked = true
                group.addTask { [manager, clock] in
                    await PowerSaver.run(clock: clock) { manager.powerSaverChanged(to: $0) }
                }
            }
            if isHooked {
                rule.receive(supply, lowBattery: current.recorder.lowBattery)
                await hooks.powerChanged(to: rule.condition == .plentiful ? "mains" : rule.condition.rawValue)
            }
        } while await isHeeded ? clock.rest(for: Self.interval) : replacements.next() != nil
    }
}

extension Configuration.Recorder {
    /// Whether it matters what feeds the machine.
    var heedsPowerSupply: Bool {
        presetOnBattery != nil || presetOnMediumBattery != nil || presetOnLowBattery != nil
    }
}
