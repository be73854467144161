import Glibc
import LocationModel
import LocationServices
import SystemSupport

/// One use of gpsd, step by step: connects, watches, reads and reconnects until it is asked to end.
struct GPSDSession: ~Copyable {
    private enum Phase {
        case beginning
        case closed
        case connected
        /// Before the next try.
        case waiting
    }

    /// Events that are gathered before they are passed on, while more lines wait: however fast gpsd talks, what is held
    /// back stays small.
    private static let batchLimit = 256

    private let address: GPSDAddress
    private let clock: MonotonicClock
    private let run: ReceiverRun

    private var phase = Phase.beginning
    private var connection: GPSDConnection?
    private var conversation: GPSDConversation
    /// What came together, to be sent together.
    private var batch: [ReceiverEvent] = []
    private var retry = Backoff.ofReceivers
    private var generator = SystemRandomNumberGenerator()

    init(_ address: GPSDAddress, clock: MonotonicClock, in run: ReceiverRun) {
        self.address = address
        self.clock = clock
        self.run = run
        conversation = GPSDConversation(address: address, at: clock.now())
    }

    /// Does the next thing. Returns false if it was asked to end; the connection is closed then.
    mutating func step() -> Bool {
        // While too many events wait to be taken, gpsd is not read: it waits too, and drops who is too slow for long.
        run.waitForRoom()
        guard !run.stop.isMade else {
            connection = nil
            return false
        }
        do throws(GPSDConnection.Failure) {
            switch phase {
            case .beginning: begin()
            case .closed: try connect()
            case .connected: try read()
            case .waiting: wait()
            }
        } catch {
            // The last reports may come in one piece with the end of the connection: they count.
            if phase == .connected { batch += conversation.flush() }
            batch.append(.link(ReceiverLink(.absent(.noGPSD), detail: error.description)))
            phase = .waiting
        }
        send()
        return true
    }

    private mutating func begin() {
        batch.append(.link(ReceiverLink(.opening)))
        phase = .closed
    }

    private mutating func connect() throws(GPSDConnection.Failure) {
        // A connect that blocks holds nothing, and is closed when it returns.
        let connection = try run.blocking { () throws(GPSDConnection.Failure) in
            try GPSDConnection(host: address.host, port: address.port)
        }
        guard !run.stop.isMade else { return }
        conversation = GPSDConversation(address: address, at: clock.now())
        try connection.watch(device: address.device, sentences: conversation.wantsSentences)
        self.connection = consume connection
        phase = .connected
    }

    private mutating func wait() {
        run.stop.rest(for: retry.next(using: &generator))
        phase = .beginning
    }

    /// Waits for lines, and reads those that have come. Throws if the connection ends; it is closed then.
    private mutating func read() throws(GPSDConnection.Failure) {
        guard var connection = connection.take() else { return }
        if connection.hasMore || wait(for: connection.descriptor, until: conversation.deadline) {
            repeat {
                if let line = try connection.read() { batch += conversation.receive(line, at: clock.now()) }
            } while batch.count < Self.batchLimit && connection.hasMore && !run.stop.isMade
            if conversation.hasReports { retry.reset() }
        }
        let (due, demand) = conversation.tick(at: clock.now())
        batch += due
        switch demand {
        case .none: break
        case .watchAgain: try connection.watch(device: address.device, sentences: conversation.wantsSentences)
        case .giveUp: throw GPSDConnection.Failure(code: ETIMEDOUT)
        }
        self.connection = consume connection
    }

    /// Waits for input, a wake or an instant; true if there is input.
    private func wait(for descriptor: Int32, until deadline: Duration) -> Bool {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: run.stop.wake.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let remaining = max(0, min((deadline - clock.now()).seconds, 60))
        _ = poll(&descriptors, nfds_t(descriptors.count), Int32(rounding: remaining * 1000, .up))
        return descriptors[0].revents != 0
    }

    /// Passes on what came together. One that was asked to end has nothing more to say.
    private mutating func send() {
        guard !batch.isEmpty else { return }
        if !run.stop.isMade { run.say(batch) }
        batch.removeAll(keepingCapacity: true)
    }
}
