import Foundation
import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

/// What the advisor must not forget, and what holds whatever comes.
@Suite struct SettingsAdvisorStateTests {
    /// Random commands and fixes; after each, what is in force.
    private static func run(_ seed: Int, restartingAt restarts: Set<Int> = []) throws -> [ManagerSettings] {
        var random = SeededGenerator(seed: UInt64(seed))
        var settings = ManagerSettings()
        settings.preset = SettingsPreset.allCases.randomElement(using: &random) ?? .configured
        settings.presetOnBattery = SettingsPreset.allCases.randomElement(using: &random)
        settings.presetOnLowBattery = SettingsPreset.allCases.randomElement(using: &random)
        var advisor = SettingsAdvisor(settings)
        var seen: [ManagerSettings] = []
        var north = 0.0
        for step in 0..<400 {
            if restarts.contains(step) {
                let kept = try JSONDecoder().decode(
                    SettingsAdvisor.State.self, from: JSONEncoder().encode(advisor.state))
                advisor = SettingsAdvisor(settings, resuming: kept)
            }
            switch Int.random(in: 0..<60, using: &random) {
            case 0:
                advisor.handle(
                    .raise(
                        [.best, .hundredMeters, .meters(42.5)].randomElement(using: &random) ?? .best,
                        seconds: .random(in: -5...100, using: &random)))
            case 1: advisor.handle(.regions([nil, .nearestTenMeters].randomElement(using: &random) ?? nil))
            case 2: advisor.handle(.sleep(.random(using: &random)))
            case 3:
                let supply = PowerSupply(
                    isOnMains: .random(using: &random), batteryLevel: .random(in: 0...100, using: &random))
                advisor.handle(.powerSupply(supply))
            case 4: advisor.timeReset(TimeReset(timestamp: .sample(Double(step) - 3), previous: .sample(Double(step))))
            default: break
            }
            let speed = [0, 1.3, 14][step / 130 % 3]
            north += speed
            _ = advisor.receive(.sample(Double(step), north: north, speed: speed))
            seen.append(advisor.effective)
            #expect((advisor.inForce == nil) == (advisor.effective == settings))
        }
        return seen
    }

    @Test(arguments: 0..<30) func `A restart at any point changes nothing`(seed: Int) throws {
        let whole = try Self.run(seed)
        let restarted = try Self.run(seed, restartingAt: Set(stride(from: seed % 7, to: 400, by: 13)))
        #expect(whole == restarted)
        #expect(Set(whole).count > 1)
    }

    @Test(arguments: 0..<30) func `Absurd times crash nothing and a raised accuracy ends`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(900 + seed))
        var advisor = SettingsAdvisor(
            .unfiltered {
                $0.desiredAccuracy = .kilometer
                $0.preset = .adaptive
            })
        advisor.handle(.raise(.best, seconds: 300))
        for _ in 0..<200 {
            let time: Timestamp =
                [.earliest, .latest, .sample(.random(in: -1e9...1e9, using: &random))].randomElement(using: &random)
                ?? .latest
            if Bool.random(using: &random) { advisor.timeReset(TimeReset(timestamp: time, previous: .latest)) }
            _ = advisor.receive(Location(timestamp: time, coordinate: .sample))
        }
        advisor.timeReset(TimeReset(timestamp: .sample(0), previous: .latest))
        for second in 0..<305 { _ = advisor.receive(.sample(Double(second))) }
        #expect(advisor.inForce?.reason != .raised)
    }
}
