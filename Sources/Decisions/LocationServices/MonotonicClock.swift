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

/// Ways to wait; each is cancelled with its task. For a deadline that moves, use a ``DeadlineTimer``.
extension MonotonicClock {
    /// Waits for a duration: `while await clock.rest(for: interval)` repeats something, the first time after the
    /// interval, and `repeat … while await …` immediately.
    ///
    /// - Returns: Whether to go on: false once the task was cancelled.
    public func rest(for duration: Duration) async -> Bool {
        await rest(until: now() + duration)
    }

    /// Waits until an instant. Returns false once the task was cancelled.
    public func rest(until instant: Duration) async -> Bool {
        do { try await sleep(instant) } catch { return false }
        return !Task.isCancelled
    }

    /// The result of `work` if it returns in time; otherwise `work` is cancelled and the result is `nil`. Work that
    /// ignores cancellation is still awaited.
    public func result<Value: Sendable>(
        within limit: Duration, of work: @escaping @Sendable () async -> Value?
    ) async -> Value? {
        let deadline = now() + limit
        return await withTaskGroup(of: Value?.self) { group in
            group.addTask(operation: work)
            group.addTask {
                _ = await rest(until: deadline)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}

/// The earlier of two instants; the only one, if one is missing.
func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}

/// The later of two instants; the only one, if one is missing.
func later(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
}

/// When something is handled.
///
/// Live it is an instant of the monotonic clock. A replay has no clock: nothing in it has an age, lasts or falls due.
enum Moment: Sendable, Hashable {
    /// Now, on the monotonic clock.
    case live(Duration)
    /// In a replay.
    case replay

    /// The monotonic instant; `nil` in a replay.
    var instant: Duration? {
        switch self {
        case .live(let now): now
        case .replay: nil
        }
    }
}
