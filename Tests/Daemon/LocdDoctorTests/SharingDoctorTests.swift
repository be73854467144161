import LocdProtocol
import Testing

@testable import LocdDoctor

/// What keeps locd from serving other programs, and what to do.
@Suite struct SharingDoctorTests {
    private static let everything = """
        receiver:
          source: serial:/dev/ttyUSB0
        sharing:
          nmea: [tcp://127.0.0.1:10110, unix:/run/locd/nmea.sock]
          gpsd: tcp://127.0.0.1:2947
          geoclue: true
        """
    private static let policy = "/usr/share/dbus-1/system.d/org.locd.GeoClue2.conf"

    private var box = ScriptedBox.serial()

    init() {
        box.files["/run/dbus/system_bus_socket"] = BoxFile(kind: .other, mode: 0o666, user: 0, group: 0)
        box.texts[Self.policy] = "<busconfig/>"
        box.texts["/proc/net/tcp"] = ""
    }

    private func checks(_ yaml: String = everything) async throws -> [DoctorCheck] {
        let report = try await DoctorTests.report(box, yaml)
        // None of it keeps the recorder from its work.
        #expect(!report.failures.contains(.sharing))
        return report.checks.filter { $0.name == .sharing }
    }

    @Test func withNothingInTheWayEachAddressIsNamed() async throws {
        let checks = try await checks()
        #expect(checks.map(\.outcome) == [.ok])
        #expect(checks[0].sentence.contains("tcp://127.0.0.1:2947") && checks[0].sentence.contains("GeoClue"))
        #expect(try await self.checks("receiver:\n  source: serial:/dev/ttyUSB0\n").map(\.outcome) == [.ok])
    }

    @Test mutating func aGPSDOnItsPortIsToBeDisabled() async throws {
        box.texts["/proc/net/tcp"] =
            "   0: 0100007F:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 1\n"
        let checks = try await checks()
        #expect(checks.count == 1 && checks[0].outcome == .warning)
        #expect(checks[0].sentence.contains("2947"))
        #expect(checks[0].remedy?.contains("systemctl disable --now gpsd.socket gpsd.service") == true)
    }

    @Test mutating func aGeoClueThatRunsHoldsTheName() async throws {
        box.run("geoclue", 700)
        let checks = try await checks()
        #expect(checks.count == 1 && checks[0].outcome == .warning)
        #expect(checks[0].sentence.contains("geoclue (process 700)"))
        #expect(checks[0].remedy?.contains("systemctl mask --now geoclue") == true)
    }

    @Test mutating func withoutThePolicyTheBusRefusesTheName() async throws {
        box.texts[Self.policy] = nil
        let checks = try await checks()
        #expect(checks.count == 1 && checks[0].outcome == .warning)
        #expect(checks[0].sentence.contains(Self.policy))
        #expect(checks[0].remedy?.contains("systemctl reload dbus") == true)
        box.files["/run/dbus/system_bus_socket"] = nil
        #expect(try await self.checks().contains { $0.remedy?.contains("apt install dbus") == true })
    }

    @Test(arguments: [nil, "/sys/fs/cgroup/cgroup.controllers", "/sys/fs/cgroup/unified/cgroup.controllers"])
    mutating func withoutControlGroupsOfVersion2NothingFiltersTheNetwork(controllers: String?) async throws {
        if let controllers { box.texts[controllers] = "cpu io memory pids\n" }
        func yaml(_ address: String, _ network: String) -> String {
            """
            receiver:
              source: serial:/dev/ttyUSB0
            sharing:
              nmea: [\(address)]
              network: \(network)
            """
        }
        let open = try await checks(yaml("tcp://0.0.0.0:10110", "reduced"))
        #expect(open.map(\.outcome) == [controllers == nil ? .warning : .ok])
        if controllers == nil {
            #expect(open[0].sentence.contains("sharing.nmea") && open[0].sentence.contains("tcp://0.0.0.0:10110"))
            #expect(open[0].remedy?.contains("dport 10110") == true)
            // It holds while the daemon runs, too.
            box.daemon = .status(ScriptedBox.status("serial:/dev/ttyUSB0"))
            #expect(try await checks(yaml("tcp://0.0.0.0:10110", "full")).map(\.outcome) == [.warning])
        }
        #expect(try await checks(yaml("tcp://127.0.0.1:10110", "none")).map(\.outcome) == [.ok])
    }

    @Test mutating func aDaemonThatRunsKnowsBest() async throws {
        // Its own listener is no trouble.
        box.texts["/proc/net/tcp"] =
            "   0: 0100007F:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 1\n"
        box.daemon = .status(ScriptedBox.status("serial:/dev/ttyUSB0"))
        #expect(try await checks().map(\.outcome) == [.ok])
        var status = ScriptedBox.status("serial:/dev/ttyUSB0")
        status.problems = ["sharing.gpsd: port 2947 is in use", "tracks: something else"]
        box.daemon = .status(status)
        #expect(try await checks().map(\.sentence) == ["sharing.gpsd: port 2947 is in use"])
    }
}
