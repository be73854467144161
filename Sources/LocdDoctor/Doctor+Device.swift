import LocationModel
import LocdConfiguration
import LocdProtocol

/// The receiver's device: there, permitted, and not somebody else's.
extension Doctor {
    /// The checks of a port that locd itself opens.
    func deviceChecks(_ path: String, _ findings: Findings) -> [DoctorCheck] {
        guard box.exists(path) else { return [absent(path), modemManager(nil), brltty(nil)] }
        let adapter = box.adapter(box.resolved(path) ?? path)
        return [
            present(path, adapter), permission(toRead: path, findings), holder(of: path, findings),
            modemManager(adapter),
            brltty(adapter),
        ]
    }

    func present(_ path: String, _ adapter: SerialAdapter) -> DoctorCheck {
        guard box.file(path)?.kind == .characterDevice else {
            return DoctorCheck(.device, .failure, "\(path) is no device", remedy: "Name the receiver's port.")
        }
        let words = adapter.path == path ? adapter.inWords : "\(path) is \(adapter.inWords)"
        // A number is given anew with each plug; a name by-id stays.
        guard let name = stableName(of: adapter.path), path == adapter.path else {
            return DoctorCheck(.device, .ok, words)
        }
        return DoctorCheck(.device, .ok, "\(words); a name that stays when it is plugged elsewhere: \(name)")
    }

    func absent(_ path: String) -> DoctorCheck {
        let others = box.adapters
        let remedy =
            others.isEmpty
            ? "Plug the receiver in; journalctl -k says whether the kernel saw it."
            : "Plug the receiver in, or name what is there: \(others.map(\.inWords).joined(separator: ", "))."
        return DoctorCheck(.device, .failure, "\(path) does not exist", remedy: remedy)
    }

    /// Whether locd may open a port.
    func permission(toRead path: String, _ findings: Findings) -> DoctorCheck {
        guard let account = findings.account, let file = box.file(path) else {
            return DoctorCheck(.permission, .notApplicable, "there is nothing to open")
        }
        if let unit = findings.unit, !unit.isMasked, !allows(file, unit) {
            return DoctorCheck(
                .permission, .failure, "\(unit.path) keeps the device numbers \(file.major):* out",
                remedy: "systemctl edit locd, and add under [Service]: DeviceAllow=char-\(file.major) rw")
        }
        return permission(of: account, on: path, file, restart: "systemctl restart locd")
    }

    func permission(of account: BoxAccount, on path: String, _ file: BoxFile, restart: String) -> DoctorCheck {
        if let obstacle = box.obstacle(for: account, to: path) {
            return DoctorCheck(
                .permission, .failure, "\(account.name) may not pass \(obstacle)", remedy: "chmod o+x \(obstacle)")
        }
        guard !box.may(account, .read, file) else {
            return DoctorCheck(.permission, .ok, "\(account.name) may read \(path)")
        }
        let sentence = "\(account.name) may not read \(path)"
        let group = box.name(ofGroup: file.group)
        guard file.mode & 0o040 != 0, file.group != 0 else {
            return DoctorCheck(
                .permission, .failure, "\(sentence), nor may any group that it could join",
                remedy: "A udev rule must give it to a group: see Receivers.md, \"A device without a group\".")
        }
        return DoctorCheck(
            .permission, .failure, "\(sentence): it belongs to the group \(group)",
            remedy: "adduser \(account.name) \(group), then \(restart).")
    }

