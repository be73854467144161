import NIOCore

/// Passes on what a program sends, on the event loop.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let begin: () -> Void
    private let take: (ByteBufferView) -> Void
    private let isServedOn: () -> Bool

    /// `begin` is called when the connection is writable, `take` for received bytes. `isServedOn` says whether a program that
    /// sends nothing more is still served.
    init(begin: @escaping () -> Void, take: @escaping (ByteBufferView) -> Void, isServedOn: @escaping () -> Bool) {
        self.begin = begin
        self.take = take
        self.isServedOn = isServedOn
    }

    func channelActive(context: ChannelHandlerContext) {
        begin()
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(unwrapInboundIn(data).readableBytesView)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // It may still read, or be gone: the kernel reports the same. Only a write would show the difference, so without any
        // to come the connection ends.
        if case .inputClosed? = event as? ChannelEvent, !isServedOn() { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A connection that fails ends.
        context.close(promise: nil)
    }
}
