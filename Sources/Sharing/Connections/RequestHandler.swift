import NIOCore

/// Hands on what a program sends, on the event loop.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let begin: () -> Void
    private let take: (ByteBufferView) -> Void

    /// `begin` is called when the connection can be written to, `take` for what comes.
    init(begin: @escaping () -> Void, take: @escaping (ByteBufferView) -> Void) {
        self.begin = begin
        self.take = take
    }

    func channelActive(context: ChannelHandlerContext) {
        begin()
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        take(unwrapInboundIn(data).readableBytesView)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A connection that fails is a connection that ends.
        context.close(promise: nil)
    }
}
