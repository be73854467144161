public import LocationModel
public import LocdProtocol

/// Talks to the daemon over its socket. One value serves any number of calls; each opens a connection of its own.
public struct LocdClient: Sendable {
    /// Where the package puts the socket.
    public static let defaultSocketPath = "/run/locd/locd.sock"

    /// The socket file.
    public let socketPath: String
    /// How long an answer may take.
    public let timeout: Duration

    /// A client of the daemon behind a socket file. Nothing is opened yet.
    public init(socketPath: String = LocdClient.defaultSocketPath, timeout: Duration = .seconds(5)) {
        self.socketPath = socketPath
        self.timeout = timeout
    }

    /// The socket that the environment names (`LOCD_SOCKET`), else ``defaultSocketPath``.
    public static func socketPath(environment: [String: String]) -> String {
        guard let path = environment["LOCD_SOCKET"], !path.isEmpty else { return defaultSocketPath }
        return path
    }

    /// How the daemon, its receiver and its track are. Open to every local user; ``StatusReply/location`` is there only
    /// for those who may have coordinates.
    /// - Throws: ``LocdClientError``, which says what to do.
    public func status() async throws(LocdClientError) -> StatusReply {
        try await call(LocationInterface.Status.self, NoParameters())
    }

    /// The satellites that the receiver sees; for those who may have coordinates.
    /// - Throws: ``LocdClientError``, which says what to do.
    public func satellites() async throws(LocdClientError) -> [ReportedSatellite] {
        try await call(LocationInterface.Sky.self, NoParameters()).satellites
    }

    /// What became of the latest fixes, and why: of those between two moments, the latest `limit` (1 to 1000). Open to every
    /// local user; what depends on movement is there only for those who may have coordinates.
    /// - Throws: ``LocdClientError``, which says what to do.
    public func why(
        from: Timestamp? = nil, to: Timestamp? = nil, limit: Int = WhyParameters.maximumLimit
    ) async throws(LocdClientError) -> WhyReply {
        try await call(LocationInterface.Why.self, WhyParameters(from: from, to: to, limit: limit))
    }

    /// Calls a method that answers once: any of ``LocationInterface``, also one that has no function of its own here.
    /// - Throws: ``LocdClientError``, which says what to do.
    public func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) async throws(LocdClientError) -> Method.Reply {
        let bytes: [UInt8]
        do {
            bytes = try VarlinkCall.encode(method, parameters)
        } catch {
            throw LocdClientError(.invalidCall, socketPath: socketPath, cause: error.description)
        }
        let message = try await VarlinkConnection.with(socketPath: socketPath, timeout: timeout) {
            (connection: inout VarlinkConnection) async throws(LocdClientError) -> [UInt8]? in
            do throws(LocdClientError) {
                try await connection.send(bytes)
            } catch {
                // A daemon that refuses the connection says why and closes, maybe before we have spoken.
                guard error.code == .disconnected else { throw error }
            }
            return try await connection.next()
        }
        guard let message else { throw LocdClientError(.disconnected, socketPath: socketPath) }
        switch VarlinkAnswer<Method.Reply>(message: message) {
        case .reply(let reply, _): return reply
        case .error(let error): throw LocdClientError(.refused(error), socketPath: socketPath)
        case .unreadable(let sentence): throw LocdClientError(.unreadable, socketPath: socketPath, cause: sentence)
        }
    }
}
