package import Glibc

/// The system's groups. Each look-up queries the name service, which may read files and query servers: do not use it
/// for every call.
package struct SystemGroup: Sendable, Hashable {
    /// The kernel's own limit of groups.
    static let maximumCount = 65536

    /// The number.
    package let identifier: gid_t
    /// The name.
    package let name: String

    /// A group by name; `nil` if there is none.
    package init?(named name: String) {
        self.init { getgrnam_r(name, $0, $1, $2, $3) }
    }

    /// A group by number; `nil` if it has no entry.
    package init?(_ identifier: gid_t) {
        self.init { getgrgid_r(identifier, $0, $1, $2, $3) }
    }

    private init?(
        _ ask: (
            UnsafeMutablePointer<group>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<group>?>
        ) -> Int32
    ) {
        let found = SystemEntry.find(group(), ask) { entry in
            entry.gr_name.map { (entry.gr_gid, String(cString: $0)) }
        }
        guard let found else { return nil }
        (identifier, name) = found
    }

    /// The groups of this process.
    package static var current: Set<gid_t> {
        var groups = [gid_t](repeating: 0, count: maximumCount)
        let count = getgroups(Int32(groups.count), &groups)
        return Set(groups.prefix(max(0, Int(count)))).union([getegid()])
    }
}
