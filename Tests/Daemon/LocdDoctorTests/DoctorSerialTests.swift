import LocationModel
import LocationServices
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdDoctor

/// Every situation of a box on which locd reads the port itself.
@Suite struct DoctorSerialTests {
    private var box = ScriptedBox.serial()

    @Test func `A healthy port is healthy`() async throws {
        let report = try await box.report()
        #expect(report.canRecord)
        #expect(report.checks.filter { $0.outcome != .ok }.map(\.name) == [.daemon])
        #expect(box.listened.withLock(\.self) == 1)
    }

    @Test mutating func `A port that is not there is to be plugged in`() async throws {
        box.files["/dev/ttyUSB0"] = nil
        try await box.expect(.device, .failure, "Plug the receiver in")
        try await box.expect(.sentences, .notApplicable)
        box.files["/dev/ttyUSB1"] = ScriptedBox.tty(minor: 1)
        box.texts["/run/udev/data/c188:1"] = "E:ID_VENDOR_ID=067B\nE:ID_MODEL_ID=2303\n"
        try await box.expect(.device, .failure, "/dev/ttyUSB1 (Prolific PL2303, 067b:2303)")
        #expect(box.listened.withLock(\.self) == 0)
    }

    @Test(arguments: [BoxFile.Kind.regular, .directory])
    mutating func `What is no device has one cure`(kind: BoxFile.Kind) async throws {
        box.files["/dev/ttyUSB0"] = BoxFile(kind: kind, mode: 0o600, user: 0, group: 0)
        var status = ScriptedBox.status("serial:/dev/ttyUSB0")
        status.receiver.state = .absent
        status.receiver.cause = .deviceError
        for daemon in [Box.DaemonAnswer.notRunning, .status(status)] {
            box.daemon = daemon
            let report = try await box.report()
            let failures = report.checks.filter { $0.outcome == .failure }
            #expect(failures.map(\.sentence) == ["/dev/ttyUSB0 is not a device"])
            #expect(failures.first?.remedy?.contains("Name the receiver's port") ?? false)
        }
    }

    @Test mutating func `A name that stays is offered`() async throws {
        box.links["/dev/serial/by-id/usb-Acme_GPS"] = "/dev/ttyUSB0"
        try await box.expect(.device, .ok, "/dev/serial/by-id/usb-Acme_GPS")
        try await box.expect(
            .device, .ok, "is /dev/ttyUSB0", yaml: "receiver:\n  source: serial:/dev/serial/by-id/usb-Acme_GPS")
    }

    @Test mutating func `Two adapters of one name are told apart by their ports`() async throws {
        let udev = "E:ID_VENDOR_ID=067b\nE:ID_MODEL_ID=2303\nE:ID_SERIAL=Prolific_USB\nE:ID_USB_INTERFACE_NUM=00\n"
        box.texts["/run/udev/data/c188:0"] = udev
        box.links["/dev/serial/by-id/usb-Prolific_USB-if00-port0"] = "/dev/ttyUSB0"
        box.links["/dev/serial/by-path/platform-usb-0:1.2"] = "/dev/ttyUSB0"
        try await box.expect(.device, .ok, "its stable name is /dev/serial/by-id/usb-Prolific_USB-if00-port0")
        box.files["/dev/ttyUSB1"] = ScriptedBox.tty(minor: 1)
        box.texts["/run/udev/data/c188:1"] = udev
        try await box.expect(.device, .ok, "/dev/ttyUSB1", "the same name", "/dev/serial/by-path/platform-usb-0:1.2")
        try await box.expect(
            .device, .warning, "either may be opened", "Name /dev/serial/by-path/platform-usb-0:1.2 instead",
            yaml: "receiver:\n  source: serial:/dev/serial/by-id/usb-Prolific_USB-if00-port0")
        // The ports of one adapter have a link each.
        box.links["/dev/serial/by-id/usb-Prolific_USB-if00-port1"] = "/dev/ttyUSB1"
        try await box.expect(.device, .ok, "its stable name is /dev/serial/by-id/usb-Prolific_USB-if00-port0")
        box.links["/dev/serial/by-id/usb-Prolific_USB-if00-port1"] = nil
        // With a serial number each has its own.
        box.texts["/run/udev/data/c188:1"] = udev.replacing("Prolific_USB", with: "Prolific_USB_7")
        try await box.expect(.device, .ok, "its stable name is /dev/serial/by-id")
    }

