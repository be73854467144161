public import LocationModel

/// A source of fixes: three verbs, and no opinion. It neither filters nor decides.
///
/// Every kind passes `ReceiverConformance` of the test support: start and stop are idempotent, nothing comes before
/// the first start or after a stop has returned, a stop is followed by `.released`, and a start after it works again.
public protocol Receiver: Sendable {
    /// What it reads, as the configuration spells it: `gpsd://localhost:2947`.
    var source: String { get }

    /// What it says, in order, in batches of what came together. One consumer: the hub.
    /// The stream ends when the receiver has nothing more to say for good (the end of a recording).
    var events: AsyncStream<[ReceiverEvent]> { get }

    /// Takes hold of the hardware and keeps trying until ``stop()``. Returns at once.
    func start()

    /// Lets go of the hardware; when it returns, the hardware is free.
    func stop() async
}

/// What a receiver says.
public enum ReceiverEvent: Sendable, Hashable {
    /// One epoch.
    case fix(Fix)
    /// The satellites.
    case sky(SkyView)
    /// Where the bow points.
    case heading(Heading)
    /// The link to the hardware changed.
    case link(ReceiverLink)
    /// A hole that was recorded, and what accounted for it then: only a recording knows such.
    case gap(Gap)
}

/// The link to the hardware: everything that goes before a fix.
public struct ReceiverLink: Sendable, Hashable {
    /// How far the link stands.
    public enum Condition: Sendable, Hashable {
        /// Being opened.
        case opening
        /// Open: reports may come.
        case open
        /// Not there, and tried again in a while.
        case absent(OutageCause)
        /// Open, and what comes from it cannot be used.
        case failing(OutageCause)
        /// Let go of by `stop()`.
        case released
    }

    /// How far the link stands.
    public var condition: Condition
    /// The words of the system, for a person: "Connection refused".
    public var detail: String?
    /// The device in use, where known: `/dev/ttyUSB0`.
    public var device: String?
    /// What drives it, where known: gpsd's name of the driver, or `NMEA0183`.
    public var driver: String?

    /// A link in a condition.
    public init(_ condition: Condition, detail: String? = nil, device: String? = nil, driver: String? = nil) {
        self.condition = condition
        self.detail = detail
        self.device = device
        self.driver = driver
    }
}
