import LocationModel
import LocdConfiguration
import Testing

/// What may stand in the section `sharing`.
struct SharingConfigurationTests {
    private func sharing(_ text: String, environment: [String: String] = [:]) throws -> Configuration.Sharing {
        try read(text, environment: environment).configuration.sharing
    }

    private func words(_ text: String) -> [String] { problems(text).map(\.description) }

    @Test func `Lists are read and written again`() throws {
        let loaded = try read(
            """
            sharing:
              nmea:
                - unix:/run/locd/nmea.sock
                - tcp://localhost:10110
                - "tcp://[::1]:10110"
              gpsd: [tcp://127.0.0.1:2948, "tcp://[::1]:2948"]
            """)
        #expect(
            loaded.configuration.sharing.nmea == [
                .unix(path: "/run/locd/nmea.sock"), .tcp(host: "127.0.0.1", port: 10_110),
                .tcp(host: "::1", port: 10_110),
            ])
        #expect(
            loaded.configuration.sharing.gpsd == [.tcp(host: "127.0.0.1", port: 2948), .tcp(host: "::1", port: 2948)])
        let text = try key("sharing.nmea").text(in: loaded.configuration)
        #expect(try sharing("sharing:\n  nmea: \(text)\n").nmea == loaded.configuration.sharing.nmea)
        #expect(try sharing("sharing:\n  nmea: []\n").nmea == [])
        #expect(try sharing("sharing:\n  nmea: unix:/a\n").nmea == [.unix(path: "/a")])
        let environment = ["LOCD_SHARING_NMEA": "unix:/a tcp://127.0.0.2:1"]
        #expect(
            try sharing("", environment: environment).nmea == [
                .unix(path: "/a"), .tcp(host: "127.0.0.2", port: 1),
            ])
    }

    @Test(arguments: [
        ("[tcp://0.0.0.0:10110]", "set sharing.network: reduced"),
        ("[tcp://192.168.1.2:10110]", "192.168.1.2:10110 is open to the network"),
        ("[tcp://[fe80::1]:10110]", "f:"), ("[\"tcp://[::]:1\"]", "is open to the network"),
        ("[\"tcp://[fe80::1]:10110\"]", "holds on one link only"),
        ("[\"tcp://[febf::1]:1\"]", "holds on one link only"),
        ("[\"tcp://[::ffff:127.0.0.1]:1\"]", "did you mean tcp://127.0.0.1:1"),
        ("[tcp://127.0.0.1]", "the port is missing"), ("[tcp://127.0.0.1:0]", "is not a port"),
        ("[tcp://127.0.0.1:65536]", "is not a port"), ("[tcp://example.org:1]", "not an address of this machine"),
        ("[unix:nmea.sock]", "is not absolute"), ("[/run/nmea.sock]", "did you mean unix:/run/nmea.sock"),
        ("[udp://127.0.0.1:1]", "neither unix:PATH nor tcp://HOST:PORT"), ("[[unix:/a]]", "a list of lists or maps"),
        ("[{a: b}]", "a list of lists or maps"), ("[\"unix:/a b\"]", "f:"),
        ("[unix:/a, unix:/a]", "is listed twice"),
        ("[unix:/run/locd/locd.sock]", "is the socket of locd itself"),
    ])
    func `What is not of this machine is refused`(_ value: String, _ words: String) {
        let found = self.words("sharing:\n  nmea: \(value)\n")
        #expect(
            found.count == 1 && found[0].contains(words) && (words == "f:" || found[0].contains("sharing.nmea")),
            "\(found)")
    }

    @Test func `The network is served only by a key that says what it gets`() throws {
        let listeners = """
            sharing:
              nmea: [tcp://0.0.0.0:10110, "tcp://[2001:DB8:0::1]:10110"]
              gpsd: tcp://192.168.1.2:2947

            """
        let reduced = try sharing(listeners + "  network: reduced\n")
        #expect(reduced.network == .reduced && reduced.network.disclosure == .reduced)
        #expect(
            reduced.nmea == [.tcp(host: "0.0.0.0", port: 10_110), .tcp(host: "2001:db8::1", port: 10_110)]
                && reduced.nmea.allSatisfy(\.isOpenToNetwork))
        #expect(try sharing(listeners + "  network: full\n").network.disclosure == .everything)
        #expect(words(listeners + "  network: none\n").count == 1)
        #expect(words(listeners + "  network: yes\n").contains { $0.contains("none, reduced, full") })
        // What is of this machine alone does not change with it.
        #expect(!ListeningAddress.tcp(host: "127.0.0.7", port: 1).isOpenToNetwork)
        #expect(!ListeningAddress.tcp(host: "::1", port: 1).isOpenToNetwork)
        #expect(!ListeningAddress.unix(path: "/a").isOpenToNetwork)
        #expect(
            words(listeners + "  network: full\nreceiver:\n  source: gpsd://192.168.1.2\n")
                .contains { $0.contains("locd would read itself") })
        // The usual gpsd is one that this listener would be.
        let wide = "sharing:\n  gpsd: tcp://0.0.0.0:2947\n  network: full\n"
        #expect(words(wide).contains { $0.contains("locd would read itself") })
    }

    @Test func `locd does not read itself`() {
        let loop = "sharing:\n  gpsd: tcp://127.0.0.1:2947\n"
        let found = words(loop)
        #expect(found.count == 1 && found[0].contains("locd would read itself"))
        #expect(problems(loop + "receiver:\n  source: gpsd://localhost:2948\n") == [])
        #expect(problems(loop + "receiver:\n  source: gpsd://192.168.1.5\n") == [])
        #expect(problems(loop + "receiver:\n  source: serial:/dev/ttyUSB0\n") == [])
    }
}
