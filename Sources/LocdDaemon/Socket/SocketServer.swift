import LocationModel
import LocdProtocol
public import Logging
import NIOCore
import NIOPosix

/// Serves the interface `org.locd.Location` on a Unix socket, from ``run()`` until its task is cancelled.
///
/// One event-loop thread carries all connections. Who may have what is decided by the kernel's word for the caller.
public struct SocketServer: Sendable {
    private let configuration: SocketConfiguration
    private let policy: AuthorizationPolicy
    private let methods: MethodTable
    private let listening: ListeningSocket
    private let counts: ConnectionCounts
    private let logger: Logger

    /// Takes hold of the socket, so that callers can connect from here on; they are answered by ``run()``, which must
    /// be called once.
    /// - Parameters:
    ///   - activation: Where systemd passed a socket, it is served instead of the configured path.
    /// - Throws: ``SocketError`` with what to do.
    public init(
        configuration: SocketConfiguration, policy: AuthorizationPolicy, service: any LocationService,
        activation: ActivationSockets = ActivationSockets(environment: [:]), logger: Logger
    ) throws(SocketError) {
        try self.init(
            configuration: configuration, policy: policy, service: service, passed: activation.descriptor,
            logger: logger)
    }

    init(
        configuration: SocketConfiguration, policy: AuthorizationPolicy, service: any LocationService, passed: CInt?,
        logger: Logger
    ) throws(SocketError) {
        self.configuration = configuration
        self.policy = policy
        self.logger = logger
        methods = MethodTable(service: service)
        counts = ConnectionCounts(maximumPerUser: configuration.maximumConnectionsPerUser)
        if let passed {
            listening = try ListeningSocket(passed: passed)
        } else {
            listening = try ListeningSocket(path: configuration.path)
        }
    }

    /// Serves until cancelled; then every connection is closed and the socket file removed.
    /// - Throws: ``SocketError`` where the system took the socket away.
    public func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let result: Result<Void, any Error>
        do {
            result = .success(try await serve(on: group))
        } catch {
            result = .failure(error)
        }
        listening.removeFile()
        // Closes what the event loop still holds: the listener, and connections that came too late to be served.
        try await group.shutdownGracefully()
        try result.get()
    }

    private func serve(on group: MultiThreadedEventLoopGroup) async throws {
        let (accepted, queue) = AsyncStream.makeStream(of: SocketConnection.self)
        let bootstrap = ServerBootstrap(group: group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let connection = try open(channel) else { return }
                    queue.yield(connection)
                }
            }
        let server = try await bootstrap.withBoundSocket(listening.descriptor).get()
        server.closeFuture.whenComplete { _ in queue.finish() }
        await withDiscardingTaskGroup { connections in
            for await connection in accepted {
                connections.addTask { await connection.serve(methods, logger: logger) }
            }
            connections.cancelAll()
        }
        guard Task.isCancelled else { throw SocketError(.closed, configuration.path) }
    }

    /// Looks who came, on the event loop: a connection to serve, or `nil` where the user has as many as it may have.
    private func open(_ channel: any Channel) throws -> SocketConnection? {
        let pipeline = channel.pipeline.syncOperations
        let peer = try pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { Peer(socket: $0) }
        // Whom the kernel does not name is nobody: the bootstrap closes the connection.
        guard let peer = peer ?? nil else { throw ChannelError.operationUnsupported }
        guard counts.add(peer.user) else {
            // The caller is told; the log must not grow with a caller's persistence.
            logger.debug("A connection was refused: its user has too many", metadata: ["uid": "\(peer.user)"])
            try pipeline.addHandler(RefusalHandler(.tooManyConnections(maximum: counts.maximumPerUser)))
            return nil
        }
        channel.closeFuture.whenComplete { [counts] _ in counts.remove(peer.user) }
        let reader = CallReader(
            maximumMessageLength: configuration.maximumMessageLength, deadline: configuration.messageDeadline)
        try pipeline.addHandler(reader)
        let bound = NIOLoopBound(reader, eventLoop: channel.eventLoop)
        return SocketConnection(
            channel: channel, arrivals: reader.arrivals,
            session: SocketSession(peer: peer, authorization: policy.status(of: peer)) { [counts] in
                max(0, counts.total - 1)
            },
            taken: { bound.eventLoop.execute { bound.value.taken() } })
    }
}
