package import LocationModel

/// What a method may know of the connection that calls it.
package struct SocketSession: Sendable {
    /// Who calls.
    package let peer: Peer
    /// What the caller may have.
    package let authorization: AuthorizationStatus
    /// How many other connections there are now.
    package let otherConnections: @Sendable () -> Int

    /// A session of a peer.
    package init(peer: Peer, authorization: AuthorizationStatus, otherConnections: @escaping @Sendable () -> Int) {
        self.peer = peer
        self.authorization = authorization
        self.otherConnections = otherConnections
    }
}
