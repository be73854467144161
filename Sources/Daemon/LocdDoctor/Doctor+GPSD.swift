import LocationModel
import LocationServices
import LocdProtocol

/// gpsd: its program, its units, its options, its port, its devices.
extension Doctor {
    static let gpsdDefaults = "/etc/default/gpsd"

    func gpsdChecks(_ address: GPSDAddress, _ findings: Findings) -> [DoctorCheck] {
        let answer = findings.gpsd ?? GPSDAnswer()
        let isHere = address.isLocal
        var checks: [DoctorCheck] = []
        if isHere {
            checks += [gpsdInstalled(answer), gpsdSocket(address, answer), gpsdOptions(answer)]
        }
        checks += [
            gpsdReachable(address, answer, isHere), gpsdVersion(answer, findings), gpsdAccess(address, answer, isHere),
        ]
        checks.append(gpsdDevices(address, answer, isHere))
        if isHere, let path = device(address, findings) { checks += gpsdDeviceChecks(path, findings) }
        return checks + hearingChecks(findings)
    }

    private static let programs = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd", "/usr/bin/gpsd", "/sbin/gpsd"]

    private func gpsdInstalled(_ answer: GPSDAnswer) -> DoctorCheck {
        if let program = Self.programs.first(where: { box.file($0)?.kind == .regular }) {
            return DoctorCheck(.gpsdInstalled, .ok, program)
        }
        if answer.release != nil { return DoctorCheck(.gpsdInstalled, .ok, "it answers") }
        return DoctorCheck(
            .gpsdInstalled, .failure, "gpsd is not installed",
            remedy: "apt install gpsd, or read the port directly: receiver.source: serial:/dev/ttyUSB0.")
    }

    private func gpsdReachable(_ address: GPSDAddress, _ answer: GPSDAnswer, _ isHere: Bool) -> DoctorCheck {
        let place = "\(address.host) port \(address.port)"
        if answer.release != nil { return DoctorCheck(.gpsdReachable, .ok, "at \(place)") }
        guard let failure = answer.failure else {
            return DoctorCheck(
                .gpsdReachable, .failure, "the program at \(place) is not gpsd",
                remedy: "Name gpsd's port in receiver.source; its own is 2947.")
        }
        return DoctorCheck(
            .gpsdReachable, .failure, "no gpsd at \(place): \(failure)", remedy: start(address, isHere))
    }

    private func start(_ address: GPSDAddress, _ isHere: Bool) -> String {
        guard isHere else {
            return
                "Check the name, that gpsd on \(address.host) runs with -G, and that the port is open to this machine."
        }
        let running = box.processes(named: "gpsd")
        if !running.isEmpty {
            return
                "gpsd runs as \(running.inWords): systemctl restart gpsd if it hangs; or it is at another port (option -S)."
        }
        let isSystemd = box.exists("/run/systemd/system")
        if isSystemd, SystemdUnit("gpsd.socket", on: box)?.isMasked == true {
            return "systemctl unmask gpsd.socket, then systemctl enable --now gpsd.socket."
        }
        if !box.listeners(onPort: address.port).isEmpty, !gpsdPorts.contains(address.port) {
            return
                "Another program listens there: ss -ltnp 'sport = :\(address.port)' shows it. Name gpsd's port instead."
        }
        guard isSystemd else { return "Start it: service gpsd start." }
        return "systemctl enable --now gpsd.socket; systemctl status gpsd.socket gpsd shows why it fails."
    }

    /// The socket unit that Debian ships names ::1 first, and fails completely if the loopback has no such address.
    private func gpsdSocket(_ address: GPSDAddress, _ answer: GPSDAnswer) -> DoctorCheck {
        guard box.exists("/run/systemd/system") else {
            return DoctorCheck(.gpsdSocket, .notApplicable, "systemd is not running here")
        }
        guard let unit = SystemdUnit("gpsd.socket", on: box) else {
            return DoctorCheck(.gpsdSocket, .notApplicable, "unit not found")
        }
        let outcome: DoctorCheck.Outcome = answer.release == nil ? .failure : .warning
        guard !unit.isMasked else {
            return DoctorCheck(
                .gpsdSocket, outcome, "masked: systemd does not start gpsd when locd connects",
                remedy: "systemctl unmask gpsd.socket, then systemctl enable --now gpsd.socket.")
        }
        let streams = unit.words("ListenStream")
        if !box.hasIPv6Loopback, let stream = streams.first(where: { $0.hasPrefix("[") }) {
            return DoctorCheck(
                .gpsdSocket, outcome,
                "listens on \(stream), but IPv6 is disabled: the unit will fail at its next start",
                remedy: "systemctl edit gpsd.socket; write [Socket], ListenStream=, ListenStream=/run/gpsd.sock and "
                    + "ListenStream=127.0.0.1:2947, a line each; then systemctl restart gpsd.socket.")
        }
        let ports = gpsdPorts
        guard ports.isEmpty || ports.contains(address.port) else {
            return DoctorCheck(
                .gpsdSocket, .warning, "listens on port \(ports[0]), but receiver.source names \(address.port)",
                remedy: "Name gpsd://\(address.host):\(ports[0]) in receiver.source.")
        }
        return DoctorCheck(.gpsdSocket, .ok, "starts gpsd when locd connects (\(streams.joined(separator: " ")))")
    }

