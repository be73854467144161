/// The settings of the socket.
public struct SocketConfiguration: Sendable, Hashable {
    /// The socket file; 107 bytes at most.
    public var path: String
    /// The maximum number of connections of one user at a time; 1 or more.
    public var maximumConnectionsPerUser: Int
    /// The maximum number of bytes of one call.
    public var maximumMessageLength: Int
    /// The maximum time of a call from its first byte to its last.
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
