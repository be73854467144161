import Glibc
import LocationModel
import LocationServices
import LocdProtocol

/// Known problems of gpsd itself, whatever the receiver.
extension Doctor {
    func gpsdVersion(_ answer: GPSDAnswer, _ findings: Findings) -> DoctorCheck {
        guard let release = answer.release else {
            return DoctorCheck(.gpsdVersion, .notApplicable, "not known until gpsd answers")
        }
        guard let version = GPSDVersion(release) else {
            return DoctorCheck(.gpsdVersion, .ok, "\(release), an unknown release")
        }
        if version < GPSDVersion(3, 20) {
            return DoctorCheck(
                .gpsdVersion, .warning, "\(release): older than 3.20, which was never tested with locd",
                remedy: "Install a newer gpsd.")
        }
        let driver = findings.hearing?.link?.driver ?? answer.devices?.compactMap(\.driver).first
        if version == GPSDVersion(3, 22), driver?.lowercased().contains("u-blox") == true {
            return DoctorCheck(
                .gpsdVersion, .warning,
                "3.22 may report a u-blox with a fix at 0, 0, or standing still; locd rejects such fixes and reports it",
                remedy:
                    "If locd status shows nullIsland or frozen: install a newer gpsd, or use serial: with the receiver in NMEA mode."
            )
        }
        var notes: [String] = []
        if version < GPSDVersion(3, 23) {
            notes.append("moves receivers' dates before 2017 by 1024 weeks")
            notes.append("drops headings of the talker HE")
        }
        if version < GPSDVersion(3, 27, 1) {
            notes.append("CVE-2025-67268 and -67269 are fixed in 3.27.1, or by your distribution")
        }
        return DoctorCheck(.gpsdVersion, .ok, ([release] + notes).joined(separator: "; "))
    }

    static let localProfile = "/etc/apparmor.d/local/usr.sbin.gpsd"

    /// Whether AppArmor keeps gpsd from a device: its profile is enforced, and has no rule that lets it read the path.
    func isConfined(_ process: BoxProcess, from target: String) -> Bool {
        guard box.text("/proc/\(process.identifier)/attr/current")?.contains("(enforce)") == true,
            let profile = box.text("/etc/apparmor.d/usr.sbin.gpsd")
        else { return false }
        let rules = profile + "\n" + (box.text(Self.localProfile) ?? "")
        return !rules.split(whereSeparator: \.isNewline).contains { rule in
            let words = rule.split(whereSeparator: \.isWhitespace).filter { $0 != "owner" }
            guard words.count > 1, words[0].hasPrefix("/dev/"), words[1].contains("r") else { return false }
            return alternatives(words[0]).contains { fnmatch($0, target, 0) == 0 }
        }
    }

    /// The patterns that one with `{,S,USB}` stands for.
    private func alternatives(_ pattern: Substring) -> [String] {
        guard let open = pattern.firstIndex(of: "{"), let close = pattern[open...].firstIndex(of: "}") else {
            return [String(pattern)]
        }
        let ends = alternatives(pattern[pattern.index(after: close)...])
        return pattern[pattern.index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: false)
            .flatMap { choice in ends.map { "\(pattern[..<open])\(choice)\($0)" } }
    }

    /// gpsd gives positions to everyone who can reach its port.
    func gpsdAccess(_ address: GPSDAddress, _ answer: GPSDAnswer, _ isHere: Bool) -> DoctorCheck {
        let unreached = DoctorCheck(.gpsdAccess, .notApplicable, "no reachable port")
        guard answer.release != nil else { return unreached }
        guard isHere else {
            return DoctorCheck(
                .gpsdAccess, .warning,
                "positions cross the network unencrypted; anyone who reaches the port can read them",
                remedy: "Use a tunnel (ssh -L 2947:localhost:2947) or a firewall on \(address.host).")
        }
        let listeners = box.listeners(onPort: address.port)
        guard !listeners.isEmpty else { return unreached }
        guard listeners.allSatisfy(\.self) else {
            return DoctorCheck(
                .gpsdAccess, .warning,
                "open to the network: anyone who reaches port \(address.port) can read full positions",
                remedy: "Take -G out of GPSD_OPTIONS and 0.0.0.0 and [::] out of gpsd.socket, or close the port.")
        }
        return DoctorCheck(
            .gpsdAccess, .ok,
            "this machine only; any local user can read positions from gpsd; use serial: to prevent it")
    }

    /// With `serial:`, a gpsd on the same box may take the port away.
    func gpsdBeside(_ path: String) -> DoctorCheck {
        // That it is disabled means little: locd.service starts it, and so does udev for a receiver (gpsdctl@).
        guard box.exists("/run/systemd/system"), let unit = SystemdUnit("gpsd.socket", on: box), !unit.isMasked else {
            return DoctorCheck(.gpsdSocket, .ok, "no gpsd is set up to open this port")
        }
        let devices = ShellAssignments(box.text(Self.gpsdDefaults) ?? "")
        let target = box.resolved(path) ?? path
        let isNamed = devices.words("DEVICES").contains { $0 == path || (box.resolved($0) ?? $0) == target }
        guard isNamed || devices["USBAUTO"] != "false" else {
            return DoctorCheck(.gpsdSocket, .ok, "systemd starts gpsd, without devices")
        }
        return DoctorCheck(
            .gpsdSocket, .warning,
            isNamed
                ? "systemd starts gpsd, and DEVICES names this port"
                : "systemd starts gpsd, and udev adds receivers",
            remedy:
                "systemctl mask --now gpsd.socket gpsd, to keep the port for locd when the receiver is plugged in again."
        )
    }
}

/// A release of gpsd: `3.22`, `3.27.1`, `3.25.1~dev`.
struct GPSDVersion: Comparable {
    let numbers: [Int]

    init(_ numbers: Int...) {
        self.numbers = numbers
    }

    /// Reads the numbers at the beginning of a release; `nil` if there are none.
    init?(_ release: String) {
        let digits = release.prefix { $0 == "." || ("0"..."9").contains($0) }
        let parts = digits.split(separator: ".")
        let numbers = parts.compactMap { Int($0) }
        guard (2...4).contains(numbers.count), numbers.count == parts.count else { return nil }
        self.numbers = numbers
    }

    static func < (a: GPSDVersion, b: GPSDVersion) -> Bool {
        a.numbers.lexicographicallyPrecedes(b.numbers)
    }
}
