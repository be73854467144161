import LocationModel
public import LocationServices
import Synchronization

/// A recording, played as a receiver at the pace of its own times. When it ends, so does the stream of its events, after
/// `.absent(.endOfRecording)`. Let go of in between, it goes on where it stopped.
public final class RecordingReceiver: Receiver {
    /// `file:PATH?date=YYYY-MM-DD`, as the configuration spells it.
    public let source: String
    /// What the recording says; ends with it.
    public var events: AsyncStream<[ReceiverEvent]> { queue.events }

    private enum State {
        case idle(RecordingPlayer)
        case running(RecordingRun)
        case stopping(RecordingRun, startsAgain: Bool)
        /// Played to its end, or of no use.
        case ended
    }

    private let queue = EventQueue()
    private let state: Mutex<State>

    /// A recording at its beginning.
    public convenience init(_ source: RecordingSource, clock: MonotonicClock) {
        self.init(source, clock: clock, rest: RecordingRun.rest)
    }

    /// `rest` waits for so long, or until the descriptor wakes it.
    init(_ source: RecordingSource, clock: MonotonicClock, rest: @escaping RecordingRun.Rest) {
        self.source = source.description
        state = Mutex(.idle(RecordingPlayer(source, clock: clock, queue: queue, rest: rest)))
    }

    deinit {
        state.withLock { state in
            if case .running(let run) = state { run.end() }
        }
    }

    /// Plays on a thread of its own, from where it stopped. Returns at once.
    public func start() {
        state.withLock { state in
            switch state {
            case .idle(let player): state = begin(player)
            case .stopping(let run, _): state = .stopping(run, startsAgain: true)
            case .running, .ended: break
            }
        }
    }

    /// Stops playing; what was not yet due comes after the next start.
    public func stop() async {
        let run: RecordingRun? = state.withLock { state in
            switch state {
            case .idle, .ended: return nil
            case .running(let run), .stopping(let run, _):
                state = .stopping(run, startsAgain: false)
                return run
            }
        }
        guard let run else { return }
        run.end()
        await run.join()
        state.withLock { state in
            guard case .stopping(let ended, let startsAgain) = state, ended === run else { return }
            guard !run.player.hasEnded else {
                state = .ended
                return
            }
            queue.say([.link(ReceiverLink(.released))])
            state = startsAgain ? begin(run.player) : .idle(run.player)
        }
    }

    private func begin(_ player: RecordingPlayer) -> State {
        do {
            return .running(try RecordingRun(player))
        } catch {
            queue.say([.link(ReceiverLink(.absent(.deviceError), detail: error.description))])
            return .idle(player)
        }
    }
}
