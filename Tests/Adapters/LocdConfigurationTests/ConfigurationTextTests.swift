import Testing

@testable import LocdConfiguration

@Suite struct ConfigurationTextTests {
    @Test func `Shipped file is the defaults, with every key set`() throws {
        let loaded = try read(ConfigurationText.defaultFile)
        #expect(loaded.configuration == Configuration())
        #expect(loaded.keysSet.map(\.id) == ConfigurationKey.all.map(\.id))
    }

    @Test func `Shipped file fits a terminal`() {
        for line in ConfigurationText.defaultFile.split(separator: "\n") {
            #expect(line.count <= 100, "\(line)")
        }
    }

    /// Values of every kind. YAML would misread the paths without their quotes.
    private static let values = [
        "true", "false", "12.5", "90", "5", #""/srv/Gemüse \"a\\b\" & co: #1/…:""#,
        #""serial:/dev/serial/by-id/usb-u-blox: 7 #1?baud=115200""#, "http://[::1]:8080/nominatim",
        "locd/2 (me@example.org)",
        "[{on: exit, region: gate*, to: unix:/run/a.sock}]", "64MiB", "[unix:/run/a.sock, 'tcp://[::1]:10110']",
        "tcp://127.0.0.1:1234",
    ]

    /// A configuration in which every key differs from its default: each has the first value or word that it takes.
    private func unusual() throws -> Configuration {
        var configuration = Configuration()
        for key in ConfigurationKey.all {
            let value = (Self.values + key.words).first { value in
                guard let read = try? read(file(key, value)).configuration else { return false }
                return key.differs(read, Configuration())
            }
            let text = file(key, try #require(value, "\(key.id): add a value that it takes to `values`"))
            key.copy(from: try read(text).configuration, to: &configuration)
        }
        return configuration
    }

    @Test func `Show is YAML of the same configuration`() throws {
        var unusual = try unusual()
        for key in ConfigurationKey.all { #expect(key.differs(unusual, Configuration()), "\(key.id)") }
        // An address serves one protocol.
        unusual.sharing.gpsd = [.tcp(host: "127.0.0.1", port: 2948)]
        // Without a recorder no hooks may stand there.
        unusual.recorder.enabled = true
        let loaded = LoadedConfiguration(configuration: unusual, file: nil, origins: [:])
        #expect(try read(ConfigurationText.effective(loaded)).configuration == unusual)
    }

    @Test func `Show says where each value comes from`() throws {
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

    @Test func `Changes name the keys that differ, and what each needs`() throws {
        let changes = try unusual().changes(from: Configuration())
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
}
