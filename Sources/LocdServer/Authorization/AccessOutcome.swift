public import LocationModel

/// What became of a call that asks where this machine is, for the log: who, what, and whether it was done.
public struct AccessOutcome: Sendable, Hashable {
    /// Who called.
    public var client: ClientIdentity
    /// The other end of its connection.
    public var peer: Peer
    /// The method.
    public var method: String
    /// What it may have.
    public var authorization: Authorization
    /// Whether the call was done.
    public var isGranted: Bool
}
