import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdConfiguration
@testable import LocdDoctor

/// A box that a test writes down: its files, its users, its gpsd, and what comes from its receiver.
struct ScriptedBox: Sendable {
    /// What configures locd.
    var yaml = ""
    /// Regular files and what is in them.
    var texts: [String: String] = [:]
    /// Devices, folders, and regular files whose permissions matter. Folders above a path are there by themselves.
    var files: [String: BoxFile] = [:]
    var links: [String: String] = [:]
    /// Folders that exist and may not be listed.
    var closed: Set<String> = []
    var accounts: [String: BoxAccount] = [:]
    var present = BoxAccount(name: "root", identifier: 0, groups: [0], isPresent: true)
    var groups: [UInt32: String] = [0: "root", 20: "dialout", 990: "locd"]
    var space = BoxSpace(free: 77_000_000_000, freeFiles: 1_000_000)
    var isClockSynchronized = true
    var daemon = Box.DaemonAnswer.notRunning
    var gpsd = GPSDAnswer()
    /// What the receiver says, while somebody listens.
    var events: [ReceiverEvent] = []
    /// How often it was listened to.
    let listened = Locked(0)

    /// A serial device of the group dialout.
    static func tty(major: UInt32 = 188, minor: UInt32 = 0, mode: UInt32 = 0o660) -> BoxFile {
        BoxFile(kind: .characterDevice, mode: mode, user: 0, group: 20, major: major, minor: minor)
    }

