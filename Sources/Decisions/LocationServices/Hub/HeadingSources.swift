internal import LocationModel
internal import Synchronization

/// Which heading counts: the receiver's own while it is fresh, otherwise that of the compass.
///
/// A satellite compass or a marine heading sensor behind the receiver is fixed to the vehicle and adjusted; a
/// magnetometer in the computer is disturbed by everything around it.
struct HeadingPrecedence: Sendable {
    /// How long the receiver's heading counts.
    static let freshness = Duration.seconds(5)

    private var receiverHeading: Duration?

    /// Whether the receiver has ever reported a heading.
    var isReceiverKnown: Bool { receiverHeading != nil }

    mutating func receiver(at now: Duration) {
        receiverHeading = now
    }

    func takesCompass(at now: Duration) -> Bool {
        receiverHeading.map { now - $0 > Self.freshness } ?? true
    }
}

extension HubCore {
    /// Takes a heading of the compass. While locations arrive, its time is the receiver's, not the system's.
    mutating func receive(compass heading: Heading, at now: Duration) -> Actions {
        let before = condition
        guard headings.takesCompass(at: now) else { return conclude([], since: before) }
        var heading = heading
        if let receiverTime { heading.timestamp = receiverTime.time(at: now) }
        bow = heading
        return conclude([.heading(heading)], since: before)
    }
}

/// Whether headings can be expected, and from where. `CLLocationManager.headingAvailable()` asks.
public final class HeadingSources: Sendable {
    private let known = Mutex<(receiver: Bool, compass: Bool)>((false, false))

    init() {}

    /// Whether the receiver has reported a heading, or a compass is there.
    public var isAvailable: Bool { known.withLock { $0.receiver || $0.compass } }

    func receiverReports() {
        known.withLock { $0.receiver = true }
    }

    /// A compass is there, or not any more.
    package func compassChanged(to isThere: Bool) {
        known.withLock { $0.compass = isThere }
    }
}
