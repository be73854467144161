/// What a method may know of the connection that calls it.
package struct Caller: Sendable {
    /// Who calls.
    package let peer: Peer
    /// Who that is among the clients: user, unit, and the label of this call.
    package private(set) var client: ClientIdentity
    /// How many other connections there are now.
    package let otherConnections: @Sendable () -> Int
    /// The queue of a stream on this connection.
    let openOutbox: @Sendable () -> Outbox
    private let authority: any Authority

    /// The other end of a connection.
    package init(
        peer: Peer, unit: String? = nil, authority: any Authority, otherConnections: @escaping @Sendable () -> Int
    ) {
        self.init(peer: peer, unit: unit, authority: authority, otherConnections: otherConnections) { Outbox { _ in } }
    }

    init(
        peer: Peer, unit: String?, authority: any Authority, otherConnections: @escaping @Sendable () -> Int,
        openOutbox: @escaping @Sendable () -> Outbox
    ) {
        self.peer = peer
        self.authority = authority
        self.otherConnections = otherConnections
        self.openOutbox = openOutbox
        client = ClientIdentity(user: peer.user, unit: unit)
    }

    /// What the caller may have, by the label of this call.
    package var authorization: ClientAuthorization { authority.authorization(of: client, at: peer) }

    /// The same under a label.
    func labelled(_ label: String?) -> Caller {
        var caller = self
        caller.client.label = label
        return caller
    }

    /// Whether the caller administers the daemon.
    var isAdministrator: Bool { authority.isAdministrator(peer) }
}
