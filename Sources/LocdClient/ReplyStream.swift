import LocdProtocol
import NIOCore
import NIOPosix
import Synchronization

/// The replies to one call that asked for more, read as they are asked for: who does not ask holds the daemon back, and
/// the daemon then tells what was missed instead of this process growing.
final class ReplyStream: Sendable {
    private let socketPath: String
    private let channel: any Channel
    private let handler: NIOLoopBound<ReplyHandler>
    private let messages: AsyncThrowingStream<[UInt8], any Error>

    /// Connects and sends a call.
    /// - Parameters:
    ///   - timeout: How long the first reply may take.
    init(socketPath: String, call: [UInt8], timeout: Duration) async throws(LocdClientError) {
        self.socketPath = socketPath
        let (messages, queue) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        self.messages = messages
        do {
            let (channel, handler) = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .channelOption(.autoRead, value: false)
                .connect(toDaemonAt: socketPath) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handler = ReplyHandler(
                            queue, deadline: timeout, error: LocdClientError(.timedOut, socketPath: socketPath))
                        try channel.pipeline.syncOperations.addHandlers(ReplyReader(socketPath: socketPath), handler)
                        return (channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
                    }
                }
            self.channel = channel
            self.handler = handler
        } catch {
            throw LocdClientError(error, socketPath: socketPath)
        }
        queue.onTermination = { [channel] _ in channel.close(promise: nil) }
        // A daemon that refuses the connection says why and closes, maybe before we have spoken: its word is read first.
        channel.writeAndFlush(ByteBuffer(bytes: call), promise: nil)
    }

    deinit {
        channel.close(promise: nil)
    }

    /// The next message, without its NUL; `nil` where the daemon closed the connection. One caller at a time.
    func next() async throws(LocdClientError) -> [UInt8]? {
        handler.eventLoop.execute { [handler] in handler.value.want() }
        do {
            var iterator = messages.makeAsyncIterator()
            let message = try await iterator.next()
            if message == nil, Task.isCancelled { throw CancellationError() }
            return message
        } catch {
            throw LocdClientError(error, socketPath: socketPath)
        }
    }
}

/// Reads no further than is asked for, and queues what one read brings beyond that.
private final class ReplyHandler: ChannelInboundHandler {
    typealias InboundIn = [UInt8]

    private let queue: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let deadline: Duration
    private let error: LocdClientError
    private var context: ChannelHandlerContext?
    private var timer: Scheduled<Void>?
    /// Messages that were asked for, less those that came.
    private var wanted = 0

    init(
        _ queue: AsyncThrowingStream<[UInt8], any Error>.Continuation, deadline: Duration, error: LocdClientError
    ) {
        self.queue = queue
        self.deadline = deadline
        self.error = error
    }

    func want() {
        wanted += 1
        if wanted > 0 { context?.read() }
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func channelActive(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(deadline)) {
            self.queue.finish(throwing: self.error)
        }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        timer?.cancel()
        wanted -= 1
        queue.yield(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // A part of a message is none.
        if wanted > 0 { context.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        end()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        timer?.cancel()
        queue.finish(throwing: error)
        context.close(promise: nil)
    }

    private func end() {
        timer?.cancel()
        queue.finish()
    }
}
