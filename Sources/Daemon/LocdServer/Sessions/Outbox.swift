package import NIOCore
import Synchronization

/// The replies of a stream that wait for its connection. Adding a reply never waits; the connection takes replies as
/// fast as its reader reads.
package final class Outbox: Sendable {
    /// Why a stream ends.
    package enum End: Sendable, Hashable {
        /// The connection is closed.
        case closed
        /// Too many replies waited that must not be lost.
        case overflowed(waiting: Int)
        /// The client is no longer authorized.
        case refused
    }

    private struct State {
        var queue: StreamQueue
        /// Whether the connection was notified of waiting replies, and has not found the outbox empty since.
        var isNotified = false
        var isEnded = false
        /// Nothing is sent before the first reply of its stream.
        var isHeld = false
    }

    /// Why the stream ends: one element.
    package let ends: AsyncStream<End>
    private let continuation: AsyncStream<End>.Continuation
    private let notify: @Sendable (Outbox) -> Void
    private let state: Mutex<State>

    /// An empty outbox. It calls `notify` with itself when a reply waits; `notify` must return at once.
    package init(limits: StreamQueue.Limits? = nil, notify: @escaping @Sendable (Outbox) -> Void) {
        self.notify = notify
        state = Mutex(State(queue: StreamQueue(limits: limits ?? .socket)))
        (ends, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// The numbers of sent, lost and waiting replies.
    var counts: (delivered: Int, missed: Int, waiting: Int) {
        state.withLock { ($0.queue.delivered, $0.queue.missed, $0.queue.count) }
    }

    /// Whether its connection has ended.
    var isEnded: Bool { state.withLock(\.isEnded) }

    package func put(_ frames: [StreamFrame]) {
        if !frames.isEmpty { put { frames } }
    }

    /// Appends replies that are made in their turn: what others put meanwhile comes behind them.
    package func put(_ make: () -> [StreamFrame]) {
        let (mustNotify, overflow) = state.withLock { state -> (Bool, Int?) in
            guard !state.isEnded else { return (false, nil) }
            let frames = make()
            guard !frames.isEmpty else { return (false, nil) }
            for frame in frames { state.queue.append(frame) }
            if state.queue.isOverflowed { return (false, state.queue.count) }
            guard !state.isHeld else { return (false, nil) }
            defer { state.isNotified = true }
            return (!state.isNotified, nil)
        }
        if let overflow { end(.overflowed(waiting: overflow)) }
        if mustNotify { notify(self) }
    }

    /// Sends nothing before ``open(with:)``: replies that are added before it wait behind the first one.
    func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Sends the first replies, and then the waiting ones.
    func open(with frames: [StreamFrame]) {
        state.withLock { state in
            for frame in frames.reversed() { state.queue.prepend(frame) }
            state.isHeld = false
            state.isNotified = true
        }
        notify(self)
    }

    /// Drops waiting replies that reveal the position.
    func forgetPlaces() {
        state.withLock { $0.queue.forgetPlaces() }
    }

    /// The next reply to send; `nil` if none waits, and then the connection is notified of the next one.
    package func next() -> ByteBuffer? {
        state.withLock { state in
            guard !state.isEnded, !state.isHeld, let frame = state.queue.next() else {
                state.isNotified = false
                return nil
            }
            return frame.bytes
        }
    }

    /// Ends the stream: drops the waiting replies and takes no more.
    package func end(_ end: End) {
        state.withLock { state in
            state.isEnded = true
            state.queue.removeAll()
        }
        continuation.yield(end)
        continuation.finish()
    }
}
