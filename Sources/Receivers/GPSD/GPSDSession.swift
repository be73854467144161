import Glibc
import LocationModel
import LocationServices
import Synchronization

/// One hold of gpsd: connects, watches, reads, and connects again, until it is told to end.
final class GPSDSession: Sendable {
    /// Events that are gathered before they are passed on, while more lines wait.
    private static let batchLimit = 256

    private enum Phase {
        case connecting
        case connected
        case ended
    }

    private let address: GPSDAddress
    private let clock: MonotonicClock
    private let queue: EventQueue
    private let deliver: @Sendable ([ReceiverEvent], GPSDSession) -> Void
    private let request: StopRequest
    private let phase = Mutex(Phase.connecting)
    private let thread = Mutex<DedicatedThread?>(nil)

    init(
        _ address: GPSDAddress, clock: MonotonicClock, queue: EventQueue,
        deliver: @escaping @Sendable ([ReceiverEvent], GPSDSession) -> Void
    ) throws(DedicatedThread.CannotStart) {
        self.address = address
        self.clock = clock
        self.queue = queue
        self.deliver = deliver
        request = try StopRequest()
    }

    /// Starts the thread.
    func begin() throws(DedicatedThread.CannotStart) {
        let new = try DedicatedThread(named: "locd-gpsd") { [self] in run() }
        thread.withLock { $0 = new }
    }

    /// Ends the session; returns when gpsd was let go of. A connect that blocks is not waited for: it holds nothing,
    /// and is closed when it returns.
    func end() async {
        request.make()
        guard phase.withLock({ if case .connecting = $0 { false } else { true } }) else { return }
        await thread.withLock(\.self)?.join()
    }

    private func run() {
        var generator = SystemRandomNumberGenerator()
        var retry = RetryDelay()
        while !request.isMade {
            do {
                emit([.link(ReceiverLink(.opening))])
                phase.withLock { $0 = .connecting }
                var connection = try GPSDConnection(host: address.host, port: address.port)
                phase.withLock { $0 = .connected }
                guard !request.isMade else { break }
                try converse(&connection, &retry)
            } catch {
                phase.withLock { $0 = .connected }
                emit([.link(ReceiverLink(.absent(.noGPSD), detail: error.description))])
                pause(for: retry.take(using: &generator))
            }
        }
        phase.withLock { $0 = .ended }
    }

    /// Reads until told to end, or throws when the connection ended.
    private func converse(
        _ connection: inout GPSDConnection, _ retry: inout RetryDelay
    ) throws(GPSDConnection.Failure) {
        var conversation = GPSDConversation(address: address, at: clock.now())
        var events: [ReceiverEvent] = []
        // The last reports may come in one piece with the end of the connection: they count.
        defer {
            events += conversation.flush()
            if !events.isEmpty { emit(events) }
        }
        try connection.watch(device: address.device, sentences: conversation.wantsSentences)
        while !request.isMade {
            let isReadable = wait(for: connection.descriptor, until: conversation.deadline)
            if isReadable {
                repeat {
                    if let line = try connection.read() { events += conversation.receive(line, at: clock.now()) }
                    // However fast gpsd talks, what is held back stays small.
                    if events.count >= Self.batchLimit {
                        emit(events)
                        events.removeAll(keepingCapacity: true)
                    }
                } while connection.hasMore && !request.isMade
                if conversation.hasReports { retry.reset() }
            }
            let (due, demand) = conversation.tick(at: clock.now())
            events += due
            if !events.isEmpty { emit(events) }
            events.removeAll(keepingCapacity: true)
            switch demand {
            case .none: break
            case .watchAgain: try connection.watch(device: address.device, sentences: conversation.wantsSentences)
            case .giveUp: throw GPSDConnection.Failure(code: ETIMEDOUT)
            }
        }
    }

    /// Waits for input, a wake or an instant; true where there is input.
    private func wait(for descriptor: Int32, until deadline: Duration) -> Bool {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: request.wake.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let remaining = max(0, min((deadline - clock.now()).seconds, 60))
        _ = poll(&descriptors, nfds_t(descriptors.count), Int32((remaining * 1000).rounded(.up)))
        return descriptors[0].revents != 0
    }

    private func pause(for duration: Duration) {
        _ = wait(for: -1, until: clock.now() + duration)
    }

    /// Passes events on. While too many wait to be taken, gpsd is not read: it waits too, and drops who is too slow for long.
    private func emit(_ events: [ReceiverEvent]) {
        deliver(events, self)
        queue.waitForRoom(until: request)
    }
}
