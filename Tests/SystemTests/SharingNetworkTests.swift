import Foundation
import Glibc
import LocdClient
import LocdProtocol
import Subprocess
import Testing

extension SystemTests {
    /// Programs of another machine: a network namespace with a cable to the daemon's.
    @Suite(
        "Sharing with the network",
        .enabled(
            if: getuid() == 0 && Program.find("ip") != nil && Program.find("nsenter") != nil && Program.setpriv != nil
                && Program.python != nil, "only root makes networks, with iproute2; and Python is needed"))
    struct SharingNetwork {
        private static let here = "192.0.2.1"
        private static let other = "192.0.2.2"
        /// A user of every Debian about whom nobody decided anything.
        private static let undecided = 5

        private func client(_ words: String..., at daemon: SharingDaemon) async throws {
            let answer = try await Program.run(Program.locd, ["client"] + words + ["--socket", daemon.locd.socket])
            #expect(answer.code == 0, "\(answer.all)")
        }

        @Test func `Programs of another machine get what the key says, those of this one what their users may have`()
            async throws
        {
            try await Stage.run { stage in
                let daemon = try await stage.sharing(openTo: "full")
                let nmea = try stage.reader("nmea", "\(Self.here):\(daemon.nmea)", onOtherMachineOf: daemon)
                let gpsd = try stage.reader("gpsd", "\(Self.here):\(daemon.gpsd)", onOtherMachineOf: daemon)
                // Over the address that is open to the network, and yet a user of this machine.
                let local = try stage.reader(
                    "nmea", "\(Self.here):\(daemon.nmea)", onMachineOf: daemon, user: Self.undecided)
                try await stage.until("the network is served") {
                    [nmea, gpsd].allSatisfy { $0.reports.places.count >= 10 } && local.isOver
                }
                for reader in [nmea, gpsd] { try await daemon.expectRecorded(reader.reports.places, from: reader.name) }
                #expect(local.reports.places.isEmpty && !local.reports.contains { $0.satellites != nil })
                #expect(local.reports.contains { $0.error?.contains("not authorized") == true }, "\(local.child.words)")

                let status = try await Program.run(Program.locd, ["status", "--socket", daemon.locd.socket])
                for form in ["NMEA", "gpsd"] {
                    #expect(
                        status.output.contains("\(Self.other) (network)") && status.output.contains(form),
                        "\(status.all)")
                }
                #expect(status.output.contains("2 other clients"), "\(status.all)")

                // Decided at once for all of them, and taken back.
                try await client("deny", "network", at: daemon)
                let last = Date().timeIntervalSince1970 + 1
                try await stage.until("both are ended") { nmea.isOver && gpsd.isOver }
                for reader in [nmea, gpsd] {
                    #expect(reader.reports.places.allSatisfy { ($0.time ?? .infinity) <= last }, "\(reader.name)")
                    #expect(
                        reader.reports.contains { $0.error?.contains("locd client") == true }, "\(reader.child.words)")
                }
                let list = try await Program.run(Program.locd, ["client", "list", "--socket", daemon.locd.socket])
                #expect(list.output.contains("network: denied"), "\(list.all)")
                let late = try stage.reader("nmea", "\(Self.here):\(daemon.nmea)", onOtherMachineOf: daemon)
                try await stage.until("who comes later gets nothing") { late.isOver }
                #expect(late.reports.places.isEmpty)
                try await client("reset", "network", at: daemon)
                let again = try stage.reader("nmea", "\(Self.here):\(daemon.nmea)", onOtherMachineOf: daemon)
                try await stage.until("the key holds again") { again.reports.places.count >= 3 }
            }
        }

        @Test func `A port that systemd holds is served, and not opened by the daemon`() async throws {
            try await Stage.run { stage in
                // As systemd does it: the port is taken already, and comes as descriptor 3.
                let script = """
                    import os, socket, sys
                    port = socket.create_server(("0.0.0.0", int(sys.argv[1])))
                    os.dup2(port.fileno(), 3)
                    os.set_inheritable(3, True)
                    os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="locd-network.socket")
                    os.execvp(sys.argv[2], sys.argv[2:])
                    """
                let daemon = try await stage.sharing(
                    openTo: "full", through: [try #require(Program.python), "-c", script, SharingDaemon.portOfNMEA])
                let reader = try stage.reader("nmea", "\(Self.here):\(daemon.nmea)", onOtherMachineOf: daemon)
                try await stage.until("the network is served") { reader.reports.places.count >= 5 }
                #expect(try await daemon.locd.client.status().problems.isEmpty)
            }
        }

        @Test(
            .enabled(
                if: ["avahi-daemon", "avahi-browse", "avahi-publish"].allSatisfy { Program.find($0) != nil }
                    && PrivateBus.daemon != nil, "avahi-daemon or avahi-utils is not installed: Scripts/deps --ci"))
        func `Avahi announces it, under another name if that is taken, and anew when it comes back`() async throws {
            try await Stage.run { stage in
                let bus = try await stage.bus([PrivateBus.policyOfAvahi], of: "avahi")
                let daemon = try await stage.sharing(on: bus, openTo: "reduced")
                // locd was first: Avahi is waited for.
                let avahi = try stage.avahi(on: bus, onMachineOf: daemon)
                let name = "locd on \(Self.host)"
                var found = try await stage.announced(
                    "_nmea-0183._tcp", ["\(daemon.nmea)"], on: bus, onMachineOf: daemon)
                #expect(found.contains(";box.local;\(Self.here);\(daemon.nmea);"), "\(found)")
                found = try await stage.announced("_gpsd._tcp", ["\(daemon.gpsd)"], on: bus, onMachineOf: daemon)
                #expect(found.contains(";box.local;\(Self.here);\(daemon.gpsd);"), "\(found)")

                // It goes, and when it is there again, somebody else has the name.
                avahi.send(.terminate)
                try await stage.until("Avahi ends") { avahi.status != nil }
                daemon.child.send(.suspend)
                _ = try stage.avahi(on: bus, onMachineOf: daemon)
                let rival = try stage.run(
                    "avahi-publish", ["avahi-publish", "-f", "-s", name, "_nmea-0183._tcp", "9"], on: bus,
                    onMachineOf: daemon)
                try await stage.until("the name is taken") { rival.words.contains("Established under name '\(name)'") }
                daemon.child.send(.resume)
                found = try await stage.announced(
                    "_nmea-0183._tcp", ["\(daemon.nmea)", "\\0352"], on: bus, onMachineOf: daemon)
                #expect(found.contains(";\(daemon.nmea);"), "\(found)")
                #expect(try await daemon.locd.client.status().problems.isEmpty)
            }
        }

        /// This machine's name without its domain.
        private static var host: String {
            let name = (try? String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)) ?? ""
            return String(name.trimmingCharacters(in: .newlines).prefix { $0 != "." })
        }
    }
}

