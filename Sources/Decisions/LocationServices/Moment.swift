/// When something is handled.
///
/// Live it is an instant of the monotonic clock. A replay has no clock: nothing in it has an age, lasts or falls due.
enum Moment: Sendable, Hashable {
    /// Now, on the monotonic clock.
    case live(Duration)
    /// In a replay.
    case replay

    /// The monotonic instant; `nil` in a replay.
    var instant: Duration? {
        switch self {
        case .live(let now): now
        case .replay: nil
        }
    }
}
