import SystemSupport

extension Backoff {
    /// Between two tries to open a receiver: 0.1 s, doubled each time up to 6 s, less up to a quarter by
    /// chance: a gpsd that was restarted is found at once, and one that is away for long costs twelve tries a minute.
    static let ofReceivers = Backoff(first: .milliseconds(100), longest: .seconds(6), jitter: 0.25)
}
