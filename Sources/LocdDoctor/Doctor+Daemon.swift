import LocdConfiguration
import LocdProtocol

/// The daemon, its recorder and the track.
extension Doctor {
    /// Bytes that a day at 1 Hz takes, every fix recorded with all its members.
    static let bytesOfADay: UInt64 = 25_000_000

    func daemon(_ findings: Findings) -> DoctorCheck {
        switch findings.daemon {
        case .status(let status) where status.receiver.source != "\(configuration.receiver.source)":
            return DoctorCheck(
                .daemon, .warning,
                "runs, and reads \(status.receiver.source): it was started with another configuration",
                remedy: "Restart it: systemctl restart locd.")
        case .status(let status):
            return DoctorCheck(
                .daemon, .ok, "version \(status.version) runs and answers at \(configuration.api.socket)")
        case .notRunning:
            return DoctorCheck(
                .daemon, .warning, "does not run, or not with the socket \(configuration.api.socket)",
                remedy: start(findings.unit))
        case .unknown(let words): return DoctorCheck(.daemon, .warning, words)
        }
    }

    private func start(_ unit: SystemdUnit?) -> String {
        guard box.exists("/run/systemd/system") else { return "Start it: locd run (systemd does not run here)." }
        return unit?.isMasked == true
            ? "Its unit is masked: systemctl unmask locd, then systemctl enable --now locd."
            : "Start it: systemctl enable --now locd."
    }

    func recorder(_ findings: Findings) -> DoctorCheck {
        guard configuration.recorder.enabled else {
            return DoctorCheck(
                .recorder, .failure, "switched off by recorder.enabled",
                remedy: "Set recorder.enabled: true where tracks are wanted.")
        }
        guard case .status(let status) = findings.daemon else {
            return DoctorCheck(.recorder, .ok, "switched on")
        }
        switch status.recorder.state {
        case .failed:
            return DoctorCheck(
                .recorder, .failure,
                "the daemon cannot write the track: \(status.recorder.detail ?? status.recorder.cause ?? "no reason given")",
                remedy: status.recorder.remedy)
        case .off:
            return DoctorCheck(
                .recorder, .warning, "switched on, and the daemon that runs does not record yet",
                remedy: "Restart it: systemctl restart locd.")
        case .waiting, .recording, .paused:
            let lost = status.recorder.lost
            guard lost == 0 else {
                return DoctorCheck(
                    .recorder, .warning,
                    "\(status.recorder.state.rawValue); \(lost) lines were lost since the daemon started",
                    remedy: "See journalctl -u locd for when and why.")
            }
            return DoctorCheck(.recorder, .ok, status.recorder.state.rawValue)
        }
    }

    func trackChecks(_ findings: Findings) -> [DoctorCheck] {
        guard configuration.recorder.enabled else { return [] }
        let directory = configuration.tracks.directory
        return [trackDirectory(directory, findings), trackSpace(directory)]
    }

    private func trackDirectory(_ directory: String, _ findings: Findings) -> DoctorCheck {
        func failure(_ sentence: String, _ remedy: String) -> DoctorCheck {
            DoctorCheck(.trackDirectory, .failure, sentence, remedy: remedy)
        }
        let isMade = unitMakes(directory, findings)
        if let unit = findings.unit, !unit.isMasked, !isMade, !unitLeavesWritable(directory, unit) {
            return failure(
                "\(directory) may not be written under \(unit.path)",
                "systemctl edit locd, and add under [Service]: ReadWritePaths=\(directory)")
        }
        guard let account = findings.account else {
            return DoctorCheck(.trackDirectory, .notApplicable, "not known who locd shall run as")
        }
        guard let file = box.file(directory) else {
            if isMade { return DoctorCheck(.trackDirectory, .ok, "\(directory) is made when the unit starts") }
            let parent = nearestFolder(above: directory)
            guard let file = box.file(parent), box.may(account, .write, file) else {
                return failure(
                    "\(directory) does not exist, and \(account.name) may not make it",
                    "install -d -o \(account.name) -m 750 \(directory)")
            }
            return DoctorCheck(.trackDirectory, .ok, "\(directory) will be made")
        }
        guard file.kind == .directory else {
            return failure("\(directory) is no directory", "Name another one in tracks.directory.")
        }
        if box.space(directory)?.isReadOnly == true {
            return failure("\(directory) is on a file system that is mounted read-only", "Mount it for writing.")
        }
        // systemd gives a directory of its own to the unit's user at each start.
        if !isMade {
            if let obstacle = box.obstacle(for: account, to: directory) {
                return failure("\(account.name) may not pass \(obstacle)", "chmod o+x \(obstacle)")
            }
            guard box.may(account, .write, file), box.may(account, .pass, file) else {
                return failure("\(account.name) may not write to \(directory)", "chown \(account.name) \(directory)")
            }
        }
        return DoctorCheck(.trackDirectory, .ok, "\(directory) is writable for \(account.name)")
    }

    private func trackSpace(_ directory: String) -> DoctorCheck {
        let place = box.exists(directory) ? directory : nearestFolder(above: directory)
        guard let space = box.space(place) else {
            return DoctorCheck(.trackSpace, .notApplicable, "not known for \(place)")
        }
        let days = space.free / Self.bytesOfADay
        let free = "\(space.free / 1_000_000) MB are free"
        if space.free < 1_000_000 || space.freeFiles == 0 {
            return DoctorCheck(
                .trackSpace, .failure,
                space.freeFiles == 0 ? "no more files can be made on the disk" : "the disk is full",
                remedy: "Make room, or name another disk in tracks.directory.")
        }
        let enough = days > 3650 ? "more than 10 years" : days == 1 ? "1 day" : "\(days) days"
        return DoctorCheck(
            .trackSpace, days < 7 ? .warning : .ok, "\(free), enough for \(enough) of 1 Hz",
            remedy: days < 7 ? "Make room before the disk is full; locd then keeps ten hours in memory." : nil)
    }

    /// Whether the unit's systemd makes the directory and gives it to the unit's user.
    private func unitMakes(_ directory: String, _ findings: Findings) -> Bool {
        guard let unit = findings.unit, !unit.isMasked else { return false }
        return unit.words("StateDirectory").contains { "/var/lib/\($0)" == directory }
    }

    /// Whether the unit's sandbox lets a path be written.
    private func unitLeavesWritable(_ path: String, _ unit: SystemdUnit) -> Bool {
        let folders =
            unit.words("ReadWritePaths").map { String($0.drop { "-+".contains($0) }) }
            + unit.words("StateDirectory").map { "/var/lib/\($0)" }
        if folders.contains(where: { $0 == "/" || path == $0 || path.hasPrefix("\($0)/") }) { return true }
        let isHome = ["/home/", "/root/", "/run/user/"].contains { path.hasPrefix($0) }
        switch unit.value("ProtectHome") {
        case nil, "no", "false", "0", "off": break
        default: if isHome { return false }
        }
        return unit.value("ProtectSystem") != "strict"
    }

    private func nearestFolder(above path: String) -> String {
        var parts = path.split(separator: "/")
        while !parts.isEmpty {
            parts.removeLast()
            let folder = "/" + parts.joined(separator: "/")
            if box.exists(folder) { return folder }
        }
        return "/"
    }
}
