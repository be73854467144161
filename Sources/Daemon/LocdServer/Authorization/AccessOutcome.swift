public import LocationModel

/// The outcome of a call that requests the position, for the log: the client, the method, and whether access was
/// granted.
public struct AccessOutcome: Sendable, Hashable {
    /// The client that called.
    public var client: ClientIdentity
    /// The peer of its connection.
    public var peer: Peer
    /// The method.
    public var method: String
    /// The authorization of the client.
    public var authorization: Authorization
    /// Whether access was granted.
    public var isGranted: Bool
}
