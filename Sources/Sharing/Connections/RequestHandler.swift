import NIOCore

/// Passes on what a program sends, on the event loop.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let begin: () -> Void
    private let take: (ByteBufferView) -> Void

    /// `begin` is called when the connection is writable, `take` for received bytes.
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
        // A connection that fails ends.
        context.close(promise: nil)
    }
}