    @Test mutating func `A link to nothing is named`() async throws {
        box.links["/dev/gps0"] = "ttyUSB7"
        try await box.expect(
            .device, .failure, "/dev/gps0 is a link to ttyUSB7, which does not exist",
            yaml: "receiver:\n  source: serial:/dev/gps0")
    }

    @Test mutating func `A port of a modem is left to its manager`() async throws {
        box.texts["/run/udev/data/c188:0"] = "E:ID_VENDOR_ID=2c7c\nE:ID_MODEL_ID=0125\nE:ID_USB_DRIVER=option\n"
        try await box.expect(.device, .ok, "a port of a modem, 2c7c:0125")
        box.run("ModemManager", 700, opening: "/dev/ttyUSB0")
        try await box.expect(.modemManager, .warning, "uses the modem", "--location-enable-gps-unmanaged")
        try await box.expect(.holder, .failure, "ModemManager", "--location-enable-gps-unmanaged")
    }

    @Test mutating func `A login on the port is to end`() async throws {
        box.texts["/proc/cmdline"] = "console=tty1 console=ttyUSB0,115200 quiet\n"
        // Root sees that none waits there.
        try await box.expect(.holder, .ok)
        box.texts["/proc/900/comm"] = "agetty\n"
        box.closed = ["/proc/900/fd"]
        try await box.expect(.holder, .warning, "a console of the kernel", "mask --now serial-getty@ttyUSB0")
        box.links["/etc/systemd/system/serial-getty@ttyUSB0.service"] = "/dev/null"
        try await box.expect(.holder, .ok)
        box.closed = []
        box.links["/proc/900/fd/0"] = "/dev/ttyUSB0"
        try await box.expect(.holder, .failure, "agetty (process 900)", "mask --now serial-getty@ttyUSB0")
    }

    @Test mutating func `A port without permission names the group`() async throws {
        box.texts["/lib/systemd/system/locd.service"] = "[Service]\nUser=locd\n"
        try await box.expect(
            .permission, .failure, "locd cannot read /dev/ttyUSB0", "group dialout", "adduser locd dialout")
        // Without the unit it is the user locd, and without him whoever asks.
        box.texts["/lib/systemd/system/locd.service"] = nil
        try await box.expect(.permission, .failure, "adduser locd dialout")
        box.accounts["locd"] = nil
        box.present = BoxAccount(name: "ann", identifier: 1000, groups: [1000], isPresent: true)
        try await box.expect(.permission, .failure, "adduser ann dialout")
        // What the system says of the present user counts more than the bits: there are access control lists.
        box.files["/dev/ttyUSB0"]?.isReadable = true
        try await box.expect(.permission, .ok)
        #expect(box.listened.withLock(\.self) == 1)
    }

    @Test mutating func `A port that no group may read needs a rule`() async throws {
        box.files["/dev/ttyUSB0"] = ScriptedBox.tty(mode: 0o600)
        try await box.expect(.permission, .failure, "udev rule")
    }

    @Test mutating func `The sandbox of the unit must let the device in`() async throws {
        box.files["/dev/ttyUSB0"] = ScriptedBox.tty(major: 4)
        try await box.expect(.permission, .failure, "DeviceAllow=char-4 rw")
        box.texts["/etc/systemd/system/locd.service.d/port.conf"] = "[Service]\nDeviceAllow=char-ttyS rw\n"
        try await box.expect(.permission, .ok)
        // The closed policy lets pseudo-terminals in, which locd simulate makes; the strict one does not.
        box.files["/dev/ttyUSB0"] = ScriptedBox.tty(major: 136)
        try await box.expect(.permission, .ok)
        box.texts["/etc/systemd/system/locd.service.d/port.conf"] = "[Service]\nDevicePolicy=strict\n"
        try await box.expect(.permission, .failure, "DeviceAllow=char-136 rw")
    }

