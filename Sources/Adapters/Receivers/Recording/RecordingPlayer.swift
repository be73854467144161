import LocationModel
import LocationServices
import Synchronization
import SystemSupport

/// Plays a recording, event by event, each when it is due. It outlives the runs in which it plays, one at a time.
final class RecordingPlayer: Sendable {
    /// What to wait for so that so much time passes.
    typealias Rest = @Sendable (Duration) -> PollWait

    private enum Phase {
        case beginning
        case closed
        /// Playing; the recording begins, or would have begun, at the instant.
        case open(origin: Duration)
        /// Before the next try.
        case waiting(until: Duration)
    }

    private struct Position: ~Copyable {
        var phase = Phase.beginning
        /// As of when it plays on.
        var instant = Duration.zero
        var reader: RecordingReader?
        var pace = RecordingPace()
        /// Read, and not yet put into the group.
        var queue: ArraySlice<ReceiverEvent> = []
        /// Events of one time, to be sent together, and when after the beginning.
        var group: [ReceiverEvent] = []
        var due = Duration.zero
        var retry = Backoff.ofReceivers
        var isAtEnd = false
        /// What is wrong with the rest of the file.
        var failure: RecordingError?
    }

    private let source: RecordingSource
    private let clock: MonotonicClock
    private let rest: Rest
    private let position = Mutex(Position())
    private let ended = Atomic(false)

    init(_ source: RecordingSource, clock: MonotonicClock, rest: @escaping Rest) {
        self.source = source
        self.clock = clock
        self.rest = rest
    }

    private var path: String { source.path }

    /// Whether it was played to its end, or is of no use.
    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    /// Plays on from where it stopped, as of now: each step opens the file, or reports the events that are due.
    func start(in run: ReceiverRun) -> ExecutorThread.Step {
        let instant = clock.now()
        position.withLock { position in
            position.instant = instant
            position.phase = .beginning
        }
        return { self.step(in: run) }
    }

    private func step(in run: ReceiverRun) -> PollWait? {
        guard !run.isStopped, !hasEnded else { return nil }
        return position.withLock { position in
            do throws(RecordingError) {
                switch position.phase {
                case .beginning:
                    run.report(ReceiverLink(.opening, device: path))
                    position.phase = .closed
                case .closed:
                    try open(&position, run)
                    position.phase = .open(origin: position.instant - position.due)
                case .open(let origin):
                    if let wait = try play(&position, since: origin, run) { return wait }
                    end(run, with: .absent(.endOfRecording))
                case .waiting(let instant):
                    let now = clock.now()
                    guard now >= instant else { return rest(instant - now) }
                    position.instant = now
                    position.phase = .closed
                }
            } catch {
                guard error.mayPass, position.reader == nil else {
                    end(run, with: error.condition, detail: error.description)
                    return nil
                }
                run.report(ReceiverLink(error.condition, detail: error.description, device: path))
                var generator = SystemRandomNumberGenerator()
                position.phase = .waiting(until: clock.now() + position.retry.next(using: &generator))
            }
            return .immediate
        }
    }

    private func open(_ position: inout Position, _ run: ReceiverRun) throws(RecordingError) {
        var link = ReceiverLink(.open, device: path)
        if let kind = position.reader?.kind {
            link.driver = kind.driver
        } else {
            let reader = try RecordingReader(path: path, date: source.date)
            link.driver = reader.kind.driver
            if reader.presumesDate { link.detail = "it begins without a date; locd uses the given day" }
            position.reader = consume reader
        }
        run.report(link)
    }

    /// Reports the events of the next time when they are due. Returns what to wait for; `nil` at the end of the
    /// recording.
    private func play(
        _ position: inout Position, since origin: Duration, _ run: ReceiverRun
    ) throws(RecordingError) -> PollWait? {
        while true {
            while let event = position.queue.first {
                let elapsed = position.pace.elapsed
                var pace = position.pace
                pace.advance(to: event)
                if pace.elapsed > elapsed, !position.group.isEmpty {
                    return report(&position, origin, run) ?? .immediate
                }
                position.queue.removeFirst()
                position.pace = pace
                position.due = pace.elapsed
                position.group.append(event)
            }
            guard !position.isAtEnd else { break }
            do throws(RecordingError) {
                position.queue = (try position.reader?.next() ?? [])[...]
                position.isAtEnd = position.queue.isEmpty
            } catch {
                position.failure = error
                position.isAtEnd = true
            }
            // One part in a step: other work of the thread has its turn between two.
            if !position.isAtEnd { return .immediate }
        }
        if let wait = report(&position, origin, run) { return wait }
        if let failure = position.failure { throw failure }
        return nil
    }

    /// Reports the group if it is due; otherwise returns what to wait for.
    private func report(_ position: inout Position, _ origin: Duration, _ run: ReceiverRun) -> PollWait? {
        let remaining = origin + position.due - clock.now()
        guard remaining <= .zero else { return rest(remaining) }
        run.report(position.group)
        position.group.removeAll(keepingCapacity: true)
        return nil
    }

    private func end(_ run: ReceiverRun, with condition: ReceiverLink.Condition, detail: String? = nil) {
        run.report(ReceiverLink(condition, detail: detail, device: path))
        run.finish()
        ended.store(true, ordering: .releasing)
    }
}

/// When the events of a recording are due: at their own pace.
///
/// A step back, and a hole that is longer than ``longestStep``, are crossed in ``usualStep``, as `locd simulate` does:
/// a replay does not wait through the night of a recording.
struct RecordingPace {
    /// Seconds.
    static let longestStep = 10.0
    /// Seconds.
    static let usualStep = 1.0

    private var hasBegun = false
    private var before: Timestamp?
    /// Time from the first event to the latest.
    private(set) var elapsed = Duration.zero

    /// Moves on to an event. Only fixes have a place in time of their own; one without a time comes a second after the
    /// one before.
    mutating func advance(to event: ReceiverEvent) {
        guard case .fix(let fix) = event else { return }
        guard hasBegun else {
            hasBegun = true
            before = fix.timestamp
            return
        }
        guard let timestamp = fix.timestamp, let before else {
            elapsed += .seconds(Self.usualStep)
            before = fix.timestamp ?? before
            return
        }
        let step = timestamp.seconds(since: before)
        elapsed += .seconds((0...Self.longestStep).contains(step) ? step : Self.usualStep)
        self.before = timestamp
    }
}