    /// Who has a port open that locd would open alone.
    func holder(of path: String, _ findings: Findings) -> DoctorCheck {
        guard box.exists(path) else { return DoctorCheck(.holder, .notApplicable, "there is nothing to hold") }
        let (all, isComplete) = box.holders(of: path)
        let others = all.filter { $0.name != "locd" }
        if !others.isEmpty {
            return DoctorCheck(
                .holder, .failure, "\(path) is open in \(others.inWords)", remedy: remedy(against: others, path))
        }
        if findings.status(reading: configuration.receiver.source)?.receiver.cause == .busy {
            return DoctorCheck(
                .holder, .failure, "another program holds \(path), and only root may see which",
                remedy: "sudo locd doctor, or sudo fuser -v \(path), says who.")
        }
        if !all.isEmpty { return DoctorCheck(.holder, .ok, "locd alone has it open") }
        return isComplete
            ? DoctorCheck(.holder, .ok, "nobody has it open")
            : DoctorCheck(.holder, .ok, "nobody that you may see has it open; root sees all")
    }

    private func remedy(against holders: [BoxProcess], _ path: String) -> String {
        switch holders.first?.name {
        case "gpsd":
            "Read it through gpsd (receiver.source: gpsd://localhost:2947), or: systemctl mask --now gpsd.socket gpsd."
        case "ModemManager": "It lets go after some 10 s. For good: \(Self.modemManagerRule)"
        case "brltty": "apt remove brltty, where there is no braille display."
        default: "Stop that program."
        }
    }

    private static let modemManagerRule = "a udev rule with ID_MM_DEVICE_IGNORE=1, see Receivers.md."

    func modemManager(_ adapter: SerialAdapter?) -> DoctorCheck {
        guard !box.processes(named: "ModemManager").isEmpty else {
            return DoctorCheck(.modemManager, .ok, "does not run")
        }
        guard let adapter, adapter.usb != nil else {
            return DoctorCheck(.modemManager, .notApplicable, "runs; there is no device on USB that it could want")
        }
        guard !adapter.isIgnoredByModemManager else {
            return DoctorCheck(.modemManager, .ok, "runs, and leaves \(adapter.path) alone")
        }
        return DoctorCheck(
            .modemManager, .warning, "runs, and may hold \(adapter.path) for some 10 s after each plug",
            remedy: "apt remove modemmanager, or \(Self.modemManagerRule)")
    }

    func brltty(_ adapter: SerialAdapter?) -> DoctorCheck {
        guard !box.processes(named: "brltty").isEmpty else { return DoctorCheck(.brltty, .ok, "does not run") }
        guard let adapter else {
            return DoctorCheck(
                .brltty, .warning, "runs, and takes serial adapters for braille displays: their devices then vanish",
                remedy: "apt remove brltty, where there is no braille display.")
        }
        guard adapter.isWantedByBrltty else {
            return DoctorCheck(.brltty, .ok, "runs, and does not want \(adapter.path)")
        }
        return DoctorCheck(
            .brltty, .warning, "runs, and may take \(adapter.inWords) for a braille display",
            remedy: "apt remove brltty, where there is no braille display.")
    }

    /// A link of udev's that names the adapter, not its number.
    private func stableName(of device: String) -> String? {
        let folder = "/dev/serial/by-id"
        return (box.names(folder) ?? []).sorted().map { "\(folder)/\($0)" }.first { box.resolved($0) == device }
    }

    /// Whether the sandbox of a unit lets a device in.
    private func allows(_ file: BoxFile, _ unit: SystemdUnit) -> Bool {
        guard file.kind == .characterDevice,
            unit.value("DevicePolicy") == "closed" || unit.value("DevicePolicy") == "strict"
        else { return true }
        // Pseudo-terminals, as `locd simulate` makes them: "closed" lets in what a program expects of any system, and these are.
        if unit.value("DevicePolicy") == "closed", (136...143).contains(file.major) { return true }
        let names = [188: "ttyUSB", 166: "ttyACM", 4: "ttyS", 204: "ttyAMA", 216: "rfcomm", 136: "pts"]
        return unit.words("DeviceAllow").contains { word in
            word == "char-\(file.major)" || names[Int(file.major)].map { word == "char-\($0)" } ?? false
                || word == "char-*" || (word.hasPrefix("/dev/") && box.file(word) == file)
        }
    }
}
