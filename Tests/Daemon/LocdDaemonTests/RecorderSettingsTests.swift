import FoundationEssentials
import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdDaemon

/// What departs from the configured settings of the recorder, in a whole daemon.
@Suite(.timeLimit(.minutes(15))) struct RecorderSettingsTests {
    private static func say(_ seconds: ClosedRange<Int>, to harness: DaemonHarness) {
        for second in seconds {
            harness.receiver.say(.sample(Double(second), north: Double(second) * 14, speed: 14))
        }
    }

    @Test func `The preset of the configuration is applied and a reload restores it`() async throws {
        try await DaemonHarness.recording(settings: "recorder: {preset: adaptive}\n") { harness in
            Self.say(0...200, to: harness)
            let status = try await harness.status { $0.recorder.settingsInForce?.activity == "automotive" }
            #expect(status.recorder.settingsInForce?.reason == .preset)
            #expect(status.recorder.settingsInForce?.distanceFilter == 60)
            try await harness.reload("recorder: {preset: configured}\n")
            try await harness.status { $0.recorder.settingsInForce == nil }
        }
    }

    @Test func `The battery chooses the preset and mains restore it`() async throws {
        try await TemporaryDirectory.with { directory in
            let battery = "\(directory)/power/BAT0"
            try FileManager.default.createDirectory(atPath: battery, withIntermediateDirectories: true)
            func write(_ text: String, to file: String) throws {
                try Data("\(text)\n".utf8).write(to: URL(filePath: "\(battery)/\(file)"))
            }
            try write("Battery", to: "type")
            try write("12", to: "capacity")
            try write("Discharging", to: "status")
            try await DaemonHarness.run(
                in: directory, settings: "recorder: {presetOnLowBattery: significantChanges, lowBattery: 15}\n",
                powerSupplies: "\(directory)/power"
            ) { harness in
                let status = try await harness.status { $0.recorder.settingsInForce != nil }
                #expect(status.recorder.settingsInForce?.reason == .lowBattery)
                #expect(status.recorder.settingsInForce?.distanceFilter == 500)
                #expect(status.recorder.settingsInForce?.minimumInterval == 300)
                try write("Charging", to: "status")
                harness.clock.advance(by: PowerSupplyWatch.interval)
                try await harness.status { $0.recorder.settingsInForce == nil }
                // Without a key that heeds it, the battery is nobody's business.
                try write("Discharging", to: "status")
                harness.clock.advance(by: PowerSupplyWatch.interval)
                try await harness.status { $0.recorder.settingsInForce != nil }
                try await harness.reload("recorder: {lowBattery: 15}\n")
                try await harness.status { $0.recorder.settingsInForce == nil }
            }
        }
    }

    @Test func `A lost receiver is a gap in the track and no line of its own`() async throws {
        try await DaemonHarness.recording { harness in
            Self.say(0...5, to: harness)
            try await harness.status { $0.fixes.accepted == 6 }
            harness.receiver.say([.link(ReceiverLink(.absent(.unplugged)))])
            try await harness.status { $0.receiver.state == .absent }
            harness.receiver.say([.link(ReceiverLink(.open))])
            harness.clock.advance(by: .seconds(60))
            Self.say(66...70, to: harness)
            try await harness.status { $0.fixes.accepted == 11 }
            try await harness.status { _ in (try? DaemonHarness.track(in: harness.directory, "gap").count) == 1 }
            let types = Set(try await harness.track.map { $0.prefix(17) })
            #expect(
                types
                    == Set(
                        [#"{"type":"header","#, #"{"type":"location"#, #"{"type":"gap","fr"#].map { $0.prefix(17) })
            )
        }
    }
}