    /// Debian 12 with the package, systemd, gpsd and a u-blox on USB with a fix.
    static func healthy() -> ScriptedBox {
        var box = ScriptedBox()
        box.accounts["locd"] = BoxAccount(name: "locd", identifier: 990, groups: [990])
        box.accounts["gpsd"] = BoxAccount(name: "gpsd", identifier: 118, groups: [20])
        box.files["/run/systemd/system"] = folder()
        box.files["/var/lib/locd/tracks"] = folder(user: 990, group: 990, mode: 0o750)
        box.texts["/usr/sbin/gpsd"] = ""
        box.texts["/lib/systemd/system/locd.service"] = """
            [Service]
            User=locd
            SupplementaryGroups=dialout
            StateDirectory=locd locd/tracks locd/state
            ProtectSystem=strict
            ProtectHome=yes
            DevicePolicy=closed
            DeviceAllow=char-188 rw
            DeviceAllow=char-166 rw
            """
        box.texts["/lib/systemd/system/gpsd.socket"] = """
            [Socket]
            ListenStream=/run/gpsd.sock
            ListenStream=[::1]:2947
            ListenStream=127.0.0.1:2947
            # ListenStream=0.0.0.0:2947
            BindIPv6Only=yes
            """
        box.links["/etc/systemd/system/sockets.target.wants/gpsd.socket"] = "/lib/systemd/system/gpsd.socket"
        box.texts["/etc/default/gpsd"] = "# of Debian\nDEVICES=\"\"\nGPSD_OPTIONS=\"\"\nUSBAUTO=\"true\"\n"
        box.texts["/proc/net/if_inet6"] = "00000000000000000000000000000001 01 80 10 80       lo\n"
        box.texts["/proc/net/tcp"] = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1
               1: 0100007F:0B83 0100007F:C001 01 00000000:00000000 00:00000000 00000000     0        0 2
            """
        box.run("gpsd", 812, user: 118, group: 20, opening: "/dev/ttyACM0")
        box.files["/dev/ttyACM0"] = tty(major: 166)
        box.texts["/run/udev/data/c166:0"] = "E:ID_VENDOR_ID=1546\nE:ID_MODEL_ID=01a8\n"
        box.gpsd = GPSDAnswer(release: "3.25", devices: [.init(path: "/dev/ttyACM0", driver: "u-blox")])
        box.daemon = .status(status("gpsd://localhost:2947"))
        box.events = [
            .link(ReceiverLink(.open, device: "/dev/ttyACM0", driver: "u-blox")), .fix(fix),
        ]
        return box
    }

    /// The same without gpsd, locd reading the port.
    static func serial() -> ScriptedBox {
        var box = healthy()
        for path in box.texts.keys where path.contains("gpsd") || path.contains("/812/") { box.texts[path] = nil }
        for path in box.links.keys where path.contains("gpsd") || path.contains("/812/") { box.links[path] = nil }
        box.yaml = "receiver:\n  source: serial:/dev/ttyUSB0\n"
        box.gpsd = GPSDAnswer()
        box.daemon = .notRunning
        box.files["/dev/ttyUSB0"] = tty()
        box.files["/dev/ttyACM0"] = nil
        box.events = [.link(ReceiverLink(.open, device: "/dev/ttyUSB0", driver: "NMEA0183")), .fix(fix)]
        return box
    }

    static var fix: Fix {
        var fix = Fix(
            mode: .fix3D, timestamp: Timestamp(milliseconds: 1_795_240_800_000),
            coordinate: Coordinate(latitude: 47.5, longitude: 8.5))
        fix.horizontalAccuracy = 3.2
        return fix
    }

    static func status(_ source: String, _ state: ReceiverState = .fix3D, cause: OutageCause? = nil) -> StatusReply {
        var receiver = ReceiverStatus(source: source, state: state, stateAge: .seconds(60))
        receiver.cause = cause
        receiver.device = "/dev/ttyUSB0"
        return StatusReply(
            version: "0.1.0", uptime: .seconds(60), receiver: receiver, fixes: FixCounts(),
            recorder: RecorderStatus(state: .recording, stateAge: .seconds(60)))
    }

    static func folder(user: UInt32 = 0, group: UInt32 = 0, mode: UInt32 = 0o755) -> BoxFile {
        BoxFile(kind: .directory, mode: mode, user: user, group: group)
    }

    /// Lets a program run, with a file open.
    mutating func run(_ name: String, _ process: Int, user: UInt32 = 0, group: UInt32 = 0, opening path: String? = nil)
    {
        texts["/proc/\(process)/comm"] = "\(name)\n"
        texts["/proc/\(process)/status"] =
            "Name:\t\(name)\nUid:\t\(user)\t\(user)\t0\t0\nGid:\t\(group)\t\(group)\t0\t0\n"
        links["/proc/\(process)/fd/0"] = "/dev/null"
        if let path { links["/proc/\(process)/fd/7"] = path }
    }

    // MARK: - What the doctor says of it

    /// With this configuration, or its own.
    func report(_ yaml: String? = nil) async throws -> DoctorReport {
        let loaded = try Configuration.read(Array((yaml ?? self.yaml).utf8), name: "f")
        let report = await Doctor(loaded.configuration, box: box).examine(loaded)
        #expect(report.canRecord == report.checks.allSatisfy { $0.outcome != .failure })
        return report
    }

    /// The one check of this name.
    func check(_ name: DoctorCheck.Name, yaml: String? = nil, at location: SourceLocation = #_sourceLocation)
        async throws -> DoctorCheck
    {
        let checks = try await report(yaml).checks.filter { $0.name == name }
        #expect(checks.count == 1, "\(checks)", sourceLocation: location)
        return try #require(checks.first, "\(name.rawValue) was not looked at", sourceLocation: location)
    }

    /// That it has this outcome, and these words in its sentence or its remedy.
    func expect(
        _ name: DoctorCheck.Name, _ outcome: DoctorCheck.Outcome, _ words: String..., yaml: String? = nil,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let check = try await check(name, yaml: yaml, at: location)
        #expect(check.outcome == outcome, "\(check)", sourceLocation: location)
        let said = "\(check.sentence) \(check.remedy ?? "")"
        for word in words { #expect(said.contains(word), "\(said)", sourceLocation: location) }
        // Whoever says that something is wrong says what to do.
        if outcome == .failure { #expect(check.remedy != nil, sourceLocation: location) }
    }

    // MARK: - What it tells the doctor

    var box: Box {
        Box(
            text: { self.texts[self.resolve($0)] }, names: names, target: { self.links[$0] },
            resolved: { self.stat($0) == nil ? nil : self.resolve($0) }, file: stat,
            space: { self.stat($0) == nil ? nil : self.space },
            account: { name in name.map { $0 == "root" ? self.root : self.accounts[$0] } ?? self.present },
            groupName: { self.groups[$0] },
            groupIdentifier: { name in self.groups.first { $0.value == name }?.key },
            isClockSynchronized: { self.isClockSynchronized }, daemon: { _ in self.daemon },
            gpsd: { _ in self.gpsd },
            listen: { _ in
                self.listened.withLock { $0 += 1 }
                var hearing = Hearing()
                for event in self.events where !hearing.isConclusive { hearing.receive(event, at: .zero) }
                return hearing
            })
    }

    private var root: BoxAccount { BoxAccount(name: "root", identifier: 0, groups: [0]) }

    private func resolve(_ path: String) -> String {
        var path = path
        for _ in 0..<8 {
            guard let next = links[path] else { break }
            path = next
        }
        return path
    }

    private func stat(_ path: String) -> BoxFile? {
        // What a process has open may be another file than that of its path.
        if let file = files[path] { return file }
        let path = resolve(path)
        if let file = files[path] { return file }
        if texts[path] != nil { return BoxFile(kind: .regular, mode: 0o644, user: 0, group: 0) }
        let isFolder = path == "/" || closed.contains(path) || paths.contains { $0.hasPrefix("\(path)/") }
        return isFolder ? Self.folder() : nil
    }

    private func names(_ folder: String) -> [String]? {
        guard !closed.contains(folder), stat(folder)?.kind == .directory else { return nil }
        let prefix = "\(folder)/"
        return Array(
            Set(
                paths.filter { $0.hasPrefix(prefix) }.compactMap {
                    $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
                }))
    }

    private var paths: [String] { Array(texts.keys) + Array(files.keys) + Array(links.keys) + Array(closed) }
}
