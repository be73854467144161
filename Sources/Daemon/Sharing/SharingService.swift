import LocationModel
package import LocationServices
import LocdConfiguration
import LocdLog
import LocdProtocol
package import LocdServer
package import Logging
import NIOCore
import NIOPosix
import Synchronization
package import SystemSupport

/// Serves other programs in their own protocols until cancelled. Each is a client of the hub like any other.
///
/// One event-loop thread carries all connections. If listening on an address fails, it is tried again twice a minute:
/// sharing never keeps locd from recording.
package struct SharingService: Sendable {
    /// The delay before an address is tried again.
    private static let retry = Duration.seconds(30)
    /// The maximum number of bytes queued for a slow reader. The kernel holds as many again; in all, a reader can be
    /// late by some seconds of epochs.
    private static let limits = StreamQueue.Limits(count: 1024, bytes: 128 << 10, countsLosses: false)
    private static let sendBuffer: ChannelOptions.Types.SocketOption.Value = 64 << 10

    let sessions: Sessions
    let authority: any Authority
    let counts: ConnectionCounts
    let ticker: SharingTicker
    /// Reads files of the kernel and asks the name service.
    let reading: ExecutorThread
    let users: LoopbackUsers
    private let listeners: [SharingListener]
    private let activation: ActivationSockets
    let epochs: SharedEpochs
    private let clock: MonotonicClock
    private let logger: Logger
    private let reported: SharingProblems

    /// Creates a service that does not listen yet.
    /// - Parameters:
    ///   - maximumConnectionsPerUser: The maximum number of connections of one user, in all protocols together.
    ///   - reading: A thread for work that may wait for the disk.
    ///   - activation: The sockets that systemd passed; those of configured addresses are used.
    package init(
        _ listeners: [SharingListener], maximumConnectionsPerUser: Int, hub: LocationHub, sessions: Sessions,
        authority: any Authority, reading: ExecutorThread,
        activation: ActivationSockets = ActivationSockets(environment: [:]), clock: MonotonicClock, logger: Logger
    ) {
        self.listeners = listeners
        self.activation = activation
        self.sessions = sessions
        self.authority = authority
        self.reading = reading
        users = LoopbackUsers(on: reading)
        self.clock = clock
        self.logger = logger
        counts = ConnectionCounts(maximumPerUser: maximumConnectionsPerUser)
        ticker = SharingTicker(clock: clock)
        epochs = SharedEpochs { SharedSky.view(of: await hub.status) }
        reported = SharingProblems()
    }

    /// The addresses on which listening fails now, and why, as sentences for everybody.
    package var problems: [String] { reported.sentences }

    /// The number of connected programs, served or not.
    package var connections: Int { counts.total }

    /// Listens, and serves until cancelled; then closes every connection.
    package func run() async {
        await run(on: listen())
    }

    /// Begins to listen on all addresses: from then on the kernel accepts connections. `nil` for each that failed.
    func listen() -> [ListeningSocket?] {
        // One after the other, because sockets in one directory share it.
        listeners.map { open($0) }
    }

    /// Serves those who connect to the sockets of the listeners.
    func run(on sockets: [ListeningSocket?]) async {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { await epochs.run() }
            tasks.addTask { await ticker.run { epochs.refresh() } }
            for (listener, socket) in zip(listeners, sockets) {
                tasks.addTask { await serve(listener, socket, on: group) }
            }
        }
        try? await group.shutdownGracefully()
    }

    /// Begins to listen on an address; `nil` if that fails, which is logged.
    private func open(_ listener: SharingListener) -> ListeningSocket? {
        do {
            let socket = try listener.open(activation)
            if reported.succeeds(listener.subject) {
                logger.log(.sharingBegan, "\(listener.form.rawValue) is served on \(listener.address) again")
            }
            return socket
        } catch {
            if reported.fails(listener.subject, "\(error)", at: clock.now()) {
                logger.log(.sharingFailed, "\(listener.key): \(error)")
            }
            return nil
        }
    }

    private func serve(_ listener: SharingListener, _ first: ListeningSocket?, on group: MultiThreadedEventLoopGroup)
        async
    {
        var socket = first
        while !Task.isCancelled {
            if let opened = socket {
                await serve(listener, opened, on: group)
                opened.removeFile()
            }
            do { try await clock.sleep(clock.now() + Self.retry) } catch { return }
            socket = open(listener)
        }
    }

    private func serve(_ listener: SharingListener, _ socket: ListeningSocket, on group: MultiThreadedEventLoopGroup)
        async
    {
        let (accepted, queue) = AsyncStream.makeStream(of: SharedConnection.self)
        let streams = DueStreams(on: group.next())
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelInitializer(SocketServer.waitForDescriptors)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try open(channel, of: listener, into: queue, streams)
                }
            }
        let server: any Channel
        do {
            server = try await bootstrap.withBoundSocket(socket.descriptor).get()
        } catch {
            if reported.fails(listener.subject, "\(listener.address) cannot be served: \(error)", at: clock.now()) {
                logger.log(.sharingFailed, "\(listener.key): \(listener.address) cannot be served: \(error)")
            }
            return
        }
        server.closeFuture.whenComplete { _ in queue.finish() }
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { connections in
                for await connection in accepted { connections.addTask { await connection.serve(self) } }
                connections.cancelAll()
            }
        } onCancel: {
            server.close(promise: nil)
        }
    }

    /// Identifies the peer, on the event loop; the connection enters the queue when it is writable.
    private func open(
        _ channel: any Channel, of listener: SharingListener, into queue: AsyncStream<SharedConnection>.Continuation,
        _ streams: DueStreams
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        let origin: SharedConnection.Origin
        switch listener.address {
        case .unix:
            let found = try pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket in
                Peer(socket: socket).map { peer in
                    SharedConnection.Origin.unix(
                        peer, unit: ControlGroup(peerOf: socket, process: peer.process)?.unit)
                }
            }
            // If the kernel does not identify the peer, the bootstrap closes the connection.
            guard let found = found ?? nil else { throw ChannelError.operationUnsupported }
            origin = found
        case .tcp:
            guard let other = TCPPeer(of: channel) else { throw ChannelError.operationUnsupported }
            origin = .tcp(other, isOpenToNetwork: listener.address.isOpenToNetwork)
        }
        let conversation = listener.conversation(epochs)
        let writer = StreamWriter()
        let bound = NIOLoopBound(writer, eventLoop: channel.eventLoop)
        let outbox = Outbox(limits: Self.limits) { streams.add($0, to: bound) }
        let (asks, ask) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let end = ConnectionEnd()
        let connection = SharedConnection(
            channel: channel, origin: origin, conversation: conversation, outbox: outbox, end: end, asks: asks)
        try pipeline.addHandlers(
            RequestHandler {
                queue.yield(connection)
                if let greeting = conversation.greeting { outbox.put([greeting]) }
                if conversation.isServedAtOnce { ask.yield() }
            } take: { [counts] bytes in
                let (frames, isAsking) = conversation.take(bytes)
                // It asks for no location perhaps, but was answered.
                if !frames.isEmpty { counts.speaks(end) }
                outbox.put(frames)
                if isAsking { ask.yield() }
            } isServedOn: {
                conversation.isStreaming
            }, writer)
        channel.closeFuture.whenComplete { _ in
            end.markClosed()
            outbox.end(.closed)
            ask.finish()
        }
    }
}

