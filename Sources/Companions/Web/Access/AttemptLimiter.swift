package import LocationServices
internal import Synchronization

/// Limits wrong tokens: five at once from an address, then one in ten seconds; ten times as many from all addresses
/// together.
package final class AttemptLimiter: Sendable {
    private struct Bucket {
        var attempts: Double
        var at: Duration

        mutating func refill(at now: Duration, to most: Double, every seconds: Double) {
            attempts = min(most, attempts + (now - at).seconds / seconds)
            at = now
        }
    }

    private struct State {
        var everybody: Bucket
        var each: [String: Bucket] = [:]
    }

    private static let most = 5.0
    private static let interval = 10.0
    private static let share = 10.0
    private static let maximumKnown = 1024

    private let clock: MonotonicClock
    private let state: Mutex<State>

    package init(clock: MonotonicClock) {
        self.clock = clock
        state = Mutex(State(everybody: Bucket(attempts: Self.most * Self.share, at: clock.now())))
    }

    package func mayTry(_ address: String) -> Bool {
        let now = clock.now()
        return state.withLock { state in
            state.everybody.refill(at: now, to: Self.most * Self.share, every: Self.interval / Self.share)
            guard state.everybody.attempts >= 1 else { return false }
            guard var bucket = state.each[address] else { return true }
            bucket.refill(at: now, to: Self.most, every: Self.interval)
            state.each[address] = bucket
            return bucket.attempts >= 1
        }
    }

    /// Counts a wrong token.
    package func failed(_ address: String) {
        let now = clock.now()
        state.withLock { state in
            state.everybody.attempts -= 1
            if state.each.count >= Self.maximumKnown { state.each.removeAll() }
            var bucket = state.each[address] ?? Bucket(attempts: Self.most, at: now)
            bucket.attempts -= 1
            state.each[address] = bucket
        }
    }
}
