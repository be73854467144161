import Glibc

/// The users and groups of this computer.
enum BoxAccounts {
    private static let bufferSize = 64 << 10
    /// The kernel's own limit of groups.
    private static let mostGroups = 65536

    /// A user by name, or the one who runs this.
    static func account(_ name: String?) -> BoxAccount? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: bufferSize) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let code =
                if let name {
                    getpwnam_r(name, &entry, base, buffer.count, &found)
                } else {
                    getpwuid_r(geteuid(), &entry, base, buffer.count, &found)
                }
            guard code == 0, found != nil, let text: UnsafeMutablePointer<CChar> = entry.pw_name else {
                // A user without an entry, as in a container, is one nevertheless.
                return name == nil
                    ? BoxAccount(name: "\(geteuid())", identifier: geteuid(), groups: presentGroups, isPresent: true)
                    : nil
            }
            let isPresent = entry.pw_uid == geteuid()
            let groups = isPresent ? presentGroups : Self.groups(of: text, first: entry.pw_gid)
            return BoxAccount(
                name: String(cString: text), identifier: entry.pw_uid, groups: groups, isPresent: isPresent)
        }
    }

    static func groupName(_ identifier: UInt32) -> String? {
        var entry = group()
        var found: UnsafeMutablePointer<group>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: bufferSize) { buffer in
            guard let base = buffer.baseAddress, getgrgid_r(identifier, &entry, base, buffer.count, &found) == 0,
                found != nil, let name: UnsafeMutablePointer<CChar> = entry.gr_name
            else { return nil }
            return String(cString: name)
        }
    }

    private static var presentGroups: Set<UInt32> {
        var groups = [gid_t](repeating: 0, count: mostGroups)
        let count = getgroups(Int32(groups.count), &groups)
        return Set(groups.prefix(max(0, Int(count)))).union([getegid()])
    }

    private static func groups(of name: UnsafePointer<CChar>, first: gid_t) -> Set<UInt32> {
        var groups = [gid_t](repeating: 0, count: mostGroups)
        var count = Int32(groups.count)
        getgrouplist(name, first, &groups, &count)
        return Set(groups.prefix(max(0, min(Int(count), groups.count)))).union([first])
    }
}
