public import LocationModel

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

/// The reports of a receiver, in order, in batches that arrived together; for one consumer.
///
/// It ends for good when the receiver has nothing more to report, or when its consumer is cancelled.
public struct ReceiverEvents: AsyncSequence, Sendable {
    /// A batch.
    public typealias Element = [ReceiverEvent]
    /// It never fails.
    public typealias Failure = Never

    private let batches: AsyncStream<[ReceiverEvent]>
    private let onTake: @Sendable ([ReceiverEvent]) -> Void

    /// The batches of a stream. `onTake` is called with each one that the consumer takes.
    package init(
        _ batches: AsyncStream<[ReceiverEvent]>, onTake: @escaping @Sendable ([ReceiverEvent]) -> Void = { _ in }
    ) {
        self.batches = batches
        self.onTake = onTake
    }

    /// The one iterator of its consumer.
    public func makeAsyncIterator() -> Iterator {
        Iterator(batches: batches.makeAsyncIterator(), onTake: onTake)
    }

    /// Waits for the batches where its caller runs.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var batches: AsyncStream<[ReceiverEvent]>.Iterator
        fileprivate let onTake: @Sendable ([ReceiverEvent]) -> Void

        /// The next batch; `nil` at the end.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> [ReceiverEvent]? {
            let batch = await batches.next(isolation: actor)
            if let batch { onTake(batch) }
            return batch
        }
    }
}
