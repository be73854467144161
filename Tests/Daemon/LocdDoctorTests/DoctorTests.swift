import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdConfiguration
@testable import LocdDoctor

/// Every situation of a box that runs gpsd, and what the doctor says of it.
@Suite struct DoctorTests {
    private var box = ScriptedBox.healthy()

    @Test func `A healthy box has nothing to complain of`() async throws {
        let report = try await box.report()
        #expect(report.canRecord)
        #expect(report.checks.filter { $0.outcome != .ok }.isEmpty)
        #expect(report.checks.allSatisfy { $0.remedy == nil && !$0.sentence.isEmpty })
        #expect(Set(report.checks.map(\.name)) == Set(DoctorCheck.Name.allCases))
        #expect(Set(report.checks.map(\.name)).count == report.checks.count)
    }

    @Test func `Invalid configuration is the only check reported`() throws {
        let error = try #require(throws: ConfigurationError.self) {
            try Configuration.read(Array("receiver:\n  sauce: x\n  staleAfter: no\n".utf8), name: "f")
        }
        let report = Doctor.report(error)
        #expect(!report.canRecord && report.failures == [.configuration] && report.source == nil)
        #expect(report.checks[0].sentence.contains("f:2:") && report.checks[0].sentence.contains("1 more"))
    }

    // MARK: - gpsd

    @Test mutating func `Without gpsd it is to be installed`() async throws {
        box.texts["/usr/sbin/gpsd"] = nil
        box.gpsd = GPSDAnswer(failure: "nobody answers there")
        try await box.expect(.gpsdInstalled, .failure, "apt install gpsd")
        try await box.expect(.gpsdReachable, .failure, "nobody answers there")
        try await box.expect(.gpsdDevices, .notApplicable)
        #expect(box.listened.withLock(\.self) == 0)
    }

    @Test mutating func `What a daemon refuses beside fixes is a warning`() async throws {
        var status = ScriptedBox.status("gpsd://localhost:2947")
        status.receiver.refused = "9 damaged or not of gpsd, 30 accepted"
        box.daemon = .status(status)
        try await box.expect(.sentences, .warning, "9 damaged or not of gpsd")
        status.receiver.refused = nil
        box.daemon = .status(status)
        try await box.expect(.sentences, .ok)
    }

    @Test mutating func `A gpsd that was not started is to be started`() async throws {
        box.gpsd = GPSDAnswer(failure: "nobody answers there")
        box.texts["/proc/812/comm"] = nil
        try await box.expect(.gpsdReachable, .failure, "systemctl enable --now gpsd.socket")
        box.texts["/proc/812/comm"] = "gpsd\n"
        try await box.expect(.gpsdReachable, .failure, "gpsd (process 812)", "another port")
        box.texts["/proc/812/comm"] = nil
        box.files["/run/systemd/system"] = nil
        try await box.expect(.gpsdReachable, .failure, "service gpsd start")
    }

    @Test mutating func `Somebody else at the port is no gpsd`() async throws {
        box.gpsd = GPSDAnswer()
        try await box.expect(.gpsdReachable, .failure, "is not gpsd")
        // A program that hangs up says as little; at the port of gpsd.socket it is a gpsd that fails.
        box.gpsd = GPSDAnswer(failure: "Connection reset by peer")
        box.texts["/proc/812/comm"] = nil
        box.texts["/proc/net/tcp"] = "  sl\n   0: 0100007F:0B86 0:0 0A 0\n   1: 0100007F:0B83 0:0 0A 0\n"
        try await box.expect(
            .gpsdReachable, .failure, "ss -ltnp 'sport = :2950'", yaml: "receiver:\n  source: gpsd://localhost:2950")
        try await box.expect(.gpsdReachable, .failure, "systemctl enable --now gpsd.socket")
    }

    @Test mutating func `A gpsd that hangs is to be restarted`() async throws {
        box.gpsd = GPSDAnswer(failure: "Connection timed out")
        try await box.expect(.gpsdReachable, .failure, "Connection timed out", "systemctl restart gpsd")
        // It hung, or hung up, after its first line.
        box.gpsd = GPSDAnswer(release: "3.25")
        try await box.expect(.gpsdDevices, .failure, "does not list", "systemctl restart gpsd")
        try await box.expect(.sentences, .notApplicable)
    }

    @Test mutating func `Without IPv6 the socket unit fails whole`() async throws {
        box.texts["/proc/net/if_inet6"] = "fe80000000000000024bd9fffe000001 04 40 20 80     eth0\n"
        try await box.expect(.gpsdSocket, .warning, "[::1]:2947", "systemctl edit gpsd.socket")
        box.gpsd = GPSDAnswer(failure: "nobody answers there")
        try await box.expect(.gpsdSocket, .failure, "[::1]:2947")
        // What the remedy makes of it.
        box.texts["/etc/systemd/system/gpsd.socket.d/override.conf"] =
            "[Socket]\nListenStream=\nListenStream=/run/gpsd.sock\nListenStream=127.0.0.1:2947\n"
        try await box.expect(.gpsdSocket, .ok)
    }

    @Test mutating func `A masked socket unit starts nothing`() async throws {
        box.links["/etc/systemd/system/gpsd.socket"] = "/dev/null"
        try await box.expect(.gpsdSocket, .warning, "systemctl unmask gpsd.socket")
        box.gpsd = GPSDAnswer(failure: "nobody answers there")
        box.texts["/proc/812/comm"] = nil
        try await box.expect(.gpsdSocket, .failure, "masked")
        try await box.expect(.gpsdReachable, .failure, "systemctl unmask gpsd.socket")
    }

    @Test mutating func `A socket at another port is named`() async throws {
        try await box.expect(
            .gpsdSocket, .warning, "gpsd://localhost:2947", yaml: "receiver:\n  source: gpsd://localhost:2950")
    }

    @Test mutating func `Without Ngpsd opens the device later`() async throws {
        try await box.expect(.gpsdOptions, .ok, "without -n")
        box.texts["/etc/default/gpsd"] = "GPSD_OPTIONS='-b -n'  # both\nDEVICES=/dev/ttyACM0 # it\n"
        try await box.expect(.gpsdOptions, .ok, "-n keeps", "DEVICES is /dev/ttyACM0")
        box.texts["/etc/default/gpsd"] = "GPSD_OPTIONS=\"-nG\"\n"
        try await box.expect(.gpsdOptions, .ok, "-n keeps")
    }

    @Test mutating func `Options that leave gpsd without a device are named`() async throws {
        box.texts["/etc/default/gpsd"] = "DEVICES=\"/dev/ttyUSB9\"\nUSBAUTO=\"true\"\n"
        try await box.expect(.gpsdOptions, .warning, "/dev/ttyUSB9", "by-id")
        box.texts["/etc/default/gpsd"] = "DEVICES=\"\"\nUSBAUTO=\"false\"\n"
        try await box.expect(.gpsdOptions, .warning, "USBAUTO")
        box.gpsd.devices = []
        try await box.expect(.gpsdOptions, .failure, "USBAUTO")
        box.texts["/etc/default/gpsd"] = "START_DAEMON=\"false\"\nUSBAUTO=\"true\"\n"
        // systemd ignores it.
        try await box.expect(.gpsdOptions, .ok)
        box.files["/run/systemd/system"] = nil
        try await box.expect(.gpsdOptions, .warning, "START_DAEMON")
    }

    @Test(arguments: [
        ("3.22", "u-blox", DoctorCheck.Outcome.warning, "0, 0"), ("3.22", "NMEA0183", .ok, "1024 weeks"),
        ("3.17", "NMEA0183", .warning, "older than 3.20"), ("3.25", "u-blox", .ok, "3.27.1"),
        ("3.27.1", "u-blox", .ok, "3.27.1"),
        ("release", "u-blox", .ok, "an unknown release"), ("3.99999999999999999999", "u-blox", .ok, ""),
    ])
    func `Known problems of a release are reported`(
        release: String, driver: String, outcome: DoctorCheck.Outcome, words: String
    )
        async throws
    {
        var box = box
        box.gpsd.release = release
        box.events = [.link(ReceiverLink(.open, device: "/dev/ttyACM0", driver: driver)), .fix(ScriptedBox.fix)]
        try await box.expect(.gpsdVersion, outcome, words)
        if release == "3.27.1" { #expect(try await box.check(.gpsdVersion).sentence == "3.27.1") }
    }

    @Test mutating func `A port that is open to the network is said to be`() async throws {
        box.texts["/proc/net/tcp6"] = "  sl\n   0: 00000000000000000000000001000000:0B83 00000000:0000 0A 0\n"
        try await box.expect(.gpsdAccess, .ok, "this machine only")
        box.texts["/proc/net/tcp6"] = "  sl\n   0: 00000000000000000000000000000000:0B83 00000000:0000 0A 0\n"
        try await box.expect(.gpsdAccess, .warning, "anyone who reaches port 2947")
        box.texts["/proc/net/tcp6"] = nil
        box.texts["/proc/net/tcp"] = "  sl\n   0: 00000000:0B83 00000000:0000 0A 0\n"
        try await box.expect(.gpsdAccess, .warning, "-G")
        // Somebody else's port, and connections, are no listeners.
        box.texts["/proc/net/tcp"] =
            "  sl\n   0: 0100007F:0B83 0:0 0A 0\n  1: 00000000:0016 0:0 0A 0\n 2: 0201A8C0:0B83 0:0 01 0\n"
        try await box.expect(.gpsdAccess, .ok)
    }

    @Test mutating func `A gpsd elsewhere is not looked for here`() async throws {
        box.events = [.link(ReceiverLink(.open, device: "/dev/ttyS9")), .fix(ScriptedBox.fix)]
        let report = try await box.report("receiver:\n  source: gpsd://boat.local")
        let names = Set(report.checks.map(\.name))
        #expect(names.isDisjoint(with: [.gpsdInstalled, .gpsdSocket, .gpsdOptions, .device, .permission, .holder]))
        #expect(report.checks.first { $0.name == .gpsdAccess }?.outcome == .warning)
        #expect(report.canRecord)
        // From a host that cannot be found nothing crosses the network.
        box.gpsd = GPSDAnswer(failure: "unknown host")
        let yaml = "receiver:\n  source: gpsd://boat.local"
        try await box.expect(.gpsdReachable, .failure, "unknown host", "Check the name", yaml: yaml)
        try await box.expect(.gpsdAccess, .notApplicable, yaml: yaml)
    }

    @Test mutating func `A gpsd without a device learns which there are`() async throws {
        box.gpsd.devices = []
        box.files["/dev/ttyACM0"] = nil
        try await box.expect(.gpsdDevices, .failure, "no serial adapter is plugged in")
        box.files["/dev/ttyUSB0"] = ScriptedBox.tty()
        box.texts["/run/udev/data/c188:0"] = "E:ID_VENDOR_ID=0403\nE:ID_MODEL_ID=6001\n"
        try await box.expect(
            .gpsdDevices, .failure, "FTDI FT232", "do not cover such adapters", "gpsdctl add /dev/ttyUSB0")
        box.texts["/run/udev/data/c188:0"] = "E:ID_VENDOR_ID=1546\nE:ID_MODEL_ID=01a8\n"
        let check = try await box.check(.gpsdDevices)
        #expect(check.outcome == .failure && !check.sentence.contains("cover"))
        // It is of no use to listen.
        #expect(box.listened.withLock(\.self) == 0)
    }

    @Test mutating func `A device that gpsd does not know is named`() async throws {
        try await box.expect(
            .gpsdDevices, .failure, "gpsdctl add /dev/ttyS0",
            yaml: "receiver:\n  source: gpsd://localhost:2947/dev/ttyS0")
    }

    @Test mutating func `The better device is used`() async throws {
        box.gpsd.devices?.append(.init(path: "udp://239.0.0.1:2000"))
        try await box.expect(.gpsdDevices, .ok, "/dev/ttyACM0 (u-blox), udp://239.0.0.1:2000", "better fix")
    }

    @Test mutating func `A device that gpsd may not read is of the wrong group`() async throws {
        box.files["/dev/ttyACM0"] = BoxFile(kind: .characterDevice, mode: 0o660, user: 0, group: 990, major: 166)
        box.events = []
        try await box.expect(.permission, .failure, "gpsd cannot read /dev/ttyACM0", "adduser gpsd locd")
        // It may have been opened before.
        box.events = [.link(ReceiverLink(.open, device: "/dev/ttyACM0")), .fix(ScriptedBox.fix)]
        try await box.expect(.permission, .warning, "before it dropped its privileges")
    }

    /// As Ubuntu and Debian have it.
    @Test mutating func `A device that app armor refuses needs a rule`() async throws {
        box.files["/dev/pts/3"] = ScriptedBox.tty(major: 136, minor: 3, mode: 0o666)
        box.links["/dev/gps0"] = "/dev/pts/3"
        box.texts["/etc/apparmor.d/usr.sbin.gpsd"] = """
            /usr/sbin/gpsd flags=(attach_disconnected) {
              #include <abstractions/base>
              /dev/tty{,S,USB,AMA,ACM}[0-9]*    rw,
              owner /dev/rfcomm* w,
            }
            """
        box.texts["/proc/812/attr/current"] = "/usr/sbin/gpsd (enforce)\n"
        let yaml = "receiver:\n  source: gpsd://localhost/dev/gps0\n"
        box.gpsd.devices = [.init(path: "/dev/gps0")]
        box.events = []
        try await box.expect(
            .permission, .failure, "AppArmor keeps gpsd from /dev/pts/3", "/dev/pts/3 rw,", yaml: yaml)
        try await box.expect(.permission, .ok, yaml: "receiver:\n  source: gpsd://localhost/dev/ttyACM0\n")
        box.texts["/etc/apparmor.d/local/usr.sbin.gpsd"] = "/dev/pts/[0-9]* rw,\n"
        try await box.expect(.permission, .ok, yaml: yaml)
        box.texts["/etc/apparmor.d/local/usr.sbin.gpsd"] = nil
        box.texts["/proc/812/attr/current"] = "/usr/sbin/gpsd (complain)\n"
        try await box.expect(.permission, .ok, yaml: yaml)
    }

    @Test mutating func `A device that gpsd has under another name is named so`() async throws {
        box.links["/dev/serial/by-id/usb-Acme_GPS"] = "/dev/ttyACM0"
        let yaml = "receiver:\n  source: gpsd://localhost/dev/serial/by-id/usb-Acme_GPS"
        try await box.expect(
            .gpsdDevices, .failure, "under the name /dev/ttyACM0", "gpsd://localhost:2947/dev/ttyACM0", yaml: yaml)
        // It is not listened to: gpsd only refuses, with a remedy of its own.
        try await box.expect(.sentences, .notApplicable, yaml: yaml)
    }

    @Test mutating func `A source on the network has no port`() async throws {
        box.gpsd.devices = [.init(path: "ntrip://caster.example:2101/RTCM")]
        box.events = [.link(ReceiverLink(.open, device: "ntrip://caster.example:2101/RTCM"))]
        let names = Set(try await box.report().checks.map(\.name))
        #expect(names.isDisjoint(with: [.device, .permission, .holder, .modemManager, .brltty]))
        try await box.expect(.sentences, .failure, "ntrip://caster.example", "the server can be reached")
    }

    @Test mutating func `Processes that read beside gpsd are named`() async throws {
        box.run("minicom", 900, opening: "/dev/ttyACM0")
        try await box.expect(.holder, .warning, "minicom (process 900)", "each takes bytes from the other")
    }

    // MARK: - What comes

    @Test mutating func `A receiver that is not understood may be held to a wrong speed`() async throws {
        box.events = [.link(ReceiverLink(.open, device: "/dev/ttyACM0"))]
        try await box.expect(.sentences, .failure, "gpsd cannot decode what /dev/ttyACM0 sends", "gpsmon")
        try await box.expect(.fix, .notApplicable)
        for options in ["-s 9600", "-n -s9600", "--speed 9600", "--speed=9600"] {
            box.texts["/etc/default/gpsd"] = "GPSD_OPTIONS=\"\(options)\"\n"
            try await box.expect(.sentences, .failure, "fixed at 9600 baud", "-s 9600")
        }
    }

    @Test mutating func `Without a fix the antenna is asked`() async throws {
        func sky(_ signals: [Double?]) -> ReceiverEvent {
            .sky(
                SkyView(
                    satellites: signals.enumerated().map { index, signal in
                        var satellite = Satellite(constellation: .gps, identifier: index + 1, isUsed: false)
                        satellite.signalStrength = signal
                        return satellite
                    }))
        }
        box.events = [.fix(Fix(mode: .none)), sky([])]
        try await box.expect(.fix, .failure, "antenna is connected", "0 of 0")
        box.events = [.fix(Fix(mode: .none)), sky([18, 24])]
        try await box.expect(.fix, .failure, "signals are weak (24 dB-Hz", "0 of 2")
        box.events = [.fix(Fix(mode: .none)), sky([44, nil])]
        try await box.expect(.fix, .failure, "free view of the sky")
        #expect(try await box.report().failures == [.fix])
    }

    @Test mutating func `A fix that the gate refuses is none`() async throws {
        var fix = ScriptedBox.fix
        fix.coordinate = Coordinate(latitude: 0, longitude: 0)
        box.events = [.fix(fix)]
        try await box.expect(.fix, .failure, "nullIsland")
    }

    // MARK: - locd, its track, its clock

    @Test mutating func `A daemon that does not run is to be started`() async throws {
        box.daemon = .notRunning
        try await box.expect(.daemon, .warning, "systemctl enable --now locd")
        // Its socket file may be all that is missing.
        try await box.expect(.daemon, .warning, "systemctl restart locd")
        let folder = box.files.removeValue(forKey: "/run/systemd/system")
        try await box.expect(.daemon, .warning, "locd run")
        box.files["/run/systemd/system"] = folder
        #expect(try await box.report().canRecord)
        box.daemon = .unknown("locd does not answer")
        try await box.expect(.daemon, .warning, "does not answer")
        box.daemon = .status(ScriptedBox.status("serial:/dev/ttyUSB0"))
        try await box.expect(.daemon, .warning, "systemctl restart locd")
        var status = ScriptedBox.status("gpsd://localhost:2947")
        status.integrity = IntegrityStatus(
            state: .doubtful, reasons: ["jamming"], summary: "Position doubtful: jamming", remedy: "Leave the area.")
        box.daemon = .status(status)
        try await box.expect(.daemon, .warning, "jamming", "Leave the area.")
    }

    @Test mutating func `A recorder that does not record fails`() async throws {
        try await box.expect(.recorder, .failure, "recorder.enabled", yaml: "recorder:\n  enabled: false")
        var status = ScriptedBox.status("gpsd://localhost:2947")
        status.recorder.state = .failed
        status.recorder.detail = "No space left on device"
        status.recorder.remedy = "Make room."
        box.daemon = .status(status)
        try await box.expect(.recorder, .failure, "No space left", "Make room.")
        status.recorder.state = .recording
        status.recorder.lost = 3
        box.daemon = .status(status)
        try await box.expect(.recorder, .warning, "3 lines lost")
    }

    /// Who asks is not who records.
    @Test mutating func `A daemon without a unit is judged by who runs it`() async throws {
        for unit in ["/lib/systemd/system/locd.service", "/usr/lib/systemd/system/locd.service"] {
            box.texts[unit] = nil
        }
        box.accounts["1000"] = BoxAccount(name: "ann", identifier: 1000, groups: [1000])
        box.present = BoxAccount(name: "root", identifier: 0, groups: [0], isPresent: true)
        box.files["/run/locd/locd.sock"] = BoxFile(kind: .other, mode: 0o666, user: 1000, group: 1000)
        box.files["/data"] = ScriptedBox.folder()
        box.files["/data/tracks"] = ScriptedBox.folder(user: 0, mode: 0o755)
        let yaml = "tracks:\n  directory: /data/tracks"
        try await box.expect(.trackDirectory, .failure, "ann cannot write to /data/tracks", yaml: yaml)
        box.files["/data/tracks"] = ScriptedBox.folder(user: 1000, mode: 0o750)
        try await box.expect(.trackDirectory, .ok, "ann can write", yaml: yaml)
    }

    @Test mutating func `A track directory must be writable`() async throws {
        let yaml = "tracks:\n  directory: /data/tracks"
        // The unit's sandbox stands before the bits of permission.
        try await box.expect(.trackDirectory, .failure, "ReadWritePaths=/data/tracks", yaml: yaml)
        box.texts["/etc/systemd/system/locd.service.d/tracks.conf"] = "[Service]\nReadWritePaths=-/data\n"
        try await box.expect(.trackDirectory, .failure, "install -d -o locd", yaml: yaml)
        box.files["/data/tracks"] = ScriptedBox.folder(mode: 0o755)
        try await box.expect(.trackDirectory, .failure, "locd cannot write", "chown locd /data/tracks", yaml: yaml)
        box.files["/data/tracks"] = ScriptedBox.folder(user: 990, mode: 0o700)
        try await box.expect(.trackDirectory, .ok, yaml: yaml)
        box.files["/data"] = ScriptedBox.folder(mode: 0o700)
        try await box.expect(.trackDirectory, .failure, "locd cannot enter /data", yaml: yaml)
        box.files["/data"] = nil
        box.space.isReadOnly = true
        try await box.expect(.trackDirectory, .failure, "read-only", yaml: yaml)
        box.files["/data/tracks"] = nil
        box.texts["/data/tracks"] = "a file"
        try await box.expect(.trackDirectory, .failure, "is not a directory", yaml: yaml)
    }

    @Test mutating func `Home is closed to the unit`() async throws {
        let yaml = "tracks:\n  directory: /home/ann/tracks"
        box.texts["/lib/systemd/system/locd.service"] = "[Service]\nUser=locd\nProtectHome=yes\n"
        box.files["/home/ann/tracks"] = ScriptedBox.folder(user: 990)
        try await box.expect(.trackDirectory, .failure, "ReadWritePaths=/home/ann/tracks", yaml: yaml)
    }

    @Test mutating func `The unit makes its own directory`() async throws {
        box.files["/var/lib/locd/tracks"] = nil
        try await box.expect(.trackDirectory, .ok, "when the unit starts")
        try await box.expect(.trackSpace, .ok)
    }

    @Test mutating func `Without its state locd still records`() async throws {
        let yaml = "state:\n  directory: /data/state"
        box.files["/data/state"] = ScriptedBox.folder(user: 990, mode: 0o700)
        box.texts["/etc/systemd/system/locd.service.d/state.conf"] = "[Service]\nReadWritePaths=-/data\n"
        try await box.expect(.stateDirectory, .ok, "/data/state", yaml: yaml)
        box.space.isReadOnly = true
        try await box.expect(.stateDirectory, .warning, "read-only", yaml: yaml)
    }

    @Test mutating func `A disk that fills is said in time`() async throws {
        box.space.free = 100_000_000
        try await box.expect(.trackSpace, .warning, "100 MB", "4 days")
        box.space.free = 4096
        try await box.expect(.trackSpace, .failure, "full")
        try await box.expect(.stateDirectory, .warning, "full", "state.directory")
        box.space = BoxSpace(free: .max, freeFiles: 0)
        try await box.expect(.trackSpace, .failure, "no free inodes")
        box.space.freeFiles = nil
        try await box.expect(.trackSpace, .ok, "more than 10 years")
        box.space.free = 82_343_000_000
        try await box.expect(.trackSpace, .ok, "82 GB free, about 9 years at 1 Hz")
        box.space.free = 1_000_000_000
        try await box.expect(.trackSpace, .ok, "1.0 GB free, about 40 days at 1 Hz")
    }

    @Test mutating func `A clock that is not synchronised is no obstacle`() async throws {
        box.isClockSynchronized = false
        try await box.expect(.clock, .warning, "chrony")
        #expect(try await box.report().canRecord)
    }
}
