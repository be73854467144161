public import Glibc
public import LocationModel

/// Who may have coordinates while nobody has decided anything: root, the daemon's own user, and the members of one group.
/// Everybody else gets health.
public struct DefaultAuthority: Authority, Hashable {
    /// The daemon's own user.
    public var daemonUser: uid_t
    /// The group whose members may have coordinates; `nil` where the system has no such group.
    public var privilegedGroup: gid_t?

    /// For a daemon that runs as a user.
    public init(daemonUser: uid_t = geteuid(), privilegedGroup: gid_t?) {
        self.daemonUser = daemonUser
        self.privilegedGroup = privilegedGroup
    }

    /// What a peer may have.
    public func status(of peer: Peer) -> AuthorizationStatus {
        if isAdministrator(peer) { return .authorizedAlways }
        if let privilegedGroup, peer.isMember(of: privilegedGroup) { return .authorizedAlways }
        return .notDetermined
    }

    /// What a client may have; its unit and its label make no difference.
    public func authorization(of client: ClientIdentity, at peer: Peer) -> Authorization {
        Authorization(status(of: peer))
    }

    /// Root and the daemon's own user.
    public func isAdministrator(_ peer: Peer) -> Bool { isAdministrator(peer.user) }

    /// Root and the daemon's own user, whether a process of theirs is there or not.
    func isAdministrator(_ user: uid_t) -> Bool { user == 0 || user == daemonUser }
}
