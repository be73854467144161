import Synchronization

/// The replies to one call with `more`, read on demand: a slow reader slows the daemon down, which then reports the
/// number of missed events, and the memory of this process does not grow.
final class ReplyStream: Sendable {
    private let socket: DaemonSocket
    /// The deadline of the first reply.
    private let deadline: DaemonSocket.Deadline

    /// Connects and sends a call.
    /// - Parameters:
    ///   - timeout: The maximum wait for the first reply.
    init(socketPath: String, call: [UInt8], timeout: Duration) async throws(LocdClientError) {
        socket = try DaemonSocket(path: socketPath)
        deadline = socket.limit(to: timeout)
        try await socket.send(call)
    }

    deinit {
        deadline.cancel()
        socket.end()
    }

    /// The next message, without its NUL; `nil` if the daemon closed the connection. For one caller at a time.
    func next() async throws(LocdClientError) -> [UInt8]? {
        let message = try await socket.receive()
        deadline.cancel()
        return message
    }
}
