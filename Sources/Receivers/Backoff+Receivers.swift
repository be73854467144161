import SystemSupport

extension Backoff {
    /// Between two tries to open a receiver: 0.1 s, doubled each time up to 2 s, less up to a quarter by chance.
    static let ofReceivers = Backoff(first: .milliseconds(100), longest: .seconds(2), jitter: 0.25)
}
