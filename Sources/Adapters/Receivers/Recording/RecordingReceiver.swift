package import LocationModel
public import LocationServices

/// A recording, played as a receiver at the pace of its own times. When it ends, so does the stream of its events,
/// after `.absent(.endOfRecording)`. Let go of in between, it goes on where it stopped.
public final class RecordingReceiver: Receiver {
    /// `file:PATH?date=YYYY-MM-DD`, as the configuration spells it.
    public let source: String
    /// What the recording says; ends with it.
    public var events: ReceiverEvents { lifecycle.queue.events }

    private let lifecycle: ReceiverLifecycle

    /// A recording at its beginning.
    package convenience init(_ source: RecordingSource, clock: MonotonicClock) {
        self.init(source, clock: clock) { duration, stop in stop.rest(for: duration) }
    }

    /// `rest` waits for so long, or until the request to stop.
    init(_ source: RecordingSource, clock: MonotonicClock, rest: @escaping RecordingPlayer.Rest) {
        self.source = source.description
        let player = RecordingPlayer(source, clock: clock, rest: rest)
        lifecycle = ReceiverLifecycle(threadName: "locd-recording") { run in player.start(in: run) }
    }

    /// Plays on a thread of its own, from where it stopped. Returns at once.
    public func start() { lifecycle.start() }

    /// Stops playing; what was not yet due comes after the next start.
    public func stop() async { await lifecycle.stop() }
}
