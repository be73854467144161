public import Glibc
public import LocationModel
internal import SystemSupport

/// The authorization of clients without a stored decision: root, the daemon's own user and the members of one group can
/// read coordinates. Everyone else can read the health only.
public struct DefaultAuthority: Authority, Hashable {
    /// The daemon's own user.
    public var daemonUser: uid_t
    /// The group whose members can read coordinates; `nil` if the group does not exist.
    public var privilegedGroup: gid_t?
    /// The most that programs of other machines can have (`sharing.network`), and what they have without a stored
    /// decision.
    public var network: Disclosure

    /// Creates the authority of a daemon that runs as `daemonUser`.
    public init(daemonUser: uid_t = geteuid(), privilegedGroup: gid_t?, network: Disclosure = .nothing) {
        self.daemonUser = daemonUser
        self.privilegedGroup = privilegedGroup
        self.network = network
    }

    /// The authorization status of a peer.
    public func status(of peer: Peer) -> AuthorizationStatus {
        mayReadConfiguration(peer) ? .authorizedAlways : .notDetermined
    }

    /// Whether the peer is an administrator or a member of the group.
    public func mayReadConfiguration(_ peer: Peer) -> Bool {
        isAdministrator(peer) || privilegedGroup.map(peer.isMember) ?? false
    }

    /// The authorization of a client; its unit and label have no effect.
    public func authorization(of client: ClientIdentity, at peer: Peer) -> Authorization {
        peer.user == SystemUser.network ? limited(.everything) : Authorization(status(of: peer))
    }

    /// What remains of an authorization for the network: the configuration names the most that it can have.
    func limited(_ authorization: Authorization) -> Authorization {
        guard network != .nothing else { return Authorization(.denied) }
        var authorization = authorization
        if network < .everything { authorization.accuracy = .reducedAccuracy }
        return authorization
    }

    /// Whether the peer is root or the daemon's own user.
    public func isAdministrator(_ peer: Peer) -> Bool { isAdministrator(peer.user) }

    /// Whether the user is root or the daemon's own user; a process of that user need not exist.
    func isAdministrator(_ user: uid_t) -> Bool { user == 0 || user == daemonUser }
}
