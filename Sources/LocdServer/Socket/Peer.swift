public import Glibc

/// The identity of the other end of a connection, as the kernel stored it when the connection was made. The other end
/// itself reports none of it.
public struct Peer: Sendable, Hashable {
    /// The user.
    public var user: uid_t
    /// The primary group.
    public var group: gid_t
    /// The process; it may have ended since.
    public var process: pid_t
    /// The supplementary groups.
    public var supplementaryGroups: [gid_t]

    /// Creates a peer.
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
