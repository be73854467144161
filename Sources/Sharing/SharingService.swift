import LocationModel
package import LocationServices
import LocdConfiguration
import LocdLog
import LocdProtocol
package import LocdServer
package import Logging
import Loopback
import NIOCore
import NIOPosix
import Synchronization
package import SystemSupport

/// Serves other programs in the protocols that they speak, until cancelled. Each is a client of the hub as any other.
///
/// One event-loop thread carries all connections. An address that cannot be listened on is tried again twice a minute: nothing that
/// is shared keeps locd from recording.
package struct SharingService: Sendable {
    /// How long until an address is tried again.
    private static let retry = Duration.seconds(30)
    /// Of a reader that does not read: what waits for it here. The kernel holds as much again, and some seconds of epochs in all are
    /// all that a reader can be late.
    private static let limits = StreamQueue.Limits(count: 1024, bytes: 128 << 10, countsLosses: false)
    private static let sendBuffer: ChannelOptions.Types.SocketOption.Value = 64 << 10

    let sessions: Sessions
    let authority: any Authority
    let counts: ConnectionCounts
    let ticker: SharingTicker
    /// Where files of the kernel are read and the name service is asked.
    let reading: ExecutorThread
    let users: LoopbackUsers
    private let listeners: [SharingListener]
    private let activation: ActivationSockets
    private let epochs: SharedEpochs
    private let clock: MonotonicClock
    private let logger: Logger
    private let troubles: SharingTroubles

    /// A service that does not listen yet.
    /// - Parameters:
    ///   - maximumConnectionsPerUser: Connections of one user, of all protocols together.
    ///   - reading: A thread for what may wait for the disk.
    ///   - activation: The sockets that systemd passed; one of an address that is listened on is used.
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
        troubles = SharingTroubles()
    }

    /// The addresses that cannot be listened on now, and why: sentences for everybody.
    package var problems: [String] { troubles.sentences }

    /// How many programs are connected, whether they are served or not.
    package var connections: Int { counts.total }

    /// Serves until cancelled; then every connection is closed.
    package func run() async {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        await withDiscardingTaskGroup { tasks in
            tasks.addTask { await epochs.run() }
            tasks.addTask { await ticker.run { epochs.refresh() } }
            // One after the other: sockets in one directory take turns.
            for listener in listeners {
                let socket = open(listener)
                tasks.addTask { await serve(listener, socket, on: group) }
            }
        }
        try? await group.shutdownGracefully()
    }

    /// Takes hold of an address; `nil` if that fails, which is logged.
    private func open(_ listener: SharingListener) -> ListeningSocket? {
        do {
            let socket = try listener.open(activation)
            if troubles.succeeds(listener.subject) {
                logger.log(.sharingBegan, "\(listener.form.rawValue) is served on \(listener.address) again")
            }
            return socket
        } catch {
            if troubles.fails(listener.subject, "\(error)", at: clock.now()) {
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
        let bootstrap = ServerBootstrap(group: group)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.socketOption(.so_sndbuf), value: Self.sendBuffer)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try open(channel, of: listener, into: queue)
                }
            }
        let server: any Channel
        do {
            server = try await bootstrap.withBoundSocket(socket.descriptor).get()
        } catch {
            if troubles.fails(listener.subject, "\(listener.address) cannot be served: \(error)", at: clock.now()) {
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

    /// Looks who came, on the event loop; the connection goes into the queue when it can be written to.
    private func open(
        _ channel: any Channel, of listener: SharingListener, into queue: AsyncStream<SharedConnection>.Continuation
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
            // Whom the kernel does not name is nobody: the bootstrap closes the connection.
            guard let found = found ?? nil else { throw ChannelError.operationUnsupported }
            origin = found
        case .tcp:
            guard let other = TCPPeer(of: channel) else { throw ChannelError.operationUnsupported }
            origin = .tcp(other, isOpenToNetwork: listener.address.isOpenToNetwork)
        }
        let conversation = listener.conversation(epochs)
        let writer = StreamWriter()
        let bound = NIOLoopBound(writer, eventLoop: channel.eventLoop)
        let outbox = Outbox(limits: Self.limits) { outbox in
            bound.eventLoop.execute { bound.value.send(from: outbox) }
        }
        let (asks, ask) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
        let end = ConnectionEnd()
        let connection = SharedConnection(
            channel: channel, origin: origin, conversation: conversation, outbox: outbox, end: end, asks: asks)
        try pipeline.addHandlers(
            RequestHandler {
                queue.yield(connection)
                if let greeting = conversation.greeting { outbox.put([greeting]) }
                if conversation.isServedAtOnce { ask.yield() }
            } take: { bytes in
                let (frames, isAsking) = conversation.take(bytes)
                outbox.put(frames)
                if isAsking { ask.yield() }
            }, writer)
        channel.closeFuture.whenComplete { _ in
            end.come()
            outbox.end(.closed)
            ask.finish()
        }
    }
}
