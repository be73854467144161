import LocationModel
public import LocationServices

/// A recording, played as a receiver at the pace of its own times. When it ends, so does the stream of its events, after
/// `.absent(.endOfRecording)`. Let go of in between, it goes on where it stopped.
public final class RecordingReceiver: Receiver {
    /// `file:PATH?date=YYYY-MM-DD`, as the configuration spells it.
    public let source: String
    /// What the recording says; ends with it.
    public var events: AsyncStream<[ReceiverEvent]> { queue.events }

    private let queue = EventQueue()
    private let thread: ReceiverThread

    /// A recording at its beginning.
    public convenience init(_ source: RecordingSource, clock: MonotonicClock) {
        self.init(source, clock: clock) { duration, stop in stop.rest(for: duration) }
    }

    /// `rest` waits for so long, or until the request to stop.
    init(_ source: RecordingSource, clock: MonotonicClock, rest: @escaping RecordingPlayer.Rest) {
        self.source = source.description
        let player = RecordingPlayer(source, clock: clock, queue: queue, rest: rest)
        thread = ReceiverThread(named: "locd-recording") {
            let instant = clock.now()
            return { stop in player.play(since: instant, until: stop) }
        }
    }

    /// Plays on a thread of its own, from where it stopped. Returns at once.
    public func start() {
        do { try thread.start() } catch { say(error) }
    }

    /// Stops playing; what was not yet due comes after the next start.
    public func stop() async {
        do {
            try await thread.stop { [queue] in queue.say([.link(ReceiverLink(.released))]) }
        } catch {
            say(error)
        }
    }

    private func say(_ error: DedicatedThread.CannotStart) {
        queue.say([.link(ReceiverLink(.absent(.deviceError), detail: error.description))])
    }
}
