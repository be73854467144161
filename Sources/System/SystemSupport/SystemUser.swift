package import Glibc

/// The system's users. Each look-up queries the name service, which may read files and query servers: do not use it for
/// every call.
package struct SystemUser: Sendable, Hashable {
    /// The number.
    package let identifier: uid_t
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

/// All programs of other machines together. Their users are unknown, so they are one client, with a name and a number
/// of their own: a decision about it applies to all of them.
extension SystemUser {
    /// (uid_t)-1, which the kernel assigns to no user.
    package static let network = uid_t.max
    /// Its name for people.
    package static let networkName = "network"

    /// The number for a text: `network`, a user's number, or a user's name; `nil` if no such user exists.
    package static func number(
        of text: String, named: (String) -> uid_t? = { SystemUser(named: $0)?.identifier }
    ) -> uid_t? {
        if text == networkName { return network }
        // This number itself is not accepted.
        return (uid_t(text) ?? named(text)).flatMap { $0 == network ? nil : $0 }
    }

    /// The name for a number; `nil` if there is none.
    package static func name(of number: uid_t) -> String? {
        number == network ? networkName : SystemUser(number)?.name
    }
}

/// The system's groups. Each look-up queries the name service, which may read files and query servers: do not use it
/// for every call.
package struct SystemGroup: Sendable, Hashable {
    /// The kernel's own limit of groups.
    static let maximumCount = 65536

    /// The number.
    package let identifier: gid_t
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

/// A query to the name service, which must be repeated with more room for a large entry.
enum SystemEntry {
    /// No entry needs more; a group of thousands of members comes close.
    private static let maximumSize = 1 << 20

    /// The value that `read` takes from the entry that `ask` (`getpwnam_r` and the like) finds; `nil` if there is none.
    static func find<Entry, Value>(
        _ empty: Entry,
        _ ask: (
            UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
        ) -> Int32,
        read: (Entry) -> Value?
    ) -> Value? {
        var size = 1024
        while size <= maximumSize {
            var entry = empty
            var found: UnsafeMutablePointer<Entry>?
            var value: Value?
            // The entry points into the buffer.
            let code = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
                guard let base = buffer.baseAddress else { return ENOMEM }
                let code = ask(&entry, base, buffer.count, &found)
                if code == 0, found != nil { value = read(entry) }
                return code
            }
            switch code {
            case 0: return value
            case ERANGE: size *= 2
            case EINTR: continue
            default: return nil
            }
        }
        return nil
    }
}

/// This machine.
package enum SystemHost {
    /// Its name, without the domain: `gethostname(2)` up to the first dot; empty if it has none.
    package static var name: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
        let dot = CChar(bitPattern: UInt8(ascii: "."))
        return String(
            decoding: buffer.prefix { $0 != 0 && $0 != dot }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
