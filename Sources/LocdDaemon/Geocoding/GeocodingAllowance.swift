import Glibc

/// How often each user may ask the geocoder: ``burst`` times at once, and then once every ``interval``.
struct GeocodingAllowance {
    static let burst = 60
    static let interval = Duration.seconds(1)
    /// Users that are remembered at most; there are not more who ask at a time.
    static let maximumUsers = 1024

    /// When a user has all of its questions again.
    private var full: [uid_t: Duration] = [:]

    /// Whether a user may ask now; if so, that is counted.
    mutating func take(_ user: uid_t, at now: Duration) -> Bool {
        let reserve = max(full[user] ?? now, now)
        guard reserve + Self.interval <= now + Self.interval * Self.burst else { return false }
        if full[user] == nil, full.count >= Self.maximumUsers { full = full.filter { $0.value > now } }
        full[user] = reserve + Self.interval
        return true
    }
}
