public import Glibc

/// Who is at the other end of a connection: what the kernel noted when the connection was made, and nothing that the
/// other end says of itself.
public struct Peer: Sendable, Hashable {
    /// The user.
    public var user: uid_t
    /// The primary group.
    public var group: gid_t
    /// The process; it may have ended since.
    public var process: pid_t
    /// The supplementary groups.
    public var supplementaryGroups: [gid_t]

    /// Takes all of it.
    public init(user: uid_t, group: gid_t, process: pid_t, supplementaryGroups: [gid_t]) {
        self.user = user
        self.group = group
        self.process = process
        self.supplementaryGroups = supplementaryGroups
    }

    /// Whether the peer belongs to a group.
    public func isMember(of group: gid_t) -> Bool {
        self.group == group || supplementaryGroups.contains(group)
    }
}
