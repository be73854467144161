import LocationModel
import LocationServices
import Synchronization
import SystemSupport

/// Plays a recording, event by event, each when it is due. It outlives the threads on which it plays, one at a time.
final class RecordingPlayer: Sendable {
    /// Waits for so long, or until the request to stop.
    typealias Rest = @Sendable (Duration, StopRequest) -> Void

    private struct Position: ~Copyable {
        var reader: RecordingReader?
        var pace = RecordingPace()
        /// Read, and not yet put into the group.
        var queue: ArraySlice<ReceiverEvent> = []
        /// Events of one time, to be sent together, and when after the beginning.
        var group: [ReceiverEvent] = []
        var due = Duration.zero
        var retry = Backoff.ofReceivers
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

    /// Plays on from where it stopped, as of an instant, until the end or until it is to stop.
    func play(since instant: Duration, in run: ReceiverRun) {
        position.withLock { position in
            guard !hasEnded else { return }
            var instant = instant
            run.say(ReceiverLink(.opening, device: path))
            while !run.stop.isMade, !hasEnded {
                do throws(RecordingError) {
                    try open(&position, run)
                    try play(&position, since: instant, run)
                    if !run.stop.isMade { end(run, with: .absent(.endOfRecording)) }
                } catch {
                    guard error.mayPass, position.reader == nil else {
                        end(run, with: error.condition, detail: error.description)
                        return
                    }
                    run.say(ReceiverLink(error.condition, detail: error.description, device: path))
                    var generator = SystemRandomNumberGenerator()
                    if !run.stop.isMade { rest(position.retry.next(using: &generator), run.stop) }
                    instant = clock.now()
                }
            }
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
        run.say(link)
    }

    /// Plays to the end of the recording, or until it is to stop.
    private func play(
        _ position: inout Position, since instant: Duration, _ run: ReceiverRun
    ) throws(RecordingError) {
        let origin = instant - position.due
        while true {
            while let event = position.queue.first {
                let elapsed = position.pace.elapsed
                var pace = position.pace
                pace.advance(to: event)
                if pace.elapsed > elapsed, !position.group.isEmpty {
                    guard send(&position, origin, run) else { return }
                }
                position.queue.removeFirst()
                position.pace = pace
                position.due = pace.elapsed
                position.group.append(event)
            }
            do throws(RecordingError) {
                guard let events = try position.reader?.next() else { break }
                position.queue = events[...]
            } catch {
                position.failure = error
                break
            }
        }
        guard send(&position, origin, run) else { return }
        if let failure = position.failure { throw failure }
    }

    /// Sends the group when it is due; false where it is to stop before.
    private func send(_ position: inout Position, _ origin: Duration, _ run: ReceiverRun) -> Bool {
        while !run.stop.isMade {
            let remaining = origin + position.due - clock.now()
            guard remaining > .zero else {
                if !position.group.isEmpty { run.say(position.group) }
                position.group.removeAll(keepingCapacity: true)
                run.waitForRoom()
                return true
            }
            rest(remaining, run.stop)
        }
        return false
    }

    private func end(_ run: ReceiverRun, with condition: ReceiverLink.Condition, detail: String? = nil) {
        run.say(ReceiverLink(condition, detail: detail, device: path))
        run.finish()
        ended.store(true, ordering: .releasing)
    }
}
