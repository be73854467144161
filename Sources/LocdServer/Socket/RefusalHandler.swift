import LocdProtocol
import NIOCore

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