extension Stage {
    /// The process on the other machine.
    private var otherMachine: String { path("other-machine") }

    /// A daemon on a machine of its own that is open to the network.
    fileprivate func sharing(
        on bus: PrivateBus? = nil, openTo network: String, through starter: [String] = []
    ) async throws -> SharingDaemon {
        try await sharing(
            on: bus, servingGeoClue: false, through: [Program.tool("two-machines"), otherMachine] + starter,
            host: "0.0.0.0", ["sharing.network: \(network)"])
    }

    fileprivate func reader(_ kind: String, _ address: String, onOtherMachineOf daemon: SharingDaemon) throws
        -> SharedReader
    {
        let process = try String(contentsOfFile: otherMachine, encoding: .utf8).trimmingCharacters(in: .newlines)
        return reader(kind, address, at: daemon, inside: process)
    }

    fileprivate func reader(
        _ kind: String, _ address: String, onMachineOf daemon: SharingDaemon, user: Int
    ) throws -> SharedReader {
        reader(kind, address, at: daemon, user: user, inside: "\(try #require(daemon.child.processIdentifier))")
    }

    /// Runs a program on the daemon's machine.
    fileprivate func run(
        _ name: String, _ words: [String], on bus: PrivateBus, onMachineOf daemon: SharingDaemon
    ) throws -> Child {
        let process = try #require(daemon.child.processIdentifier)
        let child = start(name, path: bus.assignment, ["nsenter", "--net=/proc/\(process)/ns/net"] + words)
        child.mayEnd()
        return child
    }

    /// The real Avahi, which says what it has to say only over the cable.
    fileprivate func avahi(on bus: PrivateBus, onMachineOf daemon: SharingDaemon) throws -> Child {
        let file = path("avahi.conf")
        try """
        [server]
        host-name=box
        use-ipv6=no
        allow-interfaces=cable
        enable-dbus=yes
        [wide-area]
        enable-wide-area=no
        [rlimits]

        """.write(toFile: file, atomically: true, encoding: .utf8)
        // It may run but once on a machine: the folder of its number is one that nobody else sees.
        let script =
            "mkdir -p /run/avahi-daemon && mount -t tmpfs none /run/avahi-daemon && "
            + "exec \(try #require(Program.find("avahi-daemon"))) -f '\(file)' --no-drop-root --no-chroot --no-rlimits"
        return try run("avahi-daemon", ["unshare", "--mount", "sh", "-c", script], on: bus, onMachineOf: daemon)
    }

    /// What Avahi finds of a type, once it has all of this in it.
    fileprivate func announced(
        _ type: String, _ marks: [String], on bus: PrivateBus, onMachineOf daemon: SharingDaemon
    ) async throws -> String {
        try await until("\(type) is announced", within: .seconds(60)) {
            let browse = try run(
                "avahi-browse", ["timeout", "10", "avahi-browse", "-prt", type], on: bus, onMachineOf: daemon)
            try await until("avahi-browse ends") { browse.status != nil }
            let found = browse.words
            return marks.allSatisfy(found.contains) && found.contains("=;") ? found : nil
        }
    }
}
