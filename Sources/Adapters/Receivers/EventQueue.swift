import LocationServices
import Synchronization

/// The events of a receiver that the hub has not taken yet: in order, and bounded.
///
/// Who reads the receiver keeps the bound: it reads on only while ``hasRoom``. Data that arrives faster stays in the
/// kernel, in gpsd, in the receiver or in the file. Nothing that was read is lost, and memory does not grow at any
/// rate.
final class EventQueue: Sendable {
    /// Events that wait, but for one batch more: at 10 Hz with a sky view a second, three minutes.
    static let limit = 2048

    /// The events, batch by batch; for one consumer, the hub. Ends with ``finish()``, or when its consumer is
    /// cancelled.
    let events: ReceiverEvents

    private final class Count: Sendable {
        let value = Mutex(0)
    }

    private let limit: Int
    private let waiting = Count()
    private let batches: AsyncStream<[ReceiverEvent]>.Continuation

    /// An empty queue. `onRoom` is called when a full one has room again.
    init(limit: Int = EventQueue.limit, onRoom: @escaping @Sendable () -> Void = {}) {
        self.limit = limit
        let (stream, batches) = AsyncStream.makeStream(of: [ReceiverEvent].self)
        self.batches = batches
        let take: @Sendable (Int) -> Void = { [waiting] taken in
            let hasRoom = waiting.value.withLock { count in
                let wasFull = count >= limit
                count = max(count - taken, 0)
                return wasFull && count < limit
            }
            if hasRoom { onRoom() }
        }
        batches.onTermination = { _ in take(.max) }
        events = ReceiverEvents(stream) { take($0.count) }
    }

    /// How many events wait.
    var count: Int { waiting.value.withLock(\.self) }

    /// Whether more may be read.
    var hasRoom: Bool { count < limit }

    /// Adds a batch. Returns at once, full or not: a change of the link is added in any case.
    func append(_ batch: [ReceiverEvent]) {
        guard !batch.isEmpty else { return }
        waiting.value.withLock { $0 += batch.count }
        if case .terminated = batches.yield(batch) { waiting.value.withLock { $0 = 0 } }
    }

    /// Nothing more is added; what waits is still taken.
    func finish() { batches.finish() }
}
