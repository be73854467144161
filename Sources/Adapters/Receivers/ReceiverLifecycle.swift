import LocationModel
import LocationServices
import Synchronization
import SystemSupport

/// The life of a receiver, the same for every kind: a queue of events as long as it lives, and a thread from each start
/// to its stop, never two of them, in whatever order and from wherever these are called. The kinds only give the steps.
final class ReceiverLifecycle: Sendable {
    /// Gives the step that the thread of a run repeats. It returns false when the run was asked to stop and the
    /// hardware is free, or when there is nothing more to do.
    typealias Prepare = @Sendable (ReceiverRun) -> LoopThread.Step

    private struct Hold {
        let run: ReceiverRun
        let thread: Task<Void, Never>
    }

    private enum State {
        case idle
        case running(Hold)
        case stopping(Hold, startsAgain: Bool)
    }

    /// What the receiver says.
    let queue = EventQueue()

    private let threadName: String
    private let device: String?
    private let prepare: Prepare
    private let state = Mutex(State.idle)

    /// No thread yet.
    ///
    /// - Parameters:
    ///   - threadName: What `ps -L` shows; the kernel keeps the first 15 bytes.
    ///   - device: Which device is absent if the system refuses a thread.
    ///   - prepare: Called at each start that begins a run, on the thread of its caller.
    init(threadName: String, device: String? = nil, _ prepare: @escaping Prepare) {
        self.threadName = threadName
        self.device = device
        self.prepare = prepare
    }

    /// The thread does not keep its receiver.
    deinit {
        state.withLock { state in
            if case .running(let hold) = state { _ = hold.run.end() }
        }
        queue.finish()
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
        if hold.run.end() { await hold.thread.value }
        state.withLock { state in
            guard case .stopping(let ended, let startsAgain) = state, ended.run === hold.run else { return }
            state = .idle
            queue.say([.link(ReceiverLink(.released))])
            if startsAgain { begin(&state) }
        }
    }

    private func begin(_ state: inout State) {
        do throws(SystemCallError) {
            let run = try ReceiverRun(queue)
            state = .running(Hold(run: run, thread: try LoopThread.run(named: threadName, prepare(run))))
        } catch {
            let detail = ThreadError(error).description
            queue.say([.link(ReceiverLink(.absent(.deviceError), detail: detail, device: device))])
        }
    }
}