    @Test mutating func `The process that holds the port is named`() async throws {
        box.run("gpsd", 812, opening: "/dev/ttyUSB0")
        try await box.expect(.holder, .failure, "gpsd (process 812)", "systemctl mask --now gpsd.socket")
        try await box.expect(.sentences, .notApplicable)
        #expect(box.listened.withLock(\.self) == 0)
        box.texts["/proc/812/comm"] = "ModemManager\n"
        try await box.expect(.holder, .failure, "ModemManager", "ID_MM_DEVICE_IGNORE")
        // A locd that answers is the one; without an answer it is another, with a socket of its own.
        box.texts["/proc/812/comm"] = "locd\n"
        try await box.expect(.holder, .failure, "locd (process 812)", "--socket")
        box.daemon = .status(ScriptedBox.status("serial:/dev/ttyUSB0"))
        try await box.expect(.holder, .ok, "open in locd only")
        // A device that was plugged anew is another one.
        box.texts["/proc/812/comm"] = "gpsd\n"
        box.links["/proc/812/fd/7"] = "/dev/ttyUSB1"
        try await box.expect(.holder, .ok)
    }

    @Test mutating func `A containers pseudo terminal of the same name is another`() async throws {
        let yaml = "receiver:\n  source: serial:/dev/pts/3\n"
        var terminal = ScriptedBox.tty(major: 136, minor: 3)
        terminal.fileSystem = 24
        box.files["/dev/pts/3"] = terminal
        box.run("minicom", 900, opening: "/dev/pts/3")
        try await box.expect(.holder, .failure, "minicom (process 900)", yaml: yaml)
        terminal.fileSystem = 51
        box.files["/proc/900/fd/7"] = terminal
        try await box.expect(.holder, .ok, yaml: yaml)
    }

    @Test mutating func `Invisible processes are not ruled out`() async throws {
        box.texts["/proc/900/comm"] = "gpsd\n"
        box.closed = ["/proc/900/fd"]
        try await box.expect(.holder, .ok, "that you can see")
        box.daemon = .status(ScriptedBox.status("serial:/dev/ttyUSB0", .absent, cause: .busy))
        try await box.expect(.holder, .failure, "only root can see")
    }

    @Test mutating func `Modem manager ignores the receiver`() async throws {
        box.run("ModemManager", 700)
        try await box.expect(.modemManager, .notApplicable)
        box.texts["/run/udev/data/c188:0"] = "E:ID_VENDOR_ID=0403\nE:ID_MODEL_ID=6001\n"
        try await box.expect(.modemManager, .warning, "ID_MM_DEVICE_IGNORE=1")
        box.texts["/run/udev/data/c188:0"]? += "E:ID_MM_DEVICE_IGNORE=1\n"
        try await box.expect(.modemManager, .ok, "ignores /dev/ttyUSB0")
    }

    @Test mutating func `Brltty may take the adapter`() async throws {
        box.run("brltty", 701)
        box.texts["/run/udev/data/c188:0"] = "E:ID_VENDOR_ID=1a86\nE:ID_MODEL_ID=7523\n"
        try await box.expect(.brltty, .warning, "CH340")
        box.texts["/run/udev/data/c188:0"] = "E:ID_VENDOR_ID=1546\nE:ID_MODEL_ID=01a8\n"
        try await box.expect(.brltty, .ok)
        box.files["/dev/ttyUSB0"] = nil
        try await box.expect(.brltty, .warning, "disappear")
    }

