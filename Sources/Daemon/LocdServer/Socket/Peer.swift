import CLinux
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

extension Peer {
    /// Asks the kernel for the identity of the other end of a connected Unix socket; `nil` if it does not report one.
    ///
    /// A kernel that does not report supplementary groups (before 4.13) leaves them empty: a user who is a member only
    /// through them is then not authorized, never the reverse.
    package init?(socket: CInt) {
        var credentials = clinux_peer()
        guard clinux_peer_credentials(socket, &credentials) == 0 else { return nil }
        self.init(
            user: credentials.uid, group: credentials.gid, process: credentials.pid,
            supplementaryGroups: Self.groups(of: socket))
    }

    private static func groups(of socket: CInt) -> [gid_t] {
        var groups = [gid_t](repeating: 0, count: 64)
        var count = 0
        var failure = clinux_peer_groups(socket, &groups, groups.count, &count)
        // The kernel reports their number; NGROUPS_MAX is 65,536.
        if failure == ERANGE, count > groups.count, count <= 65_536 {
            groups = [gid_t](repeating: 0, count: count)
            failure = clinux_peer_groups(socket, &groups, groups.count, &count)
        }
        return failure == 0 ? Array(groups.prefix(count)) : []
    }
}
