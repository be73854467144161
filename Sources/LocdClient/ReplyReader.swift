import LocdProtocol
import NIOCore

/// Cuts what the daemon sends into messages.
final class ReplyReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = [UInt8]

    /// The most bytes of one reply: a day of events, and no more than a client can hold.
    static let maximumMessageLength = 16 << 20

    private var framing = VarlinkFraming(maximumMessageLength: maximumMessageLength)
    private let socketPath: String

    init(socketPath: String) {
        self.socketPath = socketPath
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !framing.isOverflowed else { return }
        for message in unwrapInboundIn(data).withUnsafeReadableBytes({ framing.append($0) }) {
            context.fireChannelRead(wrapInboundOut(message))
        }
        guard framing.isOverflowed else { return }
        context.fireErrorCaught(
            LocdClientError(
                .unreadable, socketPath: socketPath, cause: "a message has over \(Self.maximumMessageLength) bytes"))
        context.close(promise: nil)
    }
}
