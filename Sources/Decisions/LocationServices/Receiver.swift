public import LocationModel
import Synchronization

/// A source of fixes. It neither filters nor decides.
///
/// Every kind passes `ReceiverConformance` of the test support: start and stop are idempotent, nothing comes before the
/// first start or after a stop has returned, a stop is followed by `.released`, and a later start works again.
public protocol Receiver: Sendable {
    /// The source, as written in the configuration: `gpsd://localhost:2947`.
    var source: String { get }

    /// The reports. The hub is the only consumer. They end for good when the receiver has nothing more to report (the
    /// end of a recording).
    var events: ReceiverEvents { get }

    /// Opens the hardware and keeps trying until ``stop()``. Returns immediately.
    func start()

    /// Releases the hardware; it is free when this returns.
    func stop() async
}

/// A report of a receiver.
public enum ReceiverEvent: Sendable, Hashable {
    /// One epoch.
    case fix(Fix)
    /// The satellites.
    case sky(SkyView)
    /// The direction of the bow.
    case heading(Heading)
    /// The link to the hardware changed.
    case link(ReceiverLink)
    /// A gap in a recording, with its recorded cause. Only recordings report gaps.
    case gap(Gap)
}

/// The link to the hardware: everything that comes before a fix.
public struct ReceiverLink: Sendable, Hashable {
    /// The condition of the link.
    public enum Condition: Sendable, Hashable {
        /// Being opened.
        case opening
        /// Open: reports may come.
        case open
        /// Absent; tried again after a while.
        case absent(OutageCause)
        /// Open, but its data is unusable.
        case failing(OutageCause)
        /// Released by `stop()`.
        case released
    }

    /// The condition of the link.
    public var condition: Condition
    /// The system's error text, for people: "Connection refused".
    public var detail: String?
    /// The device in use, if known: `/dev/ttyUSB0`.
    public var device: String?
    /// The driver, if known: gpsd's name for it, or `NMEA0183`.
    public var driver: String?
    /// How long refusals are counted before ``refused`` says them.
    package static let periodOfRefusals = Duration.seconds(30)
    /// What was refused in the latest period beside good data, by reason, with the remedy, for people; `nil` if little.
    public var refused: String?

    /// A link in a condition.
    public init(_ condition: Condition, detail: String? = nil, device: String? = nil, driver: String? = nil) {
        self.condition = condition
        self.detail = detail
        self.device = device
        self.driver = driver
    }
}

/// The reports of a receiver that its consumer, the hub, has not taken yet: in order, in batches that arrived together.
///
/// Who reads the receiver keeps them bounded: it reads on only while ``hasRoom``. Data that arrives faster stays in the
/// kernel, in gpsd, in the receiver or in the file. Nothing that was read is lost, and memory does not grow at any
/// rate. They end for good when the receiver has nothing more to report, or when the consumer is cancelled.
public final class ReceiverEvents: AsyncSequence, Sendable {
    /// A batch.
    public typealias Element = [ReceiverEvent]
    /// It never fails.
    public typealias Failure = Never

    /// Events that wait, but for one batch more: at 10 Hz with a sky view a second, three minutes.
    package static let limit = 2048

    private struct State {
        var batches: [[ReceiverEvent]] = []
        var count = 0
        var isEnded = false
    }

    private let limit: Int
    private let onRoom: @Sendable () -> Void
    private let state = Mutex(State())
    private let arrivals = WakeSignal()

    /// No events yet. `onRoom` is called when there is room again.
    package init(limit: Int = ReceiverEvents.limit, onRoom: @escaping @Sendable () -> Void = {}) {
        self.limit = limit
        self.onRoom = onRoom
    }

    package var count: Int { state.withLock(\.count) }

    /// Whether more may be read.
    package var hasRoom: Bool { count < limit }

    /// Adds a batch. Returns at once, full or not: a change of the link is added in any case.
    package func append(_ batch: [ReceiverEvent]) {
        guard !batch.isEmpty else { return }
        state.withLock { state in
            guard !state.isEnded else { return }
            state.batches.append(batch)
            state.count += batch.count
        }
        arrivals.signal()
    }

    /// Nothing more is added; what waits is still taken.
    package func finish() {
        state.withLock { $0.isEnded = true }
        arrivals.signal()
    }

    /// The one iterator of the consumer.
    public func makeAsyncIterator() -> Iterator { Iterator(events: self) }

    /// Waits for the batches where its caller runs.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let events: ReceiverEvents

        /// The next batch; `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> [ReceiverEvent]? {
            repeat {
                let (batch, isEnded) = events.take()
                if batch != nil || isEnded { return batch }
            } while await events.arrivals.wait(isolation: actor)
            events.abandon()
            return nil
        }
    }

    private func take() -> (batch: [ReceiverEvent]?, isEnded: Bool) {
        let (batch, isEnded, hasRoom) = state.withLock { state -> ([ReceiverEvent]?, Bool, Bool) in
            guard !state.batches.isEmpty else { return (nil, state.isEnded, false) }
            let batch = state.batches.removeFirst()
            let wasFull = state.count >= limit
            state.count -= batch.count
            return (batch, state.isEnded, wasFull && state.count < limit)
        }
        if hasRoom { onRoom() }
        return (batch, isEnded)
    }

    /// The consumer was cancelled.
    private func abandon() {
        state.withLock { $0 = State(isEnded: true) }
        onRoom()
    }
}
