internal import LocationModel

/// Decides when a client is told that there is no location: once an outage, as Core Location does, which keeps trying.
///
/// A receiver that was let go of on purpose is no failure, nor is the search at the beginning of a look at it; a look that
/// found nothing is one.
struct OutageNotice: Sendable {
    private enum State {
        case none
        /// The receiver was let go of, and looked at since, or not.
        case resting(hasLooked: Bool)
        case reported
    }

    private var state = State.none

    /// Takes the cause of the outage that began, or changed; `nil` where it ended. True where the client is to be told.
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
