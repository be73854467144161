import LocationModel
import Synchronization

/// The thread of a receiver: it is there from start to stop, never twice, in whatever order and from wherever these are called.
final class ReceiverThread: Sendable {
    /// What the thread runs. It must return when it is asked to stop.
    typealias Body = @Sendable (StopRequest) -> Void

    private struct Run {
        let request: StopRequest
        let thread: DedicatedThread
    }

    private enum State {
        case idle
        case running(Run)
        case stopping(Run, startsAgain: Bool)
    }

    private let name: String
    private let prepare: @Sendable () -> Body
    private let state = Mutex(State.idle)

    /// No thread yet; `prepare` is called where one is started, and gives what it runs.
    init(named name: String, _ prepare: @escaping @Sendable () -> Body) {
        self.name = name
        self.prepare = prepare
    }

    /// The thread does not keep its receiver.
    deinit {
        state.withLock { state in
            if case .running(let run) = state { run.request.make() }
        }
    }

    /// Starts it, unless it runs; after the stop that is under way, where there is one. Returns at once.
    func start() throws(DedicatedThread.CannotStart) {
        try state.withLock { state throws(DedicatedThread.CannotStart) in
            switch state {
            case .idle: state = .running(try begin())
            case .running: break
            case .stopping(let run, _): state = .stopping(run, startsAgain: true)
            }
        }
    }

    /// Asks it to stop and waits until it has; then calls `released`, and starts again if that was asked for meanwhile.
    func stop(_ released: () -> Void) async throws(DedicatedThread.CannotStart) {
        let run: Run? = state.withLock { state in
            switch state {
            case .idle: return nil
            case .running(let run), .stopping(let run, _):
                state = .stopping(run, startsAgain: false)
                return run
            }
        }
        guard let run else { return }
        run.request.make()
        await run.thread.join()
        try state.withLock { state throws(DedicatedThread.CannotStart) in
            guard case .stopping(let ended, let startsAgain) = state, ended.thread === run.thread else { return }
            state = .idle
            released()
            if startsAgain { state = .running(try begin()) }
        }
    }

    private func begin() throws(DedicatedThread.CannotStart) -> Run {
        let (request, body) = (try StopRequest(), prepare())
        return Run(request: request, thread: try DedicatedThread(named: name) { body(request) })
    }
}
