import LocdProtocol
import Testing

@testable import LocdDoctor

/// What keeps locd from serving other programs, and what to do.
@Suite struct SharingDoctorTests {
    private static let everything = """
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
        box.yaml += Self.everything
    }

    @Test func `With nothing in the way each address is named`() async throws {
        try await box.expect(.sharing, .ok, "tcp://127.0.0.1:2947", "GeoClue")
        try await box.expect(.sharing, .ok, yaml: ScriptedBox.serial().yaml)
    }

    @Test mutating func `A gpsd on its port is to be disabled`() async throws {
        box.texts["/proc/net/tcp"] =
            "   0: 0100007F:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 1\n"
        try await box.expect(.sharing, .warning, "2947", "systemctl disable --now gpsd.socket gpsd.service")
    }

    @Test mutating func `A port that systemd holds for locd is no problem`() async throws {
        box.texts["/proc/net/tcp"] =
            "   0: 00000000:277E 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 1\n"
        try await box.expect(.sharing, .warning, "10110", "another program")
        box.texts["/etc/systemd/system/locd-network.socket"] =
            "[Socket]\nListenStream=0.0.0.0:10110\nService=locd.service\n"
        try await box.expect(.sharing, .ok)
    }

    /// Its receiver is to be another one after a restart, or it does not answer.
    @Test mutating func `A daemon that runs holds its port`() async throws {
        box.texts["/proc/net/tcp"] =
            "   0: 0100007F:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 1\n"
        let status = ScriptedBox.status("serial:/dev/ttyUSB9")
        for daemon: Box.DaemonAnswer in [.status(status), .unknown("timed out")] {
            box.daemon = daemon
            try await box.expect(.sharing, .ok)
        }
    }

    @Test mutating func `A GeoClue that runs holds the name`() async throws {
        box.run("geoclue", 700)
        try await box.expect(.sharing, .warning, "geoclue (process 700)", "systemctl mask --now geoclue")
    }

    @Test mutating func `Without the policy the bus refuses the name`() async throws {
        box.texts[Self.policy] = nil
        try await box.expect(.sharing, .warning, Self.policy, "systemctl reload dbus")
        box.files["/run/dbus/system_bus_socket"] = nil
        #expect(try await box.report().checks.contains { $0.remedy?.contains("apt install dbus") == true })
    }

    @Test(arguments: [nil, "/sys/fs/cgroup/cgroup.controllers", "/sys/fs/cgroup/unified/cgroup.controllers"])
    mutating func `Without control groups of version 2 nothing filters the network`(controllers: String?) async throws {
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
        let open = yaml("tcp://0.0.0.0:10110", "reduced")
        if controllers == nil {
            try await box.expect(.sharing, .warning, "sharing.nmea", "tcp://0.0.0.0:10110", "dport 10110", yaml: open)
            // It holds while the daemon runs, too.
            box.daemon = .status(ScriptedBox.status("serial:/dev/ttyUSB0"))
            try await box.expect(.sharing, .warning, yaml: yaml("tcp://0.0.0.0:10110", "full"))
        } else {
            try await box.expect(.sharing, .ok, yaml: open)
        }
        try await box.expect(.sharing, .ok, yaml: yaml("tcp://127.0.0.1:10110", "none"))
    }

    @Test mutating func `A daemon that runs knows best`() async throws {
        // Its own listener is no problem.
        box.texts["/proc/net/tcp"] =
            "   0: 0100007F:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 1\n"
        box.daemon = .status(ScriptedBox.status("serial:/dev/ttyUSB0"))
        try await box.expect(.sharing, .ok)
        var status = ScriptedBox.status("serial:/dev/ttyUSB0")
        status.problems = ["sharing.gpsd: port 2947 is in use", "tracks: something else"]
        box.daemon = .status(status)
        #expect(try await box.check(.sharing).sentence == "sharing.gpsd: port 2947 is in use")
    }
}
