import Foundation
import Glibc
import LocdClient
import LocdProtocol
import Testing

extension ProgramSystemTests {
    /// The small programs of Examples/Sources/Tutorials, each against the built daemon and a simulated receiver, and
    /// what each prints: a line that ends with … may go on.
    @Suite("Tutorials")
    struct Tutorials {
        /// Programs that need no daemon.
        private static let values: [(name: String, lines: [String])] = [
            ("distance-calculator", ["95.7 km", "241°", "1.5 km", "601 m on"]),
            ("location-filter", ["61 locations, 58 good"]),
            ("smoother", ["moving average: shorter", "weighted: shorter", "Kalman: shorter"]),
            ("route-optimizer", ["91 points, 3 needed", "the corner stays", "true", "9.0 ha"]),
            ("geojson", ["park: 4 corners", "paths: 2 lines"]),
            ("map-values", ["Central 0.0090°", "red 2", "a curved line", "true"]),
            ("directions", ["locd has no router…"]), ("save-and-restore", ["restored"]),
            ("motion-sensors", ["accelerometer: false, device motion: false", "not available"]),
            ("beacon-advertiser", ["no Bluetooth"]),
            ("postal-address", ["8400 Winterthur", "8400 Winterthur"]),
            (
                "accuracy-profiles",
                ["navigation -2.0 5.0 2", "fitness 10.0 10.0 3", "city 100.0 100.0 3", "background 3000.0 500.0 3"]
            ),
            (
                "location-tester",
                ["601 m", "authorization 0, authorization 3, entered goal, no location, authorization 2"]
            ),
        ]

