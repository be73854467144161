import Synchronization

/// The replies to one call that asked for more, read as they are asked for: who does not ask holds the daemon back, and
/// the daemon then tells what was missed instead of this process growing.
final class ReplyStream: Sendable {
    private let socket: DaemonSocket
    /// Until the first reply.
    private let deadline: DaemonSocket.Deadline

    /// Connects and sends a call.
    /// - Parameters:
    ///   - timeout: How long the first reply may take.
    init(socketPath: String, call: [UInt8], timeout: Duration) async throws(LocdClientError) {
        socket = try DaemonSocket(path: socketPath)
        deadline = socket.limit(to: timeout)
        try await socket.send(call)
    }

    deinit {
        deadline.cancel()
        socket.end()
    }

    /// The next message, without its NUL; `nil` where the daemon closed the connection. One caller at a time.
    func next() async throws(LocdClientError) -> [UInt8]? {
        let message = try await socket.receive()
        deadline.cancel()
        return message
    }
}
