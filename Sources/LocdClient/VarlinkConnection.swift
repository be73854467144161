/// A connection to the daemon that is open while a closure runs.
package struct VarlinkConnection {
    private let socket: DaemonSocket

    /// Connects, runs the body, and closes.
    /// - Parameters:
    ///   - timeout: After this duration, the connection fails with `timedOut`; `nil` for no limit.
    package static func with<Result: Sendable>(
        socketPath: String, timeout: Duration?,
        _ body: (inout VarlinkConnection) async throws(LocdClientError) -> Result
    ) async throws(LocdClientError) -> Result {
        let socket = try DaemonSocket(path: socketPath)
        defer { socket.end() }
        let deadline = timeout.map { socket.limit(to: $0) }
        defer { deadline?.cancel() }
        var connection = VarlinkConnection(socket: socket)
        return try await body(&connection)
    }

    /// Sends bytes unchanged.
    package func send(_ bytes: [UInt8]) async throws(LocdClientError) {
        try await socket.send(bytes)
    }

    /// The next message, without its NUL; `nil` if the daemon closed the connection.
    package mutating func next() async throws(LocdClientError) -> [UInt8]? {
        try await socket.receive()
    }
}
