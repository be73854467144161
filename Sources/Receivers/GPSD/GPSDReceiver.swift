import LocationModel
public import LocationServices
import Synchronization

/// A receiver behind gpsd, through libgps.
///
/// libgps blocks while it connects and polls, so each hold of gpsd is a ``GPSDSession`` on a thread of its own.
/// Letting go closes the connection: gpsd closes the device when its last watcher has left.
public final class GPSDReceiver: Receiver {
    /// The address, as the configuration spells it.
    public let source: String
    /// What gpsd reports; never ends.
    public var events: AsyncStream<[ReceiverEvent]> { queue.events }

    private let address: GPSDAddress
    private let clock: MonotonicClock
    let queue = EventQueue()
    private let session = Mutex<GPSDSession?>(nil)

    /// A receiver behind the gpsd of an address.
    public init(_ address: GPSDAddress, clock: MonotonicClock) {
        self.address = address
        self.clock = clock
        source = address.description
    }

    /// Takes hold of gpsd on a thread of its own, and keeps trying. Returns at once.
    public func start() {
        session.withLock { session in
            guard session == nil else { return }
            do {
                let new = try GPSDSession(address, clock: clock, queue: queue) { [self] events, sender in
                    deliver(events, from: sender)
                }
                try new.begin()
                session = new
            } catch {
                queue.say([.link(ReceiverLink(.absent(.deviceError), detail: "\(error)"))])
            }
        }
    }

    /// Closes the connection; gpsd then closes a device that nobody else watches.
    public func stop() async {
        let ended = session.withLock { session in
            defer { session = nil }
            return session
        }
        guard let ended else { return }
        await ended.end()
        queue.say([.link(ReceiverLink(.released))])
    }

    /// Passes on what the present session says, and nothing of one that was told to end.
    private func deliver(_ events: [ReceiverEvent], from sender: GPSDSession) {
        session.withLock { session in
            guard session === sender else { return }
            queue.say(events)
        }
    }
}
