internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection whose other end sends a request too slowly, sends none any more, or does not read.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The first request: all of its headers. A request: all of its body.
    static let patience = TimeAmount.seconds(10)
    /// Between two requests.
    static let idle = TimeAmount.seconds(60)
    /// For the other end to read something.
    static let stall = TimeAmount.seconds(60)

    private var request: Scheduled<Void>?
    private var reader: Scheduled<Void>?

    func handlerAdded(context: ChannelHandlerContext) {
        request = close(context, in: Self.patience)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            request?.cancel()
            request = close(context, in: Self.patience)
        case .body: break
        case .end:
            request?.cancel()
            request = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data), request == nil { request = close(context, in: Self.idle) }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        reader?.cancel()
        reader = context.channel.isWritable ? nil : close(context, in: Self.stall)
        context.fireChannelWritabilityChanged()
    }

    private func end() {
        request?.cancel()
        reader?.cancel()
        (request, reader) = (nil, nil)
    }

    private func close(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }
}