        /// Programs that are told where the machine is.
        private static let live: [(name: String, lines: [String])] = [
            ("location-manager", ["location 47…", "location 47…", "location 47…", "stopped after 3 locations"]),
            ("permission-manager", ["always", "full accuracy"]), ("one-shot", ["one location, the latest"]),
            ("distance-filter", ["at least 50 m on"]), ("live-updates", ["update 1", "update 2", "update 3"]),
            ("queues", ["delivered on the thread background", "shown on the main queue"]),
            ("sessions", ["denied false, in progress false", "sessions ended"]), ("compass", ["no compass"]),
            ("significant-changes", ["significant change"]),
            ("beacons", ["ranging available: false", "ranging fails: true"]), ("altimeter", ["an altitude"]),
            ("pedometer", ["steps: false, distance: …", "…"]),
            ("reminder", ["authorized: false", #"waiting: ["stretch"]"#, "waiting: 0"]),
            (
                "troubleshooter",
                [
                    "services enabled: true", "authorized: true", "full accuracy: true", "regions: true", "0: …",
                    "1: …", "2: …",
                ]
            ),
        ]

        /// Programs that ask for places.
        private static let places: [(name: String, lines: [String])] = [
            ("reverse-geocoder", ["Bern Kanton Bern CH"]), ("geocoder", ["Winterthur 47.5 8.7", "not found"]),
            ("batch-geocoder", ["Bern, Zürich, Basel, Genf"]),
            ("place-search", ["Winterthur", "locd has no table of points of interest…"]),
            ("search-completer", ["Winterthur"]), ("address", ["Bern, …", "Bern…", "Switzerland"]),
            ("place-descriptor", ["Fountain 17", "CH"]),
        ]

        /// Programs that wait for something on the route: they end when it has happened.
        private static let route: [(name: String, lines: [String])] = [
            ("geofence-manager", ["monitoring yard", "entered yard", "left yard"]),
            ("monitor", [#"conditions: ["yard"]"#, "yard: …"]),
            ("visits", ["arrived"]), ("activity", ["…"]),
        ]

        private static func run(_ name: String, socket: String, home: String) async throws -> [String] {
            let answer = try await Program.run(
                "/usr/bin/env",
                [
                    "-u", "DBUS_SESSION_BUS_ADDRESS", "XDG_STATE_HOME=\(home)", "XDG_RUNTIME_DIR=\(home)",
                    "LOCD_SOCKET=\(socket)", Program.example("Tutorials"), name,
                ])
            #expect(answer.code == 0, "\(name): \(answer.all)")
            return answer.output.split(separator: "\n").map(String.init)
        }

        private static func matches(_ lines: [String], _ expected: [String]) -> Bool {
            lines.count == expected.count
                && zip(lines, expected).allSatisfy { $1.hasSuffix("…") ? $0.hasPrefix($1.dropLast()) : $0 == $1 }
        }

        @Test(arguments: values)
        func `Values, shapes and the test of a class need no daemon`(_ tutorial: (name: String, lines: [String]))
            async throws
        {
            try await Stage.run { stage in
                let lines = try await Self.run(
                    tutorial.name, socket: stage.path("none"), home: stage.path("home"))
                #expect(Self.matches(lines, tutorial.lines), "\(tutorial.name): \(lines)")
            }
        }

        @Test func `Managers, sessions and sensors on a drive`() async throws {
            try await Stage.run { stage in
                let (locd, _) = try await stage.live()
                for tutorial in Self.live {
                    let lines = try await Self.run(tutorial.name, socket: locd.socket, home: stage.path("home"))
                    #expect(Self.matches(lines, tutorial.lines), "\(tutorial.name): \(lines)")
                }
            }
        }

        @Test(.enabled(if: Program.hasPlaces, "there is no .build/places.locd: make places"))
        func `Geocoders on the table of towns`() async throws {
            try await Stage.run { stage in
                let locd = try stage.silent(["geocoder.table: \(Program.places)"])
                _ = try await stage.daemon(locd)
                for tutorial in Self.places {
                    let lines = try await Self.run(tutorial.name, socket: locd.socket, home: stage.path("home"))
                    #expect(Self.matches(lines, tutorial.lines), "\(tutorial.name): \(lines)")
                }
            }
        }

        /// A route that begins when gpsd is started, and a daemon that waits for it.
        private static func waiting(_ stage: Stage) async throws -> (locd: DaemonConfiguration, port: UInt16) {
            let port = try await stage.waitingRoute()
            let locd = stage.configuration(port: port, "receiver.staleAfter: 60")
            _ = try await stage.daemon(locd)
            return (locd, port)
        }

        @Test(.enabled(if: Program.hasGPSD, "gpsd is not installed: make deps"))
        func `Geofences, visits and activities on a route that passes a place`() async throws {
            try await Stage.run { stage in
                let (locd, port) = try await Self.waiting(stage)
                let children = Self.route.map { tutorial in
                    let child = stage.start(
                        tutorial.name, path: "LOCD_SOCKET=\(locd.socket)",
                        [
                            "XDG_STATE_HOME=\(stage.path("home-\(tutorial.name)"))", Program.example("Tutorials"),
                            tutorial.name,
                        ])
                    child.mayEnd()
                    return child
                }
                try await stage.until("all wait for the route") {
                    let clients = try await locd.client.clients()
                    let services = Set(clients.flatMap(\.services))
                    return children[0].words.contains("monitoring") && children[1].words.contains("conditions")
                        && services.isSuperset(of: [.monitoringVisits, .activityUpdates])
                }
                _ = try await stage.gpsd(port: port, opensAtOnce: false)
                for (child, tutorial) in zip(children, Self.route) {
                    try await stage.until("\(tutorial.name) ends", within: .seconds(60)) { child.status != nil }
                    let lines = child.words.split(separator: "\n").map(String.init)
                    #expect(Self.matches(lines, tutorial.lines), "\(tutorial.name): \(lines)")
                }
            }
        }

        @Test(.enabled(if: AgentFace.areThere, "this needs dbus-daemon and python3-dbusmock: Scripts/deps --ci"))
        func `A notification appears at a geofence, and its button comes back`() async throws {
            try await Stage.run { stage in
                let (locd, port) = try await Self.waiting(stage)
                let people = try ["arrival-reminder", "geofence-notification"].map { tutorial in
                    let person = stage.start(
                        tutorial, path: "XDG_STATE_HOME=\(stage.path(tutorial + ".state"))",
                        [
                            "LOCD_SOCKET=\(locd.socket)", try #require(Program.python), Program.desktopPerson,
                            Program.example("Tutorials"), tutorial, "--", "DONE",
                        ])
                    person.mayEnd()
                    return person
                }
                let (person, other) = (people[0], people[1])
                try await stage.until("both wait, and their regions are monitored") {
                    let labels = try await locd.client.clients().filter { $0.regions > 0 }.map(\.label)
                    return person.words.contains(#"waiting: ["bread"]"#) && other.words.contains("monitoring office")
                        && Set(labels) == ["Tutorials", "Tutorials/notifications"]
                }
                _ = try await stage.gpsd(port: port, opensAtOnce: false)
                try await stage.until("it was shown, and the button pressed", within: .seconds(60)) {
                    person.words.contains("waiting: []")
                        && person.words.contains("notification 1: Shop: Buy bread ['default', 'DONE']")
                        && person.words.contains("presenting bread\n") && person.words.contains("pressed DONE\n")
                }
                try await stage.until("the other was notified, and sees it") {
                    other.words.contains("notified\n")
                        && other.words.contains("notification 1: Arrived: You are at the office. ['default']")
                }
            }
        }
    }
}
