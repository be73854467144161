/// Something that failed, and when to try again: after half a second, then twice as long each time, up to half a minute.
struct Trouble {
    private static let first = Duration.milliseconds(500)
    private static let longest = Duration.seconds(30)

    private(set) var error: TrackError
    let since: Duration
    private(set) var retryAt: Duration
    private var pause = Self.first

    init(_ error: TrackError, at now: Duration) {
        self.error = error
        since = now
        retryAt = now + pause
    }

    /// It failed again.
    mutating func recur(_ error: TrackError, at now: Duration) {
        self.error = error
        pause = min(pause * 2, Self.longest)
        retryAt = now + pause
    }

    /// Notes a failure, the first or another one.
    static func note(_ error: TrackError, in trouble: inout Trouble?, at now: Duration) {
        if trouble == nil { trouble = Trouble(error, at: now) } else { trouble?.recur(error, at: now) }
    }
}
