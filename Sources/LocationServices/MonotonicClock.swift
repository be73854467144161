/// Time that only goes forward, given to whoever needs it, so that a test can be the clock.
///
/// Instants are durations since an arbitrary start. It counts while the machine is suspended: a fix is as old as it is.
public struct MonotonicClock: Sendable {
    /// The present instant.
    public var now: @Sendable () -> Duration
    /// Sleeps until an instant; throws `CancellationError` when cancelled.
    public var sleep: @Sendable (_ until: Duration) async throws -> Void

    /// A clock made of its two functions.
    public init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's monotonic clock, suspended time included.
    public static func system() -> MonotonicClock {
        let clock = ContinuousClock()
        let start = clock.now
        return MonotonicClock(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
        )
    }
}

extension Duration {
    /// Seconds as a floating-point number.
    public var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
