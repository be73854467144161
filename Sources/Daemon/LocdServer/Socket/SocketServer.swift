package import Glibc
import LocdLog
import LocdProtocol
package import Logging
package import NIOCore
import NIOPosix
import Synchronization

/// Serves the interface `org.locd.Location` on a Unix socket, from ``run()`` until its task is cancelled.
///
/// One event-loop thread carries all connections. Authorization is based on the caller's identity as the kernel reports
/// it.
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
        geocoding: (any PlaceService)? = nil, loop: SocketLoop = SocketLoop(),
        activation: ActivationSockets = ActivationSockets(environment: [:]), logger: Logger
    ) throws(SocketError) {
        try self.init(
            configuration: configuration, authority: authority, service: service, sessions: sessions,
            geocoding: geocoding, loop: loop, passed: activation.descriptor, logger: logger)
    }

    init(
        configuration: SocketConfiguration, authority: any Authority, service: any LocationService, sessions: Sessions,
        geocoding: (any PlaceService)? = nil, loop: SocketLoop = SocketLoop(), passed: CInt?, logger: Logger
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
            .serverChannelInitializer(Self.waitForDescriptors)
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

    /// Lets a server without a descriptor for a connection wait.
    @Sendable package static func waitForDescriptors(_ server: any Channel) -> EventLoopFuture<Void> {
        server.eventLoop.makeCompletedFuture { try server.pipeline.syncOperations.addHandler(AcceptPause()) }
    }

    /// Identifies the caller, on the event loop; returns the connection to serve, or `nil` if the user has reached the
    /// limit.
    private func open(_ channel: any Channel, _ streams: DueStreams) throws -> SocketConnection? {
        let pipeline = channel.pipeline.syncOperations
        let peer = try pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { Peer(socket: $0) }
        // Without credentials from the kernel the bootstrap closes the connection.
        guard let peer = peer ?? nil else { throw ChannelError.operationUnsupported }
        let end = ConnectionEnd()
        guard counts.add(peer.user, silent: end, close: { channel.close(promise: nil) }) else {
            // The caller gets an error; the log must not grow with each retry.
            logger.log(
                .connectionRefused, "Connection refused: too many connections of this user",
                metadata: ["uid": "\(peer.user)"]
            )
            try pipeline.addHandler(RefusalHandler(.tooManyConnections(maximum: counts.maximumPerUser)))
            return nil
        }
        channel.closeFuture.whenComplete { [counts] _ in
            counts.speaks(end)
            counts.remove(peer.user)
            end.markClosed()
        }
        let reader = CallReader(
            maximumMessageLength: configuration.maximumMessageLength, deadline: configuration.messageDeadline,
            speaks: { [counts] in counts.speaks(end) })
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

/// The settings of the socket.
public struct SocketConfiguration: Sendable, Hashable {
    /// The socket file; 107 bytes at most.
    public var path: String
    /// The maximum number of connections of one user at a time; 1 or more.
    public var maximumConnectionsPerUser: Int
    /// The maximum number of bytes of one call.
    public var maximumMessageLength = 256 * 1024
    /// The maximum time of a call from its first byte to its last.
    public var messageDeadline = Duration.seconds(10)

    /// A socket with the limits of the package.
    public init(path: String, maximumConnectionsPerUser: Int = 64) {
        self.path = path
        self.maximumConnectionsPerUser = maximumConnectionsPerUser
    }
}

/// Sends a connection the reason of its refusal, and closes it.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let error: VarlinkError

    init(_ error: VarlinkError) {
        self.error = error
    }

    func channelActive(context: ChannelHandlerContext) {
        let answer = wrapOutboundOut(ByteBuffer(bytes: VarlinkReply.encode(error)))
        context.writeAndFlush(answer, promise: nil)
        // Whether the answer arrived or not.
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}

/// The number of connections of each user. At the maximum, one that has asked for nothing makes room for another.
package final class ConnectionCounts: Sendable {
    private struct Counts {
        var total = 0
        var byUser: [uid_t: Int] = [:]
        /// Those that have asked for nothing yet, the oldest first.
        var silent: [(user: uid_t, end: ConnectionEnd, close: @Sendable () -> Void)] = []
    }

    package let maximumPerUser: Int
    private let counts = Mutex(Counts())

    package init(maximumPerUser: Int) {
        self.maximumPerUser = maximumPerUser
    }

    /// Connections of all users.
    package var total: Int { counts.withLock { $0.total } }

    /// Counts one more; false, and not counted, if the user has the maximum, all of which have asked for something.
    /// Otherwise the oldest that has not is closed, and counted until it is removed.
    ///
    /// - Parameters:
    ///   - end: Identifies the new one if it has asked for nothing yet: until ``speaks(_:)``, or ``remove(_:)``, which
    ///     follows that.
    ///   - close: Closes it; called on any thread.
    package func add(
        _ user: uid_t, silent end: ConnectionEnd? = nil, close: @escaping @Sendable () -> Void = {}
    ) -> Bool {
        let (isAdded, closeOther) = counts.withLock { counts -> (Bool, (@Sendable () -> Void)?) in
            var other: (@Sendable () -> Void)?
            if counts.byUser[user, default: 0] >= maximumPerUser {
                guard let oldest = counts.silent.firstIndex(where: { $0.user == user }) else { return (false, nil) }
                other = counts.silent.remove(at: oldest).close
            }
            counts.byUser[user, default: 0] += 1
            counts.total += 1
            if let end, !end.hasSpoken { counts.silent.append((user, end, close)) }
            return (true, other)
        }
        closeOther?()
        return isAdded
    }

    /// A connection has asked for something, or is at its end: it is not closed any more, also if it is added later.
    package func speaks(_ end: ConnectionEnd) {
        end.speak()
        counts.withLock { $0.silent.removeAll { $0.end === end } }
    }

    /// Counts one less.
    package func remove(_ user: uid_t) {
        counts.withLock { counts in
            guard let count = counts.byUser[user] else { return }
            // A user without connections uses no memory.
            counts.byUser[user] = count > 1 ? count - 1 : nil
            counts.total -= 1
        }
    }
}

/// The streams of an event loop that have replies to send.
///
/// A location is for a thousand streams at once: the first of them schedules one call on the loop, which sends for all
/// that are due by then.
package final class DueStreams: Sendable {
    private struct Stream: Sendable {
        let writer: NIOLoopBound<StreamWriter>
        let outbox: Outbox
    }

    private let loop: any EventLoop
    private let due = Mutex<[Stream]>([])

    /// Creates it without due streams.
    package init(on loop: any EventLoop) {
        self.loop = loop
    }

    /// Sends the replies of an outbox, through a writer on this loop. Returns immediately.
    package func add(_ outbox: Outbox, to writer: NIOLoopBound<StreamWriter>) {
        let isFirst = due.withLock { due in
            due.append(Stream(writer: writer, outbox: outbox))
            return due.count == 1
        }
        if isFirst { loop.execute { self.send() } }
    }

    private func send() {
        let streams = due.withLock { due in
            defer { due = [] }
            return due
        }
        for stream in streams { stream.writer.value.send(from: stream.outbox) }
    }
}

/// Lets a server that cannot accept a connection, mostly because no descriptor is left, try again in a second.
/// SwiftNIO tries again at once, for the connection still waits, and so does its AcceptBackoffHandler.
private final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let channel = context.channel
        channel.setOption(.autoRead, value: false).whenSuccess {
            channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.setOption(.autoRead, value: true) }
        }
    }
}
