import Glibc
import LocationModel
import LocationServices
import SystemSupport

/// One use of gpsd: connects, watches, reads and reconnects until it is asked to end.
struct GPSDSession {
    /// Events that are gathered before they are passed on, while more lines wait.
    private static let batchLimit = 256

    private let address: GPSDAddress
    private let clock: MonotonicClock
    private let run: ReceiverRun

    init(_ address: GPSDAddress, clock: MonotonicClock, in run: ReceiverRun) {
        self.address = address
        self.clock = clock
        self.run = run
    }

    /// Works until it is asked to end.
    func work() {
        var generator = SystemRandomNumberGenerator()
        var retry = Backoff.ofReceivers
        while !run.stop.isMade {
            do {
                emit([.link(ReceiverLink(.opening))])
                // A connect that blocks holds nothing, and is closed when it returns.
                var connection = try run.blocking { () throws(GPSDConnection.Failure) in
                    try GPSDConnection(host: address.host, port: address.port)
                }
                guard !run.stop.isMade else { return }
                try converse(&connection, &retry)
            } catch {
                emit([.link(ReceiverLink(.absent(.noGPSD), detail: error.description))])
                run.stop.rest(for: retry.next(using: &generator))
            }
        }
    }

    /// Reads until asked to end; throws if the connection ends.
    private func converse(
        _ connection: inout GPSDConnection, _ retry: inout Backoff
    ) throws(GPSDConnection.Failure) {
        var conversation = GPSDConversation(address: address, at: clock.now())
        var events: [ReceiverEvent] = []
        // The last reports may come in one piece with the end of the connection: they count.
        defer {
            events += conversation.flush()
            if !events.isEmpty { emit(events) }
        }
        try connection.watch(device: address.device, sentences: conversation.wantsSentences)
        while !run.stop.isMade {
            let isReadable = wait(for: connection.descriptor, until: conversation.deadline)
            if isReadable {
                repeat {
                    if let line = try connection.read() { events += conversation.receive(line, at: clock.now()) }
                    // However fast gpsd talks, what is held back stays small.
                    if events.count >= Self.batchLimit {
                        emit(events)
                        events.removeAll(keepingCapacity: true)
                    }
                } while connection.hasMore && !run.stop.isMade
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

    /// Waits for input, a wake or an instant; true if there is input.
    private func wait(for descriptor: Int32, until deadline: Duration) -> Bool {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: run.stop.wake.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let remaining = max(0, min((deadline - clock.now()).seconds, 60))
        _ = poll(&descriptors, nfds_t(descriptors.count), Int32((remaining * 1000).rounded(.up)))
        return descriptors[0].revents != 0
    }

    /// Passes events on. While too many wait to be taken, gpsd is not read: it waits too, and drops who is too slow for long.
    private func emit(_ events: [ReceiverEvent]) {
        // One that is told to end has nothing more to say.
        guard !run.stop.isMade else { return }
        run.say(events)
        run.waitForRoom()
    }
}
