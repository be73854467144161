/// A process, as far as it is visible.
struct BoxProcess: Hashable {
    let identifier: Int
    /// The kernel's name for it, at most 15 bytes: `gpsd`.
    let name: String
}

extension Box {
    func processes(named name: String) -> [BoxProcess] {
        processes.filter { $0.name == String(name.prefix(15)) }
    }

    /// The processes that have a device open, and whether there are processes that we may not inspect.
    func holders(of device: String) -> (processes: [BoxProcess], isComplete: Bool) {
        let path = resolved(device) ?? device
        let own = file(path)
        var isComplete = true
        let found = processes.filter { process in
            let folder = "/proc/\(process.identifier)/fd"
            guard let descriptors = names(folder) else {
                // It ended meanwhile, or belongs to another user.
                if exists("/proc/\(process.identifier)") { isComplete = false }
                return false
            }
            return descriptors.contains { descriptor in
                let link = "\(folder)/\(descriptor)"
                guard let target = target(link), target == path || target == "\(path) (deleted)" else { return false }
                // In a container the same path may be another device.
                guard let own, let opened = file(link) else { return true }
                return opened.isSameDevice(as: own)
            }
        }
        return (found, isComplete)
    }

    /// The present user and groups of a process; `nil` if unreadable.
    func credentials(of process: BoxProcess) -> BoxAccount? {
        guard let status = text("/proc/\(process.identifier)/status") else { return nil }
        var numbers: [Substring: [UInt32]] = [:]
        for line in status.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let values = line[line.index(after: colon)...].split(whereSeparator: \.isWhitespace)
            numbers[line[..<colon]] = values.compactMap { UInt32($0) }
        }
        // Real, effective, saved, of the file system.
        guard let users = numbers["Uid"], let groups = numbers["Gid"], users.count > 1, groups.count > 1 else {
            return nil
        }
        return BoxAccount(
            name: process.name, identifier: users[1], groups: Set(numbers["Groups"] ?? []).union([groups[1]]))
    }

    private var processes: [BoxProcess] {
        (names("/proc") ?? []).compactMap(Int.init).sorted().compactMap { identifier in
            text("/proc/\(identifier)/comm").map { BoxProcess(identifier: identifier, name: String($0[...].trimmed)) }
        }
    }
}

extension [BoxProcess] {
    /// `gpsd (process 812) and minicom (process 900)`
    var inWords: String {
        map { "\($0.name) (process \($0.identifier))" }.joined(separator: " and ")
    }
}
