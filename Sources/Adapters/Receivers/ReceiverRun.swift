import LocationServices
import Synchronization
import SystemSupport

/// One hold of a receiver's hardware, from a start to its stop, as the thread sees it that does the work.
final class ReceiverRun: Sendable {
    private enum Phase {
        case working
        /// In a call that may take long and holds nothing.
        case blocked
        /// Stopped during such a call: its further results are ignored.
        case abandoned
    }

    /// The request to stop, at which the work must return.
    let stop: StopRequest
    private let queue: EventQueue
    private let phase = Mutex(Phase.working)

    /// A run that passes its events to a queue. Throws if the process has no descriptor left.
    init(_ queue: EventQueue) throws(SystemCallError) {
        self.queue = queue
        stop = try StopRequest()
    }

    /// Passes events on, in order; nothing if the run was abandoned. If the hub's thread is idle, the hub handles them
    /// on this thread, so that a fix wakes one thread and not two.
    func say(_ events: [ReceiverEvent]) {
        ExecutorThread.helping {
            phase.withLock { phase in
                if phase != .abandoned { queue.say(events) }
            }
        }
    }

    /// Says how the link stands.
    func say(_ link: ReceiverLink) {
        say([.link(link)])
    }

    /// Waits while too many events wait for the hub: meanwhile the hardware is not read.
    func waitForRoom() {
        queue.waitForRoom(until: stop)
    }

    /// Nothing more will be said, in this run or in another.
    func finish() {
        queue.finish()
    }

    /// Makes a call that may take long and holds nothing, such as connecting: a stop does not wait for it. What it
    /// gives must be let go of at once if the stop came meanwhile.
    func blocking<Result: ~Copyable, Failure: Error>(
        _ call: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        change(from: .working, to: .blocked)
        defer { change(from: .blocked, to: .working) }
        return try call()
    }

    /// Asks the thread to stop. Whether it has to be waited for.
    func end() -> Bool {
        stop.make()
        change(from: .blocked, to: .abandoned)
        return phase.withLock { $0 == .working }
    }

    private func change(from old: Phase, to new: Phase) {
        phase.withLock { phase in
            if phase == old { phase = new }
        }
    }
}
