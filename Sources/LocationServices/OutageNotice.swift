internal import LocationModel

/// Decides when a client is notified that there is no location: once an outage, as in Core Location, which keeps
/// trying.
///
/// If the receiver was released on purpose, that is not a failure, nor is the search at the beginning of a look. A look
/// that found nothing is one.
struct OutageNotice: Sendable {
    private enum State {
        case none
        /// Whether the receiver was released, and whether it was looked at since.
        case resting(hasLooked: Bool)
        case reported
    }

    private var state = State.none

    /// Takes the cause of the outage that began, or changed; `nil` if it ended. Returns whether to notify the client.
    mutating func receive(_ cause: OutageCause?) -> Bool {
        switch (state, cause) {
        case (_, nil): state = .none
        case (.reported, _): break
        case (.none, .released), (.resting(hasLooked: false), .released): state = .resting(hasLooked: false)
        case (.resting, .noFix), (.resting, .silent), (.resting, .rejected): state = .resting(hasLooked: true)
        default:
            state = .reported
            return true
        }
        return false
    }
}
