import LocdConfiguration
import LocdProtocol
import Phrasing

/// The daemon, its recorder, the track and the state.
extension Doctor {
    /// Bytes that a day at 1 Hz takes, every fix recorded with all its members.
    static let bytesOfADay: UInt64 = 25_000_000

    func daemon(_ findings: Findings) -> DoctorCheck {
        switch findings.daemon {
        case .status(let status) where status.receiver.source != "\(configuration.receiver.source)":
            return DoctorCheck(
                .daemon, .warning,
                "running, but with another configuration: it reads \(status.receiver.source)",
                remedy: "Restart it: systemctl restart locd.")
        case .status(let status):
            if let found = status.integrity {
                return DoctorCheck(.daemon, .warning, "running; \(found.summary)", remedy: found.remedy)
            }
            return DoctorCheck(
                .daemon, .ok, "version \(status.version) is running and answers at \(configuration.api.socket)")
        case .notRunning:
            return DoctorCheck(
                .daemon, .warning, "not running, or not with the socket \(configuration.api.socket)",
                remedy: start(findings.unit))
        case .unknown(let words): return DoctorCheck(.daemon, .warning, words)
        }
    }

    private func start(_ unit: SystemdUnit?) -> String {
        guard box.exists("/run/systemd/system") else { return "Start it: locd run (systemd is not running here)." }
        return unit?.isMasked == true
            ? "Its unit is masked: systemctl unmask locd, then systemctl enable --now locd."
            : "Start it: systemctl enable --now locd. If it runs: systemctl restart locd."
    }

    func recorder(_ findings: Findings) -> DoctorCheck {
        guard configuration.recorder.enabled else {
            return DoctorCheck(
                .recorder, .failure, "switched off by recorder.enabled",
                remedy: "Set recorder.enabled: true to record tracks.")
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
                .recorder, .warning, "switched on, but the running daemon does not record yet",
                remedy: "Restart it: systemctl restart locd.")
        case .waiting, .recording, .paused:
            let lost = status.recorder.lost ?? 0
            guard lost == 0 else {
                return DoctorCheck(
                    .recorder, .warning,
                    "\(status.recorder.state.rawValue); \(Words.counted(lost, "line")) lost since the daemon started",
                    remedy: "See journalctl -u locd for when and why.")
            }
            return DoctorCheck(.recorder, .ok, status.recorder.state.rawValue)
        }
    }

    func directoryChecks(_ findings: Findings) -> [DoctorCheck] {
        // Without its state locd records, and forgets at each start.
        var state = check(.stateDirectory, configuration.state.directory, "state", .warning, findings)
        if state.outcome == .ok, let fullness = space(configuration.state.directory)?.fullness {
            state = DoctorCheck(
                .stateDirectory, .warning, fullness, remedy: "Make room, or name another disk in state.directory.")
        }
        guard configuration.recorder.enabled else { return [state] }
        let directory = configuration.tracks.directory
        return [check(.trackDirectory, directory, "tracks", .failure, findings), trackSpace(directory), state]
    }

    /// Whether locd can write to a directory, which a key `directory` of a section of the configuration names.
    private func check(
        _ name: DoctorCheck.Name, _ directory: String, _ section: String, _ outcome: DoctorCheck.Outcome,
        _ findings: Findings
    ) -> DoctorCheck {
        func failure(_ sentence: String, _ remedy: String) -> DoctorCheck {
            DoctorCheck(name, outcome, sentence, remedy: remedy)
        }
        let isMade = unitMakes(directory, findings)
        if let unit = findings.unit, !unit.isMasked, !isMade, !unitLeavesWritable(directory, unit) {
            return failure(
                "\(unit.path) does not allow writing to \(directory)",
                "systemctl edit locd, and add under [Service]: ReadWritePaths=\(directory)")
        }
        guard let account = findings.account else {
            return DoctorCheck(name, .notApplicable, "the user that locd runs as is not known")
        }
        guard let file = box.file(directory) else {
            if isMade { return DoctorCheck(name, .ok, "systemd creates \(directory) when the unit starts") }
            let parent = nearestFolder(above: directory)
            guard let file = box.file(parent), box.may(account, .write, file) else {
                return failure(
                    "\(directory) does not exist, and \(account.name) cannot create it",
                    "install -d -o \(account.name) -m 750 \(directory)")
            }
            return DoctorCheck(name, .ok, "locd will create \(directory)")
        }
        guard file.kind == .directory else {
            return failure("\(directory) is not a directory", "Name another one in \(section).directory.")
        }
        if box.space(directory)?.isReadOnly == true {
            return failure("\(directory) is on a file system that is mounted read-only", "Mount it read-write.")
        }
        // systemd gives the unit's own directory to the unit's user at each start.
        if !isMade {
            if let obstacle = box.obstacle(for: account, to: directory) {
                return failure("\(account.name) cannot enter \(obstacle)", "chmod o+x \(obstacle)")
            }
            guard box.may(account, .write, file), box.may(account, .pass, file) else {
                return failure("\(account.name) cannot write to \(directory)", "chown \(account.name) \(directory)")
            }
        }
        return DoctorCheck(name, .ok, "\(account.name) can write to \(directory)")
    }

    /// The space on the disk of a directory, which need not exist.
    private func space(_ directory: String) -> BoxSpace? {
        box.space(box.exists(directory) ? directory : nearestFolder(above: directory))
    }

    private func trackSpace(_ directory: String) -> DoctorCheck {
        guard let space = space(directory) else {
            return DoctorCheck(.trackSpace, .notApplicable, "not known for \(directory)")
        }
        let days = space.free / Self.bytesOfADay
        if let fullness = space.fullness {
            return DoctorCheck(
                .trackSpace, .failure, fullness, remedy: "Make room, or name another disk in tracks.directory.")
        }
        return DoctorCheck(
            .trackSpace, days < 7 ? .warning : .ok,
            "\(Words.size(Int64(clamping: space.free))) free, \(Self.span(ofDays: days)) at 1 Hz",
            remedy: days < 7 ? "Make room before the disk is full; locd then queues ten hours in memory." : nil)
    }

    /// The time until the space is full, in a suitable unit.
    private static func span(ofDays days: UInt64) -> String {
        switch days {
        case ..<1: "less than a day"
        case ..<60: "about \(Words.counted(Int(clamping: days), "day"))"
        case ..<730: "about \(days / 30) months"
        case ...3652: "about \(days / 365) years"
        default: "more than 10 years"
        }
    }

    /// Whether systemd creates the directory for the unit and gives it to the unit's user.
    private func unitMakes(_ directory: String, _ findings: Findings) -> Bool {
        guard let unit = findings.unit, !unit.isMasked else { return false }
        return unit.words("StateDirectory").contains { "/var/lib/\($0)" == directory }
    }

    /// Whether the unit's sandbox allows writing to a path.
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

extension BoxSpace {
    /// What is missing on the disk; `nil` if there is room.
    fileprivate var fullness: String? {
        guard freeFiles != 0 else { return "the disk has no free inodes" }
        return free < 1_000_000 ? "the disk is full" : nil
    }
}
