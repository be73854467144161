package import LocdProtocol
package import NIOCore

/// Sends the replies of a connection's stream as fast as its reader reads: while the connection is full, nothing is
/// taken from the outbox, so that waiting replies can still be dropped.
package final class StreamWriter: ChannelInboundHandler {
    package typealias InboundIn = ByteBuffer
    package typealias OutboundOut = ByteBuffer

    private var context: ChannelHandlerContext?
    /// The context's channel: to ask the context costs more than the question.
    private var channel: (any Channel)?
    private var outbox: Outbox?

    package init() {}

    package func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        channel = context.channel
    }

    package func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        channel = nil
        letGo()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        letGo()
        context.fireChannelInactive()
    }

    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        send()
        context.fireChannelWritabilityChanged()
    }

    /// Sends the waiting replies of an outbox, from now on this one. Call it on the event loop.
    package func send(from outbox: Outbox) {
        guard channel?.isActive == true else { return outbox.end(.closed) }
        self.outbox = outbox
        send()
    }

    /// Ends the outbox. Its closure for waiting replies retains this writer, which would otherwise never be released.
    private func letGo() {
        outbox?.end(.closed)
        outbox = nil
    }

    private func send() {
        guard let context, let channel, let outbox else { return }
        var isFlushDue = false
        while channel.isWritable, let bytes = outbox.next() {
            context.write(wrapOutboundOut(bytes), promise: nil)
            isFlushDue = true
        }
        if isFlushDue { context.flush() }
    }
}

/// Answers one call. A call that wants no reply gets none.
package struct ReplyWriter: Sendable {
    private let oneway: Bool
    private let send: @Sendable ([UInt8]) async throws -> Void

    /// Answers through a function that returns when the bytes are on their way, so that a slow reader slows its own
    /// calls down.
    package init(for call: VarlinkCall, send: @escaping @Sendable ([UInt8]) async throws -> Void) {
        oneway = call.oneway
        self.send = send
    }

    package func reply(_ parameters: some Encodable & Sendable) async throws {
        guard !oneway else { return }
        try await send(try VarlinkReply.encode(parameters))
    }

    /// Sends an error, which is the last answer to a call.
    package func fail(_ error: VarlinkError) async throws {
        guard !oneway else { return }
        try await send(VarlinkReply.encode(error))
    }
}