    private var gpsdPorts: [UInt16] {
        (SystemdUnit("gpsd.socket", on: box)?.words("ListenStream") ?? []).compactMap {
            $0.split(separator: ":").last.flatMap { UInt16($0) }
        }
    }

    private func gpsdOptions(_ answer: GPSDAnswer) -> DoctorCheck {
        guard let text = box.text(Self.gpsdDefaults) else {
            return DoctorCheck(.gpsdOptions, .notApplicable, "\(Self.gpsdDefaults) is missing or not readable")
        }
        let defaults = ShellAssignments(text)
        let (devices, options) = (defaults.words("DEVICES"), defaults.words("GPSD_OPTIONS"))
        let isSystemd = box.exists("/run/systemd/system")
        if defaults["START_DAEMON"] == "false", !isSystemd {
            return DoctorCheck(
                .gpsdOptions, answer.release == nil ? .failure : .warning, "START_DAEMON is false: gpsd is not started",
                remedy: "Set START_DAEMON=\"true\" in \(Self.gpsdDefaults), then service gpsd restart.")
        }
        if let missing = devices.first(where: { GPSDAddress.isPath($0) && !box.exists($0) }) {
            return DoctorCheck(
                .gpsdOptions, .warning, "DEVICES names \(missing), which does not exist",
                remedy: "Correct it in \(Self.gpsdDefaults), best with a stable name from /dev/serial/by-id.")
        }
        if devices.isEmpty, defaults["USBAUTO"] == "false" {
            return DoctorCheck(
                .gpsdOptions, answer.devices?.isEmpty == false ? .warning : .failure,
                "DEVICES is empty and USBAUTO is false: gpsd finds no receiver",
                remedy: "Name the receiver in DEVICES, or set USBAUTO=\"true\", in \(Self.gpsdDefaults).")
        }
        let waits = !options.contains {
            $0 == "--nowait" || ($0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains("n"))
        }
        let named = devices.isEmpty ? "udev adds the receivers" : "DEVICES is \(devices.joined(separator: " "))"
        return DoctorCheck(
            .gpsdOptions, .ok,
            "\(named); \(waits ? "without -n it opens them when locd connects, some seconds later" : "-n keeps them open")"
        )
    }

    private func gpsdDevices(_ address: GPSDAddress, _ answer: GPSDAnswer, _ isHere: Bool) -> DoctorCheck {
        guard let devices = answer.devices else {
            guard answer.release != nil else {
                return DoctorCheck(.gpsdDevices, .notApplicable, "not known until gpsd answers")
            }
            return DoctorCheck(
                .gpsdDevices, .failure, "gpsd says its release, but does not list its devices",
                remedy: "systemctl restart gpsd\(isHere ? "" : " on \(address.host)").")
        }
        if let wanted = address.device, !devices.contains(where: { $0.path == wanted }) {
            let same = devices.first { isHere && box.resolved($0.path) == (box.resolved(wanted) ?? wanted) }
            if let same {
                return DoctorCheck(
                    .gpsdDevices, .failure, "gpsd has the device \(wanted) under the name \(same.path)",
                    remedy: "Name gpsd://\(address.host):\(address.port)\(same.path) in receiver.source.")
            }
            return DoctorCheck(
                .gpsdDevices, .failure, "gpsd does not have the device \(wanted)",
                remedy: "sudo gpsdctl add \(wanted), and name it in DEVICES in \(Self.gpsdDefaults) for the next start."
            )
        }
        guard devices.isEmpty else {
            let words = devices.map { "\($0.path)\($0.driver.map { " (\($0))" } ?? "")" }.joined(separator: ", ")
            let choice = devices.count > 1 && address.device == nil ? "; locd uses the one with the better fix" : ""
            return DoctorCheck(.gpsdDevices, .ok, words + choice)
        }
        let adapters = isHere ? box.adapters : []
        guard let adapter = adapters.first(where: { !$0.isModem }) ?? adapters.first else {
            return DoctorCheck(
                .gpsdDevices, .failure, "gpsd has no receiver\(isHere ? ", and no serial adapter is plugged in" : "")",
                remedy: "Plug it in, or add it, if it is not on USB: sudo gpsdctl add /dev/ttyS0.")
        }
        let reason = adapter.isLeftOutByDebian ? "; Debian's udev rules do not cover such adapters" : ""
        return DoctorCheck(
            .gpsdDevices, .failure, "gpsd has no receiver; connected: \(adapter.inWords)\(reason)",
            remedy:
                "If that is the receiver: sudo gpsdctl add \(adapter.path); permanently: see Receivers.md, \"Dongles that gpsd ignores\"."
        )
    }

