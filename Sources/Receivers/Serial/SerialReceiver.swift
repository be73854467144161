import LocationModel
public import LocationServices
import Synchronization

/// A receiver on a serial port, read directly: for boxes without gpsd, and where authorization must be complete.
///
/// One thread opens the port, finds its speed, puts sentences together and opens it again when it goes away.
public final class SerialReceiver: Receiver {
    /// What it reads: `serial:/dev/ttyUSB0?baud=9600`.
    public let source: String
    /// What it says, in order, in batches of what came together.
    public var events: AsyncStream<[ReceiverEvent]> { queue.events }

    private enum State {
        case idle
        case running(SerialRun)
        case stopping(SerialRun, startsAgain: Bool)
    }

    private let settings: SerialRun.Settings
    private let queue = EventQueue()
    private let state = Mutex(State.idle)
    /// What outlives a stop: the speed found, the order of the sentences.
    private let memory = SerialRun.Memory()

    /// A receiver that is let go of.
    ///
    /// - Parameters:
    ///   - source: The port.
    ///   - rolloverReference: Milliseconds since 1970 near which the receiver's dates must lie (within 512 weeks;
    ///     others are moved by 1024 weeks): the build date of locd, or the newest track line. `nil`: dates stay.
    ///   - presumedMoment: Milliseconds since 1970 for receivers that send a time of day but no date, asked about once
    ///     a minute; `nil` where the system's clock cannot be trusted. See ``synchronizedSystemTime()``.
    public init(
        source: SerialSource, rolloverReference: Int64? = nil,
        presumedMoment: @escaping @Sendable () -> Int64? = { nil }
    ) {
        self.source = source.description
        settings = SerialRun.Settings(
            source: source, rolloverReference: rolloverReference, presumedMoment: presumedMoment)
    }

    deinit {
        state.withLock { state in
            if case .running(let run) = state { run.end() }
        }
        queue.finish()
    }

    /// Opens the port, and again whenever it goes away, until ``stop()``. Returns at once.
    public func start() {
        state.withLock { state in
            switch state {
            case .idle: state = begin()
            case .running: break
            case .stopping(let run, _): state = .stopping(run, startsAgain: true)
            }
        }
    }

    /// Closes the port; when it returns, the port is free.
    public func stop() async {
        let run: SerialRun? = state.withLock { state in
            switch state {
            case .idle: return nil
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
            queue.say([.link(ReceiverLink(.released))])
            state = startsAgain ? begin() : .idle
        }
    }

    private func begin() -> State {
        do {
            return .running(try SerialRun(settings, memory, queue))
        } catch {
            queue.say([
                .link(ReceiverLink(.absent(.deviceError), detail: error.description, device: settings.source.device))
            ])
            return .idle
        }
    }
}
