/// How the socket is served.
public struct SocketConfiguration: Sendable, Hashable {
    /// The socket file; 107 bytes at most.
    public var path: String
    /// Connections that one user may have at a time; 1 or more.
    public var maximumConnectionsPerUser: Int
    /// Bytes that one call may have.
    public var maximumMessageLength: Int
    /// How long a call may take from its first byte to its last.
    public var messageDeadline: Duration

    /// The socket of the package, with the limits of the package.
    public init(
        path: String = "/run/locd/locd.sock", maximumConnectionsPerUser: Int = 64,
        maximumMessageLength: Int = 256 * 1024, messageDeadline: Duration = .seconds(10)
    ) {
        self.path = path
        self.maximumConnectionsPerUser = maximumConnectionsPerUser
        self.maximumMessageLength = maximumMessageLength
        self.messageDeadline = messageDeadline
    }
}
