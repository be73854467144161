import LocationServices
import Synchronization
import SystemSupport

/// One hold of a receiver's hardware, from a start to its stop, as the steps see it that do the work.
final class ReceiverRun: Sendable {
    private let events: ReceiverEvents
    private let thread: ExecutorThread
    private let stopped = Atomic(false)

    /// A run on a thread that passes its events on.
    init(_ events: ReceiverEvents, on thread: ExecutorThread) {
        self.events = events
        self.thread = thread
    }

    /// Whether the hardware is to be released.
    var isStopped: Bool { stopped.load(ordering: .acquiring) }

    /// Asks for the release; may be called from any thread, and twice.
    func stop() {
        stopped.store(true, ordering: .releasing)
        stepNow()
    }

    /// Makes the run take its next step now, whatever it waits for.
    func stepNow() { thread.stepNow() }

    /// Passes events on, in order.
    func report(_ events: [ReceiverEvent]) {
        self.events.append(events)
    }

    func report(_ link: ReceiverLink) {
        report([.link(link)])
    }

    /// Nothing more will be reported, in this run or in another.
    func finish() {
        events.finish()
    }
}