/// Passes on what a program sends, on the event loop.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    /// For a program that must ask, to send something at all.
    static let patience = TimeAmount.seconds(60)

    private var silence: Scheduled<Void>?
    private let begin: () -> Void
    private let take: (ByteBufferView) -> Void
    private let isServedOn: () -> Bool

    /// `begin` is called when the connection is writable, `take` for received bytes. `isServedOn` says whether a
    /// program that sends nothing more is still served.
    init(begin: @escaping () -> Void, take: @escaping (ByteBufferView) -> Void, isServedOn: @escaping () -> Bool) {
        self.begin = begin
        self.take = take
        self.isServedOn = isServedOn
    }

    func channelActive(context: ChannelHandlerContext) {
        begin()
        if !isServedOn() {
            silence = context.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
                context.close(promise: nil)
            }
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        silence?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        silence?.cancel()
        take(unwrapInboundIn(data).readableBytesView)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // It may still read, or be gone: the kernel reports the same. Only a write would show the difference, so
        // without any to come the connection ends.
        if case .inputClosed? = event as? ChannelEvent, !isServedOn() { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A connection that fails ends.
        context.close(promise: nil)
    }
}

/// Calls each connection that needs it once a second; nothing wakes while there is none.
final class SharingTicker: Sendable {
    private struct State {
        var next = 0
        var conversations: [Int: (any SharedConversation, Outbox)] = [:]
    }

    private let clock: MonotonicClock
    private let state = Mutex(State())
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    init(clock: MonotonicClock) {
        self.clock = clock
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds a conversation; its number.
    func add(_ conversation: any SharedConversation, _ outbox: Outbox) -> Int {
        defer { arrival.yield() }
        return state.withLock { state in
            state.next += 1
            state.conversations[state.next] = (conversation, outbox)
            return state.next
        }
    }

    func remove(_ number: Int) {
        state.withLock { $0.conversations[number] = nil }
    }

    /// Works until cancelled. `before` is called before each second's turn.
    func run(before: @Sendable () -> Void) async {
        for await _ in arrivals {
            while true {
                do { try await clock.sleep(clock.now() + .seconds(1)) } catch { return }
                let all = state.withLock { Array($0.conversations.values) }
                if all.isEmpty { break }
                before()
                for (conversation, outbox) in all { outbox.put { conversation.tick() } }
            }
        }
    }
}
