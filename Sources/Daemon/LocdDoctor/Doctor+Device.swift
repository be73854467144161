import LocationModel
import LocdConfiguration
import LocdProtocol

/// The receiver's device: present, permitted, and not used by another program.
extension Doctor {
    /// The checks of a port that locd itself opens.
    func deviceChecks(_ path: String, _ findings: Findings) -> [DoctorCheck] {
        guard box.exists(path) else { return [absent(path), modemManager(nil), brltty(nil)] }
        let adapter = box.adapter(box.resolved(path) ?? path)
        // Of what is no device nothing else matters.
        guard isDevice(path) else { return [present(path, adapter), modemManager(nil), brltty(nil)] }
        return [
            present(path, adapter), permission(toRead: path, findings), holder(of: path, findings),
            modemManager(adapter),
            brltty(adapter),
        ]
    }

    func isDevice(_ path: String) -> Bool { box.file(path)?.kind == .characterDevice }

    func present(_ path: String, _ adapter: SerialAdapter) -> DoctorCheck {
        guard isDevice(path) else {
            return DoctorCheck(.device, .failure, "\(path) is not a device", remedy: "Name the receiver's port.")
        }
        let words = adapter.path == path ? adapter.inWords : "\(path) is \(adapter.inWords)"
        let own = stableName(of: adapter.path, in: "/dev/serial/by-id")
        // The ports of one adapter share it too, but each has a link, which ends with its number.
        let twin = box.adapters.first {
            $0.path != adapter.path && $0.sharedName == adapter.sharedName
                && (own == nil || stableName(of: $0.path, in: "/dev/serial/by-id") == nil)
        }
        if adapter.sharedName != nil, let twin {
            let sentence = "\(words); \(twin.inWords) has the same name in /dev/serial/by-id"
            let name = stableName(of: adapter.path, in: "/dev/serial/by-path")
            guard path.hasPrefix("/dev/serial/by-id/") else {
                return DoctorCheck(.device, .ok, sentence + (name.map { ", so use \($0)" } ?? ""))
            }
            return DoctorCheck(
                .device, .warning, "\(sentence): either may be opened",
                remedy: "Name \(name ?? "its link in /dev/serial/by-path") instead.")
        }
        // The number changes with each plug; a name by-id stays.
        guard let own, path == adapter.path else { return DoctorCheck(.device, .ok, words) }
        return DoctorCheck(.device, .ok, "\(words); its stable name is \(own)")
    }

    func absent(_ path: String) -> DoctorCheck {
        let others = box.adapters
        let remedy =
            others.isEmpty
            ? "Plug the receiver in; journalctl -k shows whether the kernel saw it."
            : "Plug the receiver in, or configure one that is connected: \(others.map(\.inWords).joined(separator: ", "))."
        let link = box.target(path).map { " is a link to \($0), which" } ?? ""
        return DoctorCheck(.device, .failure, "\(path)\(link) does not exist", remedy: remedy)
    }

    /// Whether locd may open a port.
    func permission(toRead path: String, _ findings: Findings) -> DoctorCheck {
        guard let account = findings.account, let file = box.file(path) else {
            return DoctorCheck(.permission, .notApplicable, "no device to open")
        }
        if let unit = findings.unit, !unit.isMasked, !allows(file, unit) {
            return DoctorCheck(
                .permission, .failure, "\(unit.path) does not allow devices \(file.major):*",
                remedy: "systemctl edit locd, and add under [Service]: DeviceAllow=char-\(file.major) rw")
        }
        return permission(of: account, on: path, file, restart: "systemctl restart locd")
    }

    func permission(of account: BoxAccount, on path: String, _ file: BoxFile, restart: String) -> DoctorCheck {
        if let obstacle = box.obstacle(for: account, to: path) {
            return DoctorCheck(
                .permission, .failure, "\(account.name) cannot enter \(obstacle)", remedy: "chmod o+x \(obstacle)")
        }
        guard !box.may(account, .read, file) else {
            return DoctorCheck(.permission, .ok, "\(account.name) can read \(path)")
        }
        let sentence = "\(account.name) cannot read \(path)"
        let group = box.name(ofGroup: file.group)
        guard file.mode & 0o040 != 0, file.group != 0 else {
            return DoctorCheck(
                .permission, .failure, "\(sentence); no group has access either",
                remedy: "Give it to a group with a udev rule: see Receivers.md, \"Permissions of the device\".")
        }
        return DoctorCheck(
            .permission, .failure, "\(sentence): it belongs to the group \(group)",
            remedy: "adduser \(account.name) \(group), then \(restart).")
    }

    /// The programs that have a port open which only locd should open.
    func holder(of path: String, _ findings: Findings) -> DoctorCheck {
        guard box.exists(path) else { return DoctorCheck(.holder, .notApplicable, "no device") }
        let (all, isComplete) = box.holders(of: path)
        // If ours does not answer, it is another daemon, with a socket of its own.
        let others = all.filter { $0.name != "locd" || findings.daemon == .notRunning }
        if !others.isEmpty {
            return DoctorCheck(
                .holder, .failure, "\(path) is open in \(others.inWords)", remedy: remedy(against: others, path))
        }
        if findings.status(reading: configuration.receiver.source)?.receiver.cause == .busy {
            return DoctorCheck(
                .holder, .failure, "another program has \(path) open; only root can see which",
                remedy: "sudo locd doctor, or sudo fuser -v \(path), shows which.")
        }
        if !all.isEmpty { return DoctorCheck(.holder, .ok, "open in locd only") }
        if !isComplete, let console = console(on: path) { return console }
        return isComplete
            ? DoctorCheck(.holder, .ok, "no other program has it open")
            : DoctorCheck(.holder, .ok, "no other program that you can see has it open; run as root to see all")
    }

