/// Time that only goes forward, passed as a value so that a test can control it.
///
/// Instants are durations since an arbitrary start. Suspended time counts: a fix ages while the machine is suspended.
public struct MonotonicClock: Sendable {
    /// The current instant.
    public var now: @Sendable () -> Duration
    /// Sleeps until an instant; throws `CancellationError` when cancelled.
    public var sleep: @Sendable (_ until: Duration) async throws -> Void

    /// A clock with these two functions.
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

    /// Whole nanoseconds, of at most 285 years.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let limit: Int64 = 9_000_000_000
        return min(max(seconds, -limit), limit) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
