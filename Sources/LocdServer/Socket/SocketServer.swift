import LocationModel
import LocdLog
import LocdProtocol
package import Logging
import NIOCore
import NIOPosix

/// Serves the interface `org.locd.Location` on a Unix socket, from ``run()`` until its task is cancelled.
///
/// One event-loop thread carries all connections. Authorization is based on the caller's identity as the kernel reports it.
public struct SocketServer: Sendable {
    private let configuration: SocketConfiguration
    private let authority: any Authority
    private let sessions: Sessions
    private let methods: MethodTable
    private let listening: ListeningSocket
    private let counts: ConnectionCounts
    private let loop: SocketLoop
    private let logger: Logger

    /// Opens the socket, so that callers can connect from now on; ``run()``, which must be called once, answers them.
    /// - Parameters:
    ///   - loop: Receives the event loop while the server runs, for other parts of the daemon.
    ///   - activation: The sockets that systemd passed; if there are any, one is served instead of the configured path.
    /// - Throws: ``SocketError``, which includes the remedy.
    package init(
        configuration: SocketConfiguration, authority: any Authority, service: any LocationService, sessions: Sessions,
        geocoding: any PlaceService = NoPlaces(), loop: SocketLoop = SocketLoop(),
        activation: ActivationSockets = ActivationSockets(environment: [:]), logger: Logger
    ) throws(SocketError) {
        try self.init(
            configuration: configuration, authority: authority, service: service, sessions: sessions,
            geocoding: geocoding, loop: loop, passed: activation.descriptor, logger: logger)
    }

    init(
        configuration: SocketConfiguration, authority: any Authority, service: any LocationService, sessions: Sessions,
        geocoding: any PlaceService = NoPlaces(), loop: SocketLoop = SocketLoop(), passed: CInt?, logger: Logger
    ) throws(SocketError) {
        self.configuration = configuration
        self.authority = authority
        self.sessions = sessions
        self.logger = logger
        self.loop = loop
        methods = MethodTable(service: service, sessions: sessions, geocoding: geocoding)
        counts = ConnectionCounts(maximumPerUser: configuration.maximumConnectionsPerUser)
        if let passed {
            listening = try ListeningSocket(passed: passed)
        } else {
            listening = try ListeningSocket(path: configuration.path)
        }
    }

    /// Serves until cancelled; then it closes every connection and removes the socket file.
    /// - Throws: ``SocketError`` if the system closed the socket.
    public func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        loop.set(group.next())
        defer { loop.set(nil) }
        let result: Result<Void, any Error>
        do {
            result = .success(try await serve(on: group))
        } catch {
            result = .failure(error)
        }
        listening.removeFile()
        // Closes the listener, and connections that came too late to be served.
        try await group.shutdownGracefully()
        try result.get()
    }

    /// Returns when the event loop that carries all connections has had a turn; at once if the loop does not run.
    package func pulse() async {
        try? await loop.current?.submit {}.get()
    }

    private func serve(on group: MultiThreadedEventLoopGroup) async throws {
        let (accepted, queue) = AsyncStream.makeStream(of: SocketConnection.self)
        let streams = DueStreams(on: group.next())
        let bootstrap = ServerBootstrap(group: group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard let connection = try open(channel, streams) else { return }
                    queue.yield(connection)
                }
            }
        let server = try await bootstrap.withBoundSocket(listening.descriptor).get()
        server.closeFuture.whenComplete { _ in queue.finish() }
        await withDiscardingTaskGroup { connections in
            connections.addTask { await sessions.follow(authority) }
            for await connection in accepted {
                connections.addTask { await connection.serve(methods, logger: logger) }
            }
            connections.cancelAll()
        }
        guard Task.isCancelled else { throw SocketError(.closed, configuration.path) }
    }

    /// Identifies the caller, on the event loop; returns the connection to serve, or `nil` if the user has reached the limit.
    private func open(_ channel: any Channel, _ streams: DueStreams) throws -> SocketConnection? {
        let pipeline = channel.pipeline.syncOperations
        let peer = try pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { Peer(socket: $0) }
        // Without credentials from the kernel the bootstrap closes the connection.
        guard let peer = peer ?? nil else { throw ChannelError.operationUnsupported }
        guard counts.add(peer.user) else {
            // The caller gets an error; the log must not grow with each retry.
            logger.log(
                .connectionRefused, "Connection refused: too many connections of this user",
                metadata: ["uid": "\(peer.user)"]
            )
            try pipeline.addHandler(RefusalHandler(.tooManyConnections(maximum: counts.maximumPerUser)))
            return nil
        }
        let end = ConnectionEnd()
        channel.closeFuture.whenComplete { [counts] _ in
            counts.remove(peer.user)
            end.come()
        }
        let reader = CallReader(
            maximumMessageLength: configuration.maximumMessageLength, deadline: configuration.messageDeadline)
        let writer = StreamWriter()
        // The writer first: what it writes then passes no other handler.
        try pipeline.addHandlers(writer, reader)
        let boundReader = NIOLoopBound(reader, eventLoop: channel.eventLoop)
        let boundWriter = NIOLoopBound(writer, eventLoop: channel.eventLoop)
        let group = try pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
            ControlGroup(peerOf: $0, process: peer.process)
        }
        let caller = Caller(
            peer: peer, unit: group??.unit, authority: authority,
            otherConnections: { [counts] in max(0, counts.total - 1) }, end: end,
            openOutbox: { Outbox { streams.add($0, to: boundWriter) } })
        return SocketConnection(
            channel: channel, arrivals: reader.arrivals, caller: caller,
            taken: { boundReader.eventLoop.execute { boundReader.value.taken() } })
    }
}