    /// A port on which a login may wait, which only root sees.
    func console(on path: String) -> DoctorCheck? {
        let name = nameOfTerminal(path)
        let isConsole = (box.text("/proc/cmdline") ?? "").split(whereSeparator: \.isWhitespace).contains {
            $0 == "console=\(name)" || $0.hasPrefix("console=\(name),")
        }
        guard isConsole, SystemdUnit("serial-getty@\(name).service", on: box)?.isMasked != true else { return nil }
        return DoctorCheck(
            .holder, .warning, "\(path) is a console of the kernel, on which a login may wait",
            remedy: consoleRemedy(path))
    }

    private func nameOfTerminal(_ path: String) -> String {
        String((box.resolved(path) ?? path).split(separator: "/").last ?? "")
    }

    private func consoleRemedy(_ path: String) -> String {
        let name = nameOfTerminal(path)
        return "systemctl mask --now serial-getty@\(name), and take console=\(name) out of the kernel's command line."
    }

    func remedy(against holders: [BoxProcess], _ path: String) -> String {
        switch holders.first?.name {
        case "gpsd":
            "Read it through gpsd (receiver.source: gpsd://localhost:2947), or: systemctl mask --now gpsd.socket gpsd."
        case "agetty", "getty", "login": consoleRemedy(path)
        case "locd": "Stop that daemon, or name its socket: locd doctor --socket PATH."
        case "ModemManager" where box.adapter(box.resolved(path) ?? path).isModem: Self.modemRemedy
        case "ModemManager": "It closes the device after about 10 s. Permanent solution: \(Self.modemManagerRule)"
        case "brltty": "apt remove brltty, unless you use a braille display."
        default: "Stop that program."
        }
    }

    private static let modemRemedy =
        "mmcli -m any --location-enable-gps-unmanaged starts the modem's GPS, and leaves the port of its sentences free."
    private static let modemManagerRule = "a udev rule with ID_MM_DEVICE_IGNORE=1, see Receivers.md."

    func modemManager(_ adapter: SerialAdapter?) -> DoctorCheck {
        guard !box.processes(named: "ModemManager").isEmpty else {
            return DoctorCheck(.modemManager, .ok, "not running")
        }
        guard let adapter, adapter.usb != nil else {
            return DoctorCheck(.modemManager, .notApplicable, "running; no USB device that it could claim")
        }
        guard !adapter.isIgnoredByModemManager else {
            return DoctorCheck(.modemManager, .ok, "running, and ignores \(adapter.path)")
        }
        guard !adapter.isModem else {
            return DoctorCheck(
                .modemManager, .warning, "running, and uses the modem of \(adapter.path)", remedy: Self.modemRemedy)
        }
        return DoctorCheck(
            .modemManager, .warning, "running, and can block \(adapter.path) for about 10 s each time it is plugged in",
            remedy: "apt remove modemmanager, or \(Self.modemManagerRule)")
    }

    func brltty(_ adapter: SerialAdapter?) -> DoctorCheck {
        guard !box.processes(named: "brltty").isEmpty else { return DoctorCheck(.brltty, .ok, "not running") }
        guard let adapter else {
            return DoctorCheck(
                .brltty, .warning, "running, and claims serial adapters as braille displays: their devices disappear",
                remedy: "apt remove brltty, unless you use a braille display.")
        }
        guard adapter.isWantedByBrltty else {
            return DoctorCheck(.brltty, .ok, "running, and does not claim \(adapter.path)")
        }
        return DoctorCheck(
            .brltty, .warning, "running, and may claim \(adapter.inWords) as a braille display",
            remedy: "apt remove brltty, unless you use a braille display.")
    }

    /// A link of udev that names the adapter, or its USB port, not its number.
    private func stableName(of device: String, in folder: String) -> String? {
        (box.names(folder) ?? []).sorted().map { "\(folder)/\($0)" }.first { box.resolved($0) == device }
    }

    /// Whether the sandbox of a unit allows a device.
    private func allows(_ file: BoxFile, _ unit: SystemdUnit) -> Bool {
        guard file.kind == .characterDevice,
            unit.value("DevicePolicy") == "closed" || unit.value("DevicePolicy") == "strict"
        else { return true }
        // "closed" still allows the standard devices, and pseudo-terminals are among them.
        if unit.value("DevicePolicy") == "closed", file.isPseudoTerminal { return true }
        let names = [188: "ttyUSB", 166: "ttyACM", 4: "ttyS", 204: "ttyAMA", 216: "rfcomm", 136: "pts"]
        return unit.words("DeviceAllow").contains { word in
            word == "char-\(file.major)" || names[Int(file.major)].map { word == "char-\($0)" } ?? false
                || word == "char-*" || (word.hasPrefix("/dev/") && box.file(word) == file)
        }
    }
}
