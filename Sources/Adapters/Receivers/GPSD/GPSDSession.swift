import Glibc
import LocationModel
import LocationServices
import SystemSupport

/// One use of gpsd, step by step: connects, watches, reads and reconnects until it is stopped.
struct GPSDSession: ~Copyable {
    private enum Phase {
        case closed
        case connecting(BlockingCall<GPSDConnection, GPSDConnection.Failure>)
        case connected
        /// Before the next try, until an instant of ``SystemClock/sinceBoot``.
        case waiting(until: Duration)
    }

    /// Lines that are read before their events are passed on, while more wait: however fast gpsd talks, what is held
    /// back stays small, and other work of the thread has its turn.
    private static let batchLimit = 256

    private let address: GPSDAddress
    private let clock: MonotonicClock
    private let run: ReceiverRun

    private var phase = Phase.closed
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

    /// Does the next thing. Returns what to wait for; `nil` if it was stopped: the connection is closed then.
    mutating func step() -> PollWait? {
        guard !run.isStopped else {
            connection = nil
            return nil
        }
        let wait: PollWait
        do throws(GPSDConnection.Failure) {
            wait = try advance()
        } catch {
            // The last reports may come in one piece with the end of the connection: they count.
            if case .connected = phase { batch += conversation.flush() }
            wait = pause(after: ReceiverLink(.absent(.noGPSD), detail: error.description))
        }
        if !batch.isEmpty {
            run.report(batch)
            batch.removeAll(keepingCapacity: true)
        }
        return wait
    }

    private mutating func advance() throws(GPSDConnection.Failure) -> PollWait {
        switch phase {
        case .closed:
            batch.append(.link(ReceiverLink(.opening)))
            do throws(SystemCallError) {
                let call = try BlockingCall(named: "locd-connect") { [address] () throws(GPSDConnection.Failure) in
                    try GPSDConnection(host: address.host, port: address.port)
                } onEnd: { [run] in
                    run.stepNow()
                }
                phase = .connecting(call)
            } catch {
                return pause(after: ReceiverLink(.absent(.deviceError), detail: ThreadError(error).description))
            }
            return PollWait()
        case .connecting(let connect):
            guard let connection = try connect.take() else { return PollWait() }
            conversation = GPSDConversation(address: address, at: clock.now(), seen: conversation.seen)
            try connection.watch(device: address.device, sentences: conversation.wantsSentences)
            self.connection = consume connection
            phase = .connected
            return .immediate
        case .connected: return try read()
        case .waiting(let instant):
            guard instant <= SystemClock.sinceBoot else { return PollWait(until: instant) }
            phase = .closed
            return .immediate
        }
    }

    private mutating func pause(after link: ReceiverLink) -> PollWait {
        connection = nil
        batch.append(.link(link))
        let instant = SystemClock.sinceBoot + retry.next(using: &generator)
        phase = .waiting(until: instant)
        return PollWait(until: instant)
    }

    /// Reads the lines that have come. Throws if the connection ends; it is closed then.
    private mutating func read() throws(GPSDConnection.Failure) -> PollWait {
        guard var connection = connection.take() else { return .immediate }
        var lines = 0
        repeat {
            if let line = try connection.read() { batch += conversation.receive(line, at: clock.now()) }
            lines += 1
        } while lines < Self.batchLimit && connection.hasMore && !run.isStopped
        if conversation.hasReports { retry.reset() }
        let (due, demand) = conversation.tick(at: clock.now())
        batch += due
        switch demand {
        case .none: break
        case .watchAgain: try connection.watch(device: address.device, sentences: conversation.wantsSentences)
        case .giveUp: throw GPSDConnection.Failure(code: ETIMEDOUT)
        }
        let wait =
            connection.hasMore
            ? .immediate
            : PollWait(
                for: connection.descriptor,
                until: SystemClock.sinceBoot + max(.zero, conversation.deadline - clock.now()))
        self.connection = consume connection
        return wait
    }
}
