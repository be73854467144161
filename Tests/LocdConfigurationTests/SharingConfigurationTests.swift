import LocationModel
import LocdConfiguration
import Testing

/// What may stand in the section `sharing`.
struct SharingConfigurationTests {
    private func read(_ text: String, environment: [String: String] = [:]) throws(ConfigurationError) -> Configuration {
        try Configuration.read(Array(text.utf8), name: "locd.yaml", environment: environment).configuration
    }

    private func problems(_ text: String) -> [String] {
        do {
            _ = try read(text)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test func listsAreReadAndWrittenAgain() throws {
        let configuration = try read(
            """
            sharing:
              nmea:
                - unix:/run/locd/nmea.sock
                - tcp://localhost:10110
                - "tcp://[::1]:10110"
              gpsd: tcp://127.0.0.1:2948
            """)
        #expect(
            configuration.sharing.nmea == [
                .unix(path: "/run/locd/nmea.sock"), .tcp(host: "127.0.0.1", port: 10_110),
                .tcp(host: "::1", port: 10_110),
            ])
        #expect(configuration.sharing.gpsd == .tcp(host: "127.0.0.1", port: 2948))
        let key = try #require(ConfigurationKey.all.first { $0.id == "sharing.nmea" })
        let again = try read("sharing:\n  nmea: \(key.text(in: configuration))\n")
        #expect(again.sharing.nmea == configuration.sharing.nmea)
        #expect(try read("sharing:\n  nmea: []\n").sharing.nmea == [])
        #expect(try read("sharing:\n  nmea: unix:/a\n").sharing.nmea == [.unix(path: "/a")])
        let environment = ["LOCD_SHARING_NMEA": "unix:/a tcp://127.0.0.2:1"]
        #expect(
            try read("", environment: environment).sharing.nmea == [
                .unix(path: "/a"), .tcp(host: "127.0.0.2", port: 1),
            ])
    }

    @Test(arguments: [
        ("[tcp://0.0.0.0:10110]", "reached from the network"),
        ("[tcp://192.168.1.2:10110]", "reached from the network"),
        ("[tcp://[fe80::1]:10110]", "locd.yaml"), ("[\"tcp://[::]:1\"]", "reached from the network"),
        ("[tcp://127.0.0.1]", "the port is missing"), ("[tcp://127.0.0.1:0]", "is not a port"),
        ("[tcp://127.0.0.1:65536]", "is not a port"), ("[tcp://example.org:1]", "not an address of this machine"),
        ("[unix:nmea.sock]", "is not absolute"), ("[/run/nmea.sock]", "did you mean unix:/run/nmea.sock"),
        ("[udp://127.0.0.1:1]", "neither unix:PATH nor tcp://HOST:PORT"), ("[[unix:/a]]", "a list of lists or maps"),
        ("[{a: b}]", "a list of lists or maps"), ("[\"unix:/a b\"]", "locd.yaml"),
        ("[unix:/a, unix:/a]", "is there twice"),
        ("[unix:/run/locd/locd.sock]", "is the socket of locd itself"),
    ])
    func whatIsNotOfThisMachineIsRefused(_ value: String, _ words: String) {
        let problems = problems("sharing:\n  nmea: \(value)\n")
        #expect(
            problems.count == 1 && problems[0].contains(words) && problems[0].contains("sharing.nmea")
                || words == "locd.yaml" && problems.count == 1, "\(problems)")
    }

    @Test func locdDoesNotReadItself() {
        let loop = "sharing:\n  gpsd: tcp://127.0.0.1:2947\n"
        let problems = problems(loop)
        #expect(problems.count == 1 && problems[0].contains("locd would read itself"))
        #expect(self.problems(loop + "receiver:\n  source: gpsd://localhost:2948\n") == [])
        #expect(self.problems(loop + "receiver:\n  source: gpsd://192.168.1.5\n") == [])
        #expect(self.problems(loop + "receiver:\n  source: serial:/dev/ttyUSB0\n") == [])
    }
}
