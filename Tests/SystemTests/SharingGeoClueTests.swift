import Foundation
import Glibc
import Testing

extension ServiceSystemTests {
    /// Programs of desktops, on a system bus of the test's own.
    @Suite(
        "Sharing with desktops",
        .enabled(if: PrivateBus.daemon != nil, "dbus-daemon is not installed: Scripts/deps --ci"))
    struct SharingGeoClue {
        private static let whereAmI = "/usr/libexec/geoclue-2.0/demos/where-am-i"
        private static let agent = "/usr/libexec/geoclue-2.0/demos/agent"
        private static let geoclue = "/usr/libexec/geoclue"
        private static let hasDemos = [whereAmI, agent, geoclue].allSatisfy(FileManager.default.isExecutableFile)

        private static func python(has module: String) async -> Bool {
            guard let python = Program.python else { return false }
            return (try? await Program.run(python, ["-c", "import \(module)"]))?.code == 0
        }

        private func daemon(_ stage: Stage) async throws -> SharingDaemon {
            try await stage.sharing(on: try await stage.bus([PrivateBus.policyOfLocd], of: "locd"))
        }

        @Test(.enabled(if: hasDemos, "geoclue-2-demo is not installed: Scripts/deps --ci"))
        func `where-am-i of GeoClue's own demonstration shows where it is, and how exactly`() async throws {
            try await Stage.run { stage in
                let daemon = try await daemon(stage)
                let said = try await stage.answer(of: "where-am-i", [Self.whereAmI, "-t", "2"], at: daemon)
                let places = Self.places(ofWhereAmI: said)
                let recorded = try daemon.locd.track().of("location")
                #expect(places.count >= 10, "\(said)")
                for place in places {
                    // It shows six decimals, and whole seconds.
                    let isRecorded = recorded.contains { entry in
                        abs((entry.latitude ?? .nan) - (place.latitude ?? .nan)) < 1e-6
                            && abs((entry.longitude ?? .nan) - (place.longitude ?? .nan)) < 1e-6
                            && abs((entry.horizontalAccuracy ?? .nan) - (place.accuracy ?? .nan)) <= 0.051
                    }
                    #expect(isRecorded, "\(place)")
                }
            }
        }

        @Test(
            .enabled("python3-pyqt5.qtpositioning is not installed: Scripts/deps --ci") {
                await python(has: "PyQt5.QtPositioning")
            })
        func `A Qt program reads positions through Qt's GeoClue plugin`() async throws {
            try await Stage.run { stage in
                let daemon = try await daemon(stage)
                // Qt remembers the last position in the user's folder, and tells that one first.
                let said = try await stage.answer(
                    of: "Qt",
                    [
                        "HOME=\(stage.directory)", "XDG_CONFIG_HOME=\(stage.directory)",
                        "XDG_DATA_HOME=\(stage.directory)", "QT_QPA_PLATFORM=offscreen", try #require(Program.python),
                        Program.tool("qt-position"),
                    ], at: daemon)
                let places = SharedReport.all(in: said).places
                try await daemon.expectRecorded(places, from: "Qt", atLeast: 3)
                #expect(places.allSatisfy { $0.accuracy.map { $0 > 2 && $0 < 5 } ?? false }, "\(said)")
            }
        }

        @Test(.enabled(if: Program.find("redshift") != nil, "redshift is not installed: Scripts/deps --ci"))
        func `redshift finds its place`() async throws {
            try await Stage.run { stage in
                let daemon = try await daemon(stage)
                let said = try await stage.answer(
                    of: "redshift", ["redshift", "-l", "geoclue2", "-m", "dummy", "-p"], at: daemon)
                #expect(said.contains("Location: 47.50 N, 8.70 E"), "\(said)")
            }
        }

        @Test(
            .enabled(
                if: hasDemos && getuid() == 0 && Program.canMount,
                "geoclue-2.0 is not installed (Scripts/deps --ci), or this is not root, who can give it another configuration"
            ))
        func `GeoClue itself, fed by the NMEA socket, tells an accuracy within its steps of ours`() async throws {
            try await Stage.run { stage in
                var daemon = try await stage.sharing()
                let bus = try await stage.bus(PrivateBus.policiesOfGeoClue, of: "geoclue")
                daemon = SharingDaemon(
                    stage: stage, locd: daemon.locd, child: daemon.child, nmea: daemon.nmea,
                    nmeaSocket: daemon.nmeaSocket,
                    gpsd: daemon.gpsd, bus: bus)
                let settings = stage.path("geoclue.conf")
                try """
                [agent]
                whitelist=geoclue-demo-agent
                [network-nmea]
                enable=true
                nmea-socket=\(daemon.nmeaSocket)
                [3g]
                enable=false
                [cdma]
                enable=false
                [modem-gps]
                enable=false
                [wifi]
                enable=false
                [compass]
                enable=false

                """.write(toFile: settings, atomically: true, encoding: .utf8)
                // Its configuration has one place, which only it sees changed.
                let mounted = "mount --bind \(settings) /etc/geoclue/geoclue.conf && exec \(Self.geoclue)"
                let service = stage.start(
                    "geoclue", path: bus.assignment,
                    ["G_MESSAGES_DEBUG=Geoclue", "unshare", "-m", "sh", "-c", mounted])
                let agent = stage.start("agent", path: bus.assignment, [Self.agent])
                agent.mayEnd()
                // Without an agent it gives nobody anything.
                try await stage.until("the agent is registered") { service.words.contains("New agent for user") }
                // The first one may look before it has connected to the socket.
                let said = try await stage.until("GeoClue tells a place", within: .seconds(60)) {
                    let said = try await stage.answer(
                        of: "where-am-i", [Self.whereAmI, "-t", "3", "-a", "8"], at: daemon)
                    return Self.places(ofWhereAmI: said).isEmpty ? nil : said
                }
                let recorded = try daemon.locd.track().of("location")
                for place in Self.places(ofWhereAmI: said) {
                    let entry = try #require(
                        recorded.first { entry in
                            abs((entry.latitude ?? .nan) - (place.latitude ?? .nan)) < 1e-6
                                && abs((entry.longitude ?? .nan) - (place.longitude ?? .nan)) < 1e-6
                        }, "\(place) was never recorded")
                    // Of its steps 0, 1, 3, 50, 100 and 300 m the one that is nearest to ours, in proportion.
                    let own = try #require(entry.horizontalAccuracy)
                    let step = own <= 0.5 ? 0.0 : own <= 3.0.squareRoot() ? 1 : own <= 150.0.squareRoot() ? 3 : 50
                    #expect(place.accuracy == step, "\(place): recorded ± \(own) m")
                }
            }
        }

        private static func places(ofWhereAmI text: String) -> [SharedReport] {
            let form = #/Latitude: +(-?[0-9.]+)°\s+Longitude: +(-?[0-9.]+)°\s+Accuracy: +([0-9.]+) meters/#
            return text.matches(of: form).map {
                SharedReport(latitude: Double($0.1), longitude: Double($0.2), accuracy: Double($0.3))
            }
        }
    }
}
