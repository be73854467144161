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
              gpsd: [tcp://127.0.0.1:2948, "tcp://[::1]:2948"]
            """)
        #expect(
            configuration.sharing.nmea == [
                .unix(path: "/run/locd/nmea.sock"), .tcp(host: "127.0.0.1", port: 10_110),
                .tcp(host: "::1", port: 10_110),
            ])
        #expect(
            configuration.sharing.gpsd == [.tcp(host: "127.0.0.1", port: 2948), .tcp(host: "::1", port: 2948)])
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
        ("[tcp://0.0.0.0:10110]", "set sharing.network: reduced"),
        ("[tcp://192.168.1.2:10110]", "192.168.1.2:10110 is open to the network"),
        ("[tcp://[fe80::1]:10110]", "locd.yaml"), ("[\"tcp://[::]:1\"]", "is open to the network"),
        ("[\"tcp://[fe80::1]:10110\"]", "holds on one link only"),
        ("[\"tcp://[febf::1]:1\"]", "holds on one link only"),
        ("[\"tcp://[::ffff:127.0.0.1]:1\"]", "did you mean tcp://127.0.0.1:1"),
        ("[tcp://127.0.0.1]", "the port is missing"), ("[tcp://127.0.0.1:0]", "is not a port"),
        ("[tcp://127.0.0.1:65536]", "is not a port"), ("[tcp://example.org:1]", "not an address of this machine"),
        ("[unix:nmea.sock]", "is not absolute"), ("[/run/nmea.sock]", "did you mean unix:/run/nmea.sock"),
        ("[udp://127.0.0.1:1]", "neither unix:PATH nor tcp://HOST:PORT"), ("[[unix:/a]]", "a list of lists or maps"),
        ("[{a: b}]", "a list of lists or maps"), ("[\"unix:/a b\"]", "locd.yaml"),
        ("[unix:/a, unix:/a]", "is listed twice"),
        ("[unix:/run/locd/locd.sock]", "is the socket of locd itself"),
    ])
    func whatIsNotOfThisMachineIsRefused(_ value: String, _ words: String) {
        let problems = problems("sharing:\n  nmea: \(value)\n")
        #expect(
            problems.count == 1 && problems[0].contains(words) && problems[0].contains("sharing.nmea")
                || words == "locd.yaml" && problems.count == 1, "\(problems)")
    }

    @Test func theNetworkIsServedOnlyByAKeyThatSaysWhatItGets() throws {
        let listeners = """
            sharing:
              nmea: [tcp://0.0.0.0:10110, "tcp://[2001:DB8:0::1]:10110"]
              gpsd: tcp://192.168.1.2:2947

            """
        let sharing = try read(listeners + "  network: reduced\n").sharing
        #expect(sharing.network == .reduced && sharing.network.disclosure == .reduced)
        #expect(
            sharing.nmea == [.tcp(host: "0.0.0.0", port: 10_110), .tcp(host: "2001:db8::1", port: 10_110)]
                && sharing.nmea.allSatisfy(\.isOpenToNetwork))
        #expect(try read(listeners + "  network: full\n").sharing.network.disclosure == .everything)
        #expect(problems(listeners + "  network: none\n").count == 1)
        #expect(problems(listeners + "  network: yes\n").contains { $0.contains("none, reduced, full") })
        // What is of this machine alone does not change with it.
        #expect(!ListeningAddress.tcp(host: "127.0.0.7", port: 1).isOpenToNetwork)
        #expect(!ListeningAddress.tcp(host: "::1", port: 1).isOpenToNetwork)
        #expect(!ListeningAddress.unix(path: "/a").isOpenToNetwork)
        #expect(
            problems(listeners + "  network: full\nreceiver:\n  source: gpsd://192.168.1.2\n")
                .contains { $0.contains("locd would read itself") })
        // The usual gpsd is one that this listener would be.
        let wide = "sharing:\n  gpsd: tcp://0.0.0.0:2947\n  network: full\n"
        #expect(problems(wide).contains { $0.contains("locd would read itself") })
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
