package import Glibc

/// The system's users. Each look-up queries the name service, which may read files and query servers: do not use it for
/// every call.
package struct SystemUser: Sendable, Hashable {
    /// The number.
    package let identifier: uid_t
    /// The name.
    package let name: String
    /// The number of the user's primary group.
    package let primaryGroup: gid_t

    /// A user by name; `nil` if there is none.
    package init?(named name: String) {
        self.init { getpwnam_r(name, $0, $1, $2, $3) }
    }

    /// A user by number; `nil` if it has no entry.
    package init?(_ identifier: uid_t) {
        self.init { getpwuid_r(identifier, $0, $1, $2, $3) }
    }

    private init?(
        _ ask: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> Int32
    ) {
        let found = SystemEntry.find(passwd(), ask) { entry in
            entry.pw_name.map { (entry.pw_uid, String(cString: $0), entry.pw_gid) }
        }
        guard let found else { return nil }
        (identifier, name, primaryGroup) = found
    }

    /// The user that runs this process.
    package static var current: uid_t { geteuid() }

    /// The groups of this user, the primary one included, as a new login would have them.
    package var groups: Set<gid_t> {
        var groups = [gid_t](repeating: 0, count: SystemGroup.maximumCount)
        var count = Int32(groups.count)
        getgrouplist(name, primaryGroup, &groups, &count)
        return Set(groups.prefix(max(0, min(Int(count), groups.count)))).union([primaryGroup])
    }
}
