import LocationModel
import LocationServices

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
