package import LocationModel
public import LocationServices
package import SystemSupport

/// A recording, played as a receiver at the pace of its own times. When it ends, so does the stream of its events,
/// after `.absent(.endOfRecording)`. Let go of in between, it goes on where it stopped.
public final class RecordingReceiver: Receiver {
    /// `file:PATH?date=YYYY-MM-DD`, as the configuration spells it.
    public let source: String
    /// What the recording says; ends with it.
    public var events: ReceiverEvents { lifecycle.events }

    private let lifecycle: ReceiverLifecycle

    /// A recording at its beginning, to be played on a thread that also does other work.
    package convenience init(_ source: RecordingSource, clock: MonotonicClock, on thread: ExecutorThread) {
        self.init(source, clock: clock, on: thread) { PollWait(until: SystemClock.sinceBoot + $0) }
    }

    /// `rest` returns what to wait for so that so much of the clock's time passes.
    init(
        _ source: RecordingSource, clock: MonotonicClock, on thread: ExecutorThread,
        rest: @escaping RecordingPlayer.Rest
    ) {
        self.source = source.description
        let player = RecordingPlayer(source, clock: clock, rest: rest)
        lifecycle = ReceiverLifecycle(on: thread) { run in player.start(in: run) }
    }

    /// Plays from where it stopped. Returns at once.
    public func start() { lifecycle.start() }

    /// Stops playing; what was not yet due comes after the next start.
    public func stop() async { await lifecycle.stop() }
}
