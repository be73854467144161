public import Glibc
public import LocationModel

/// Who may have coordinates: root, the daemon's own user, and the members of one group. Everybody else gets health.
public struct AuthorizationPolicy: Authority, Hashable {
    /// The daemon's own user.
    public var daemonUser: uid_t
    /// The group whose members may have coordinates; `nil` where the system has no such group.
    public var privilegedGroup: gid_t?

    /// A policy for a daemon that runs as a user.
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
    public func authorization(of client: ClientIdentity, at peer: Peer) -> ClientAuthorization {
        ClientAuthorization(status(of: peer))
    }

    /// Root and the daemon's own user.
    public func isAdministrator(_ peer: Peer) -> Bool { peer.user == 0 || peer.user == daemonUser }

    /// The groups of a peer are those of the moment at which it connected: nothing changes afterwards.
    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