    @Test mutating func `Bytes without sentences are a wrong speed`() async throws {
        box.events = [.link(ReceiverLink(.failing(.unreadable), detail: "bytes", device: "/dev/ttyUSB0"))]
        try await box.expect(.sentences, .failure, "bytes but no sentences", "set the receiver to NMEA")
        try await box.expect(
            .sentences, .failure, "/dev/ttyUSB0 at 9600 baud", "Leave the speed out",
            yaml: "receiver:\n  source: serial:/dev/ttyUSB0?baud=9600")
        box.events = [.link(ReceiverLink(.open, device: "/dev/ttyUSB0"))]
        try await box.expect(.sentences, .failure, "opened, but nothing was received")
    }

    @Test(
        arguments: [
            (ReceiverState.fix3D, nil, DoctorCheck.Outcome.ok, DoctorCheck.Outcome.ok), (.noFix, .noFix, .ok, .failure),
            (.silent, .unreadable, .failure, .notApplicable), (.stale, .silent, .failure, .notApplicable),
            (.released, nil, .ok, .ok), (.absent, .permissionDenied, .failure, .notApplicable),
        ] as [(ReceiverState, OutageCause?, DoctorCheck.Outcome, DoctorCheck.Outcome)])
    func `A daemon that has the port is asked instead`(
        state: ReceiverState, cause: OutageCause?, sentences: DoctorCheck.Outcome, fix: DoctorCheck.Outcome
    ) async throws {
        var box = box
        box.run("locd", 950, opening: "/dev/ttyUSB0")
        box.daemon = .status(ScriptedBox.status("serial:/dev/ttyUSB0", state, cause: cause))
        let report = try await box.report()
        #expect(report.checks.first { $0.name == .sentences }?.outcome == sentences)
        #expect(report.checks.first { $0.name == .fix }?.outcome == fix)
        // Listening would change its speed under the daemon's feet.
        #expect(box.listened.withLock(\.self) == 0)
    }

    @Test mutating func `A gpsd that would take the port is named`() async throws {
        // Not enabled: locd.service wants it all the same, and udev starts it.
        box.texts["/lib/systemd/system/gpsd.socket"] = "[Socket]\nListenStream=2947\n"
        try await box.expect(.gpsdSocket, .warning, "udev adds receivers", "systemctl mask --now gpsd.socket")
        box.links["/etc/systemd/system/gpsd.socket"] = "/dev/null"
        try await box.expect(.gpsdSocket, .ok)
        box.links["/etc/systemd/system/gpsd.socket"] = nil
        box.texts["/etc/default/gpsd"] = "USBAUTO=\"false\"\n"
        try await box.expect(.gpsdSocket, .ok)
        box.texts["/etc/default/gpsd"] = "USBAUTO=\"false\"\nDEVICES=\"/dev/serial/by-id/usb-Acme_GPS\"\n"
        box.links["/dev/serial/by-id/usb-Acme_GPS"] = "/dev/ttyUSB0"
        try await box.expect(.gpsdSocket, .warning, "DEVICES names this port")
    }

    @Test mutating func `Hostile files do not crash it`() async throws {
        var generator = SeededGenerator(seed: 7)
        let paths = [
            "/proc/net/tcp", "/proc/net/if_inet6", "/etc/default/gpsd", "/lib/systemd/system/locd.service",
            "/lib/systemd/system/gpsd.socket", "/run/udev/data/c188:0", "/proc/812/status", "/proc/812/comm",
        ]
        let parts = [
            "=", "\n", " ", "\\\n", "\"", "E:", "E:=", ":", "0A", "ListenStream=", "99999999999999999999", "Uid:", "#",
            "-s", "é\u{0}",
        ]
        for _ in 0..<300 {
            var box = box
            for path in paths {
                box.texts[path] = (0..<Int.random(in: 0..<12, using: &generator)).map { _ in
                    parts.randomElement(using: &generator) ?? ""
                }.joined()
            }
            for yaml in [nil, ""] { #expect(try await !box.report(yaml).checks.isEmpty) }
        }
    }
}
