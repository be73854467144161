import NIOCore
import NIOTLS

/// Tells when TLS has come about on a connection, or why it has not.
final class HandshakeWatch: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    /// TLS did not come about.
    struct Failure: Error {
        let cause: any Error
    }

    private let promise: EventLoopPromise<Void>

    private init(_ promise: EventLoopPromise<Void>) {
        self.promise = promise
    }

    /// Watches a channel, behind its handler of TLS, on its event loop. The future always comes to an end, at the latest with the channel.
    static func add(to channel: any Channel) throws -> EventLoopFuture<Void> {
        let promise = channel.eventLoop.makePromise(of: Void.self)
        do {
            try channel.pipeline.syncOperations.addHandler(HandshakeWatch(promise))
        } catch {
            promise.fail(error)
            throw error
        }
        return promise.futureResult
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { promise.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(Failure(cause: error))
        context.fireErrorCaught(error)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        promise.fail(Failure(cause: ChannelError.eof))
    }
}