    /// The device of gpsd that matters.
    private func device(_ address: GPSDAddress, _ findings: Findings) -> String? {
        address.device ?? findings.hearing?.link?.device ?? findings.gpsd?.devices?.first?.path
    }

    /// The device behind gpsd: whether gpsd may read it, and which other programs do.
    private func gpsdDeviceChecks(_ path: String, _ findings: Findings) -> [DoctorCheck] {
        // gpsd reads from networks too: udp://…, ntrip://…
        guard GPSDAddress.isPath(path) else { return [] }
        guard let file = box.file(path) else { return [absent(path), modemManager(nil), brltty(nil)] }
        let adapter = box.adapter(box.resolved(path) ?? path)
        return [
            present(path, adapter), gpsdPermission(path, file, findings), gpsdHolder(path), modemManager(adapter),
            brltty(adapter),
        ]
    }

    private func gpsdPermission(_ path: String, _ file: BoxFile, _ findings: Findings) -> DoctorCheck {
        let process = box.processes(named: "gpsd").first
        guard let account = process.flatMap(box.credentials(of:)) ?? box.account("gpsd") else {
            return DoctorCheck(.permission, .notApplicable, "the user that gpsd runs as is not known")
        }
        var check = permission(of: account, on: path, file, restart: "systemctl restart gpsd")
        let target = box.resolved(path) ?? path
        if check.outcome == .ok, findings.hearing?.isReadable != true, let process, isConfined(process, from: target) {
            return DoctorCheck(
                .permission, .failure, "AppArmor keeps gpsd from \(target)",
                remedy: "Add the line \"\(target) rw,\" to \(Self.localProfile), then systemctl reload apparmor.")
        }
        // A device that it opened as root, before it changed its user, stays open.
        if check.outcome == .failure, findings.hearing?.isReadable == true {
            check.outcome = .warning
            check.sentence += "; gpsd opened it before it dropped its privileges, and cannot open it again"
        }
        return check
    }

    private func gpsdHolder(_ path: String) -> DoctorCheck {
        let (all, isComplete) = box.holders(of: path)
        let others = all.filter { $0.name != "gpsd" }
        if !others.isEmpty {
            return DoctorCheck(
                .holder, .warning, "\(path) is also open in \(others.inWords): each takes bytes from the other",
                remedy: others.first?.name == "locd"
                    ? "Configure locd to read either gpsd or the port." : remedy(against: others, path))
        }
        if !all.isEmpty { return DoctorCheck(.holder, .ok, "open in gpsd only") }
        if !isComplete, let console = console(on: path) { return console }
        return DoctorCheck(
            .holder, .ok,
            isComplete
                ? "not open in any other program"
                : "not open in any other program that you can see; run as root to see all")
    }
}

/// The assignments of a file like `/etc/default/gpsd`: `KEY="value"`, one a line. It reads the usual forms, and runs
/// nothing.
struct ShellAssignments {
    private var values: [String: String] = [:]

    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            guard line.first != "#", let equals = line.firstIndex(of: "=") else { continue }
            var value = line[line.index(after: equals)...].trimmed
            if let quote = value.first, quote == "\"" || quote == "'" {
                value = value.dropFirst().prefix { $0 != quote }
            } else {
                value = value.prefix { $0 != "#" }.trimmed
            }
            values[String(line[..<equals].trimmed)] = String(value)
        }
    }

    /// A value; `nil` if it is not assigned.
    subscript(key: String) -> String? { values[key] }

    /// The words of a value; none if it is not assigned.
    func words(_ key: String) -> [String] {
        (values[key] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
