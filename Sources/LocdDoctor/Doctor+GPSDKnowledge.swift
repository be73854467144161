import LocationModel
import LocationServices
import LocdProtocol

/// What is known about gpsd itself, whatever the receiver.
extension Doctor {
    func gpsdVersion(_ answer: GPSDAnswer, _ findings: Findings) -> DoctorCheck {
        guard let release = answer.release else {
            return DoctorCheck(.gpsdVersion, .notApplicable, "not known before gpsd answers")
        }
        guard let version = GPSDVersion(release) else {
            return DoctorCheck(.gpsdVersion, .ok, "\(release), which is no release that locd knows")
        }
        if version < GPSDVersion(3, 20) {
            return DoctorCheck(
                .gpsdVersion, .warning, "\(release): older than 3.20, with which locd was never tried",
                remedy: "Install a newer gpsd.")
        }
        let driver = findings.hearing?.link?.driver ?? answer.devices?.compactMap(\.driver).first
        if version == GPSDVersion(3, 22), driver?.lowercased().contains("u-blox") == true {
            return DoctorCheck(
                .gpsdVersion, .warning,
                "3.22 may report a u-blox with a fix at 0, 0, or standing still; locd refuses such fixes and says so",
                remedy:
                    "Where locd status says nullIsland or frozen: a newer gpsd, or serial: with the receiver in NMEA mode."
            )
        }
        var notes: [String] = []
        if version < GPSDVersion(3, 23) {
            notes.append("moves receivers' dates before 2017 by 1024 weeks")
            notes.append("drops headings of the talker HE")
        }
        if version < GPSDVersion(3, 27, 1) {
            notes.append("CVE-2025-67268 and -67269 are closed in 3.27.1, unless your distribution did")
        }
        return DoctorCheck(.gpsdVersion, .ok, ([release] + notes).joined(separator: "; "))
    }

    /// gpsd gives positions to whoever reaches its port.
    func gpsdAccess(_ address: GPSDAddress, _ answer: GPSDAnswer, _ isHere: Bool) -> DoctorCheck {
        guard isHere else {
            return DoctorCheck(
                .gpsdAccess, .warning, "positions cross the network, readable and open to whoever reaches the port",
                remedy: "A tunnel (ssh -L 2947:localhost:2947) or a firewall on \(address.host).")
        }
        let listeners = box.listeners(onPort: address.port)
        guard answer.release != nil, !listeners.isEmpty else {
            return DoctorCheck(.gpsdAccess, .notApplicable, "nobody listens that could be reached")
        }
        guard listeners.allSatisfy(\.self) else {
            return DoctorCheck(
                .gpsdAccess, .warning,
                "open to the network: whoever reaches port \(address.port) has full positions, unasked",
                remedy: "Take -G out of GPSD_OPTIONS and 0.0.0.0 and [::] out of gpsd.socket, or close the port.")
        }
        return DoctorCheck(
            .gpsdAccess, .ok, "this box only; gpsd asks none of its users for leave, serial: would")
    }

    /// With `serial:`, a gpsd on the same box may take the port away.
    func gpsdBeside(_ path: String) -> DoctorCheck {
        // That it is disabled says little: locd.service wants it, and so does what udev starts for a receiver (gpsdctl@).
        guard box.exists("/run/systemd/system"), let unit = SystemdUnit("gpsd.socket", on: box), !unit.isMasked else {
            return DoctorCheck(.gpsdSocket, .ok, "no gpsd is started that would take the port")
        }
        let devices = ShellAssignments(box.text(Self.gpsdDefaults) ?? "")
        let target = box.resolved(path) ?? path
        let isNamed = devices.words("DEVICES").contains { $0 == path || (box.resolved($0) ?? $0) == target }
        guard isNamed || devices["USBAUTO"] != "false" else {
            return DoctorCheck(.gpsdSocket, .ok, "gpsd is started by systemd, and is told of no device")
        }
        return DoctorCheck(
            .gpsdSocket, .warning,
            isNamed
                ? "gpsd is started by systemd, and DEVICES names this port"
                : "gpsd is started by systemd, and udev tells it of receivers",
            remedy: "systemctl mask --now gpsd.socket gpsd, so that the port is locd's at the next plug too.")
    }
}
