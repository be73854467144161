import Glibc
import LocationModel
import LocationServices
import Synchronization
import SystemSupport

/// The life of a receiver, the same for every kind: its events as long as it lives, and a loop on the pipeline's
/// thread from each start to its stop, never two of them, in whatever order and from wherever these are called. The
/// kinds only give the steps.
final class ReceiverLifecycle: Sendable {
    /// Gives the steps of a run. They never block: see ``ExecutorThread/Step``. A step returns `nil` when the run was
    /// stopped and the hardware is free, or when there is nothing more to do.
    typealias Prepare = @Sendable (ReceiverRun) -> ExecutorThread.Step

    private struct Hold {
        let run: ReceiverRun
        let end: Task<Void, Never>
    }

    private enum State {
        case idle
        case running(Hold)
        case stopping(Hold, startsAgain: Bool)
    }

    let events: ReceiverEvents

    private let thread: ExecutorThread
    private let prepare: Prepare
    private let state = Mutex(State.idle)

    /// Not started. `prepare` is called at each start that begins a run, on the thread of its caller.
    init(on thread: ExecutorThread, _ prepare: @escaping Prepare) {
        self.thread = thread
        self.prepare = prepare
        events = ReceiverEvents { [weak thread] in thread?.stepNow() }
    }

    /// The loop does not keep its receiver.
    deinit {
        state.withLock { state in
            if case .running(let hold) = state { hold.run.stop() }
        }
        events.finish()
    }

    /// Takes hold of the hardware, unless it is held; after the stop that is under way, if there is one. Returns at
    /// once.
    func start() {
        state.withLock { state in
            switch state {
            case .idle: begin(&state)
            case .running: break
            case .stopping(let hold, _): state = .stopping(hold, startsAgain: true)
            }
        }
    }

    /// Releases the hardware; it is free when this returns.
    func stop() async {
        let hold: Hold? = state.withLock { state in
            switch state {
            case .idle: return nil
            case .running(let hold), .stopping(let hold, _):
                state = .stopping(hold, startsAgain: false)
                return hold
            }
        }
        guard let hold else { return }
        hold.run.stop()
        await hold.end.value
        state.withLock { state in
            guard case .stopping(let ended, let startsAgain) = state, ended.run === hold.run else { return }
            state = .idle
            events.append([.link(ReceiverLink(.released))])
            if startsAgain { begin(&state) }
        }
    }

    private func begin(_ state: inout State) {
        let run = ReceiverRun(events, on: thread)
        let step = prepare(run)
        let (steps, end) = AsyncStream<Never>.makeStream()
        thread.repeat { [events] in
            // While too many events wait to be taken, nothing is read.
            guard events.hasRoom || run.isStopped else { return PollWait() }
            return step()
        } onEnd: {
            end.finish()
        }
        state = .running(Hold(run: run, end: Task(executorPreference: thread) { for await _ in steps {} }))
    }
}

extension Backoff {
    /// Between two tries to open a receiver: 0.1 s, doubled each time up to 6 s, less up to a quarter by
    /// chance: a gpsd that was restarted is found at once, and one that is away for long costs twelve tries a minute.
    static let ofReceivers = Backoff(first: .milliseconds(100), longest: .seconds(6), jitter: 0.25)
}

/// The system refused another thread, or a descriptor to wake it with.
struct ThreadError: CustomStringConvertible {
    let cause: SystemCallError

    init(_ cause: SystemCallError) {
        self.cause = cause
    }

    /// What happened, and what to do.
    var description: String {
        let remedy =
            switch cause.number {
            case EMFILE, ENFILE: "raise LimitNOFILE= of the unit"
            default: "raise TasksMax= of the unit or free memory"
            }
        return "cannot start a thread (\(cause.message)): \(remedy)"
    }
}
