import Glibc
import LocationServices
import Synchronization
import SystemSupport

/// The events of a receiver's thread that the hub has not taken yet: in order, and bounded.
///
/// The thread that reads the receiver keeps the bound: it calls ``waitForRoom(_:until:)`` before it reads on. Data that
/// arrives faster stays in the kernel, in gpsd, in the receiver or in the file. Nothing that was read is lost, and
/// memory does not grow at any rate.
final class EventQueue: Sendable {
    /// Events that wait, but for one batch more: at 10 Hz with a sky view a second, three minutes.
    static let limit = 2048

    /// What was said, batch by batch; for one consumer, the hub. Ends with ``finish()``, or when its consumer is
    /// cancelled.
    let events: ReceiverEvents

    private let state: Waiting

    /// An empty queue.
    init(limit: Int = EventQueue.limit) {
        let waiting = Waiting(limit: limit)
        state = waiting
        events = ReceiverEvents(bell: waiting.bell) {
            waiting.take()
        } onCancel: {
            waiting.cancel()
        }
    }

    /// How many events wait.
    var count: Int { state.count }

    /// An element each time that it filled up, and a reader waits for room.
    var fillings: AsyncStream<Void> { state.fillings }

    /// Puts a batch behind the others. Returns at once, full or not: a word about the link is said in any case.
    func say(_ batch: [ReceiverEvent]) { state.append(batch) }

    /// Nothing more is said; what waits is still taken.
    func finish() { state.finish() }

    /// If the queue is full, blocks the calling thread until half of it is free, or until `isEnding`. The code that
    /// makes `isEnding` true signals `wake`.
    func waitForRoom(_ wake: WakeDescriptor, until isEnding: () -> Bool) {
        var hasWaited = false
        while !isEnding(), state.isFull(wakingUp: wake) {
            hasWaited = true
            var descriptor = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, -1)
            wake.clear()
        }
        // A wake for the end also wakes the next poll.
        if hasWaited, isEnding() { wake.signal() }
    }

    /// The same for a receiver's thread.
    func waitForRoom(until stop: StopRequest) { waitForRoom(stop.wake) { stop.isMade } }

    /// What both sides share; the consumer holds this and not the queue.
    private final class Waiting: Sendable {
        private struct State {
            var batches: [[ReceiverEvent]] = []
            /// Where the oldest stands, so that taking one moves nothing most of the time.
            var first = 0
            var count = 0
            var hasEnded = false
            /// Wakes the reader that waits for room.
            var reader: WakeDescriptor?

            mutating func take() -> [ReceiverEvent]? {
                guard first < batches.count else { return nil }
                let batch = batches[first]
                batches[first] = []
                first += 1
                count -= batch.count
                if first == batches.count || first >= EventQueue.limit {
                    batches.removeFirst(first)
                    first = 0
                }
                return batch
            }
        }

        /// Rings for each batch.
        let bell = Doorbell()
        let fillings: AsyncStream<Void>
        private let filled: AsyncStream<Void>.Continuation
        private let limit: Int
        private let state = Mutex(State())

        init(limit: Int) {
            self.limit = limit
            (fillings, filled) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        var count: Int { state.withLock(\.count) }

        func append(_ batch: [ReceiverEvent]) {
            state.withLock { state in
                guard !state.hasEnded, !batch.isEmpty else { return }
                state.batches.append(batch)
                state.count += batch.count
            }
            bell.ring()
        }

        func isFull(wakingUp reader: WakeDescriptor) -> Bool {
            let isFull = state.withLock { state in
                let isFull = state.count >= limit && !state.hasEnded
                state.reader = isFull ? reader : nil
                return isFull
            }
            if isFull { filled.yield() }
            return isFull
        }

        func take() -> [ReceiverEvent]? {
            var reader: WakeDescriptor?
            let batch = state.withLock { state in
                let batch = state.take()
                if state.count <= limit / 2 { swap(&reader, &state.reader) }
                return batch
            }
            reader?.signal()
            return batch
        }

        func finish() { end(forgetting: false) }

        /// The queue has no reader any longer.
        func cancel() { end(forgetting: true) }

        private func end(forgetting: Bool) {
            let reader = state.withLock { state in
                state.hasEnded = true
                if forgetting { (state.batches, state.first, state.count) = ([], 0, 0) }
                return state.reader.take()
            }
            bell.remove()
            reader?.signal()
        }
    }
}
