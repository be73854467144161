import LocdProtocol
import NIOCore

/// The next input of a connection.
enum Arrival: Sendable, Hashable {
    case message([UInt8])
    /// Something after which nothing can be read.
    case broken(VarlinkError)
}

/// Cuts the input into messages and queues them for the session, a bounded number of them: while the session is busy,
/// nothing more is read, and the kernel makes the caller wait.
///
/// A message must be complete within the deadline, counted from its first byte. Sending it in small pieces does not
/// extend the deadline.
final class CallReader: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The number of messages that may wait for the session before reading stops. One read may bring more; it is
    /// bounded itself.
    static let highWatermark = 16

    /// The input in order; it ends when nothing more can come.
    let arrivals: AsyncStream<Arrival>
    private let queue: AsyncStream<Arrival>.Continuation
    private let deadline: Duration
    private let speaks: () -> Void
    private var context: ChannelHandlerContext?
    private var framing: VarlinkFraming
    private var timer: Scheduled<Void>?
    private var waiting = 0
    private var isReading = false
    private var isReadHeld = false
    private var isBroken = false
    private var hasSpoken = false

    /// Reads a connection. `speaks` is called at its first message, before anybody takes that.
    init(maximumMessageLength: Int, deadline: Duration, speaks: @escaping () -> Void = {}) {
        framing = VarlinkFraming(maximumMessageLength: maximumMessageLength)
        self.deadline = deadline
        self.speaks = speaks
        (arrivals, queue) = AsyncStream.makeStream()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = false
        guard !isBroken else { return }
        for message in unwrapInboundIn(data).withUnsafeReadableBytes({ framing.append($0) }) {
            // The bytes after it have begun just now.
            stopTimer()
            if !hasSpoken { speaks() }
            hasSpoken = true
            waiting += 1
            queue.yield(.message(message))
        }
        if framing.isOverflowed {
            fail(.tooLong, "A message can have at most \(framing.maximumMessageLength) bytes.")
        } else if framing.isHalfSent, timer == nil {
            startTimer(context)
        }
    }

    func read(context: ChannelHandlerContext) {
        guard waiting < Self.highWatermark else {
            isReadHeld = true
            return
        }
        isReading = true
        context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { end() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        end()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A failed connection ends; its session sees the end of the input.
        context.close(promise: nil)
    }

    /// Notes that the session took a message. Call it on the event loop.
    func taken() {
        waiting -= 1
        guard isReadHeld, waiting < Self.highWatermark else { return }
        isReadHeld = false
        isReading = true
        context?.read()
    }

    private func startTimer(_ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(deadline)) {
            self.timer = nil
            guard self.framing.isHalfSent, !self.isBroken else { return }
            // While we do not read, the caller is not late.
            guard self.isReading else { return self.startTimer(context) }
            self.fail(.incomplete, "A message must be complete \(self.deadline) after its first byte.")
        }
    }

    private func stopTimer() {
        timer?.cancel()
        timer = nil
    }

    private func fail(_ reason: VarlinkError.InvalidMessage, _ detail: String) {
        isBroken = true
        stopTimer()
        queue.yield(.broken(.invalidMessage(reason, detail: detail)))
        queue.finish()
    }

    private func end() {
        stopTimer()
        queue.finish()
    }
}
