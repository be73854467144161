import LocdProtocol

/// The replies to one call with `more`, read on demand: a slow reader slows the daemon down, which then reports the
/// number of missed events, and the memory of this process does not grow.
final class ReplyStream<Method: VarlinkMethod>: Sendable {
    private let client: LocdClient
    private let socket: DaemonSocket
    private let deadline: Task<Void, Never>

    /// Connects and sends a call; the client's timeout is the maximum wait for the first reply.
    init(
        _ method: Method.Type, _ parameters: Method.Parameters, of client: LocdClient
    ) async throws(LocdClientError) {
        let call = try client.encode(method, parameters)
        self.client = client
        socket = try DaemonSocket(path: client.socketPath)
        deadline = socket.limit(to: client.timeout)
        try await socket.send(call)
    }

    deinit {
        deadline.cancel()
        socket.end()
    }

    /// The next reply. For one caller at a time.
    /// - Throws: ``LocdClientError``; `disconnected` if the daemon closed the connection.
    func next() async throws(LocdClientError) -> Method.Reply {
        let message = try await socket.receive()
        deadline.cancel()
        return try client.answer(to: Method.self, in: message)
    }
}
