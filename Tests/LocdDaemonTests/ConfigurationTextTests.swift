import LocationModel
import LocationServices
import Logging
import Receivers
import Testing
import Tracks

@testable import LocdDaemon

@Suite struct ConfigurationTextTests {
    @Test func shippedFile_IsWhatTheTableSays() throws {
        #expect(
            try projectFile("config/locd.yaml") == ConfigurationText.defaultFile,
            "write it anew: locd config default > config/locd.yaml")
    }

    @Test func shippedFile_IsTheDefaults_WithEveryKeySet() throws {
        let loaded = try read(ConfigurationText.defaultFile)
        #expect(loaded.configuration == Configuration())
        #expect(loaded.keysSet.map(\.id) == ConfigurationKey.all.map(\.id))
    }

    @Test func documentation_HoldsTheTable() throws {
        #expect(
            try projectFile("Documentation/Configuration.md").contains(ConfigurationText.markdown),
            "put the table in anew: locd config default --markdown")
    }

    @Test func theManualPage_HasEveryKey() throws {
        let page = try projectFile("packaging/man/locd.yaml.5")
        for key in ConfigurationKey.all { #expect(page.contains(".It Ic \(key.id)\n"), "packaging/man/generate") }
    }

    @Test func shippedFile_FitsATerminal() {
        for line in ConfigurationText.defaultFile.split(separator: "\n") {
            #expect(line.count <= 100, "\(line)")
        }
    }

    /// Every field away from its default, with paths that YAML would misread if they were not quoted.
    private var unusual: Configuration {
        var configuration = Configuration()
        configuration.receiver.source = .serial(
            SerialSource(device: "/dev/serial/by-id/usb-u-blox: 7 #1", baud: 115_200))
        configuration.receiver.staleAfter = 2.5
        configuration.receiver.powerSaving = 90
        configuration.recorder.enabled = false
        configuration.recorder.desiredAccuracy = .meters(12.5)
        configuration.recorder.distanceFilter = nil
        configuration.recorder.activityType = .airborne
        configuration.recorder.pausesLocationUpdatesAutomatically = false
        configuration.recorder.holdsPositionWhenStationary = false
        configuration.recorder.maximumHorizontalAccuracy = nil
        configuration.recorder.maximumAge = nil
        configuration.recorder.maximumSpeed = nil
        configuration.recorder.minimumInterval = 0.1
        configuration.recorder.smoothing = .kalman
        configuration.recorder.visits = false
        configuration.state.directory = "/srv/state"
        configuration.recorder.privacyZones = true
        configuration.recorder.preset = .adaptive
        configuration.recorder.presetOnBattery = .configured
        configuration.recorder.presetOnLowBattery = .significantChanges
        configuration.recorder.lowBattery = 12.5
        configuration.recorder.privacyZones = true
        configuration.tracks.directory = "/srv/Gemüse \"a\\b\" & co: #1/…"
        configuration.tracks.sync = .always
        configuration.tracks.rotate = .size(bytes: 64 << 20)
        configuration.tracks.compressAfter = nil
        configuration.tracks.retain = nil
        configuration.regions.file = "/etc/locd/off"
        configuration.api.socket = "/run/user/1000/locd:"
        configuration.api.maximumConnectionsPerUser = 1
        configuration.metrics.file = "/run/locd/none.prom"
        configuration.metrics.interval = 1.5
        configuration.log.level = .trace
        return configuration
    }

    @Test func show_IsYAMLOfTheSameConfiguration() throws {
        let unusual = unusual
        for key in ConfigurationKey.all { #expect(key.differs(unusual, Configuration()), "\(key.id)") }
        let loaded = LoadedConfiguration(configuration: unusual, file: nil, origins: [:])
        #expect(try read(ConfigurationText.effective(loaded)).configuration == unusual)
    }

    @Test func show_SaysWhereEachValueComesFrom() throws {
        let loaded = try read(
            "log:\n  level: debug\nrecorder:\n  maximumAge: none\n", environment: ["LOCD_API_SOCKET": "/tmp/s"])
        let lines = ConfigurationText.effective(loaded).split(separator: "\n").map(String.init)
        func comment(_ start: String) -> String? {
            lines.first { $0.hasPrefix(start) }.flatMap { $0.split(separator: "#").last.map(String.init) }
        }
        #expect(comment("  level: debug") == " f:2")
        #expect(comment("  maximumAge: none") == " f:4")
        #expect(comment("  socket: /tmp/s") == " LOCD_API_SOCKET")
        #expect(comment("  staleAfter: 5") == " default")
    }

    @Test func changes_NameTheKeysThatDiffer_AndWhatEachNeeds() throws {
        let changes = unusual.changes(from: Configuration())
        #expect(changes.map(\.key.id) == ConfigurationKey.all.map(\.id))
        #expect(Configuration().changes(from: Configuration()).isEmpty)

        var changed = Configuration()
        changed.recorder.distanceFilter = nil
        changed.api.socket = "/tmp/s"
        #expect(
            changed.changes(from: Configuration()).map(\.description) == [
                "recorder.distanceFilter: 10 → none",
                "api.socket: /run/locd/locd.sock → /tmp/s (takes effect at a restart)",
            ])
    }

    @Test func keysWithoutEffect_AreThoseThatAreSetAndNotHeeded() throws {
        #expect(try read("tracks:\n  sync: 1\n").keysWithoutEffect.isEmpty)
        let without = ConfigurationKey.all.filter { !$0.hasEffect }
        let set = without.map { file($0, $0.defaultText) }
        for (key, text) in zip(without, set) {
            #expect(try read(text).keysWithoutEffect.map(\.id) == [key.id])
        }
    }
}
