internal import SystemSupport

/// A failure, and the time of the next attempt: after half a second, then twice as long each time, up to half a minute.
struct Trouble {
    private(set) var error: TrackError
    let since: Duration
    private(set) var retryAt: Duration
    private var backoff = Backoff(first: .milliseconds(500), longest: .seconds(30))

    init(_ error: TrackError, at now: Duration) {
        self.error = error
        since = now
        retryAt = now + backoff.next()
    }

    /// Notes another failure.
    mutating func recur(_ error: TrackError, at now: Duration) {
        self.error = error
        retryAt = now + backoff.next()
    }

    /// Notes a failure, the first or another one.
    static func note(_ error: TrackError, in trouble: inout Trouble?, at now: Duration) {
        if trouble == nil { trouble = Trouble(error, at: now) } else { trouble?.recur(error, at: now) }
    }
}
