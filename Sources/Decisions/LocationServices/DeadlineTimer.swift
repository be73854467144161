internal import Synchronization

/// One deadline on a monotonic clock: its owner sets it after every change, and is called when it has passed.
///
/// Most deadlines move away with every fix, so a later deadline seldom interrupts the sleep for an earlier one: the
/// call may come too early. The owner then checks what is due, which may be nothing, and sets the next deadline. The
/// timer sleeps anew only if the earlier instant is nearer than half of the way to the later one: so a deadline that
/// keeps moving away wakes nobody.
package final class DeadlineTimer: Sendable {
    private struct State {
        var instant: Duration?
        var sleep: Task<Void, Never>?
        /// The number of the present sleep: one that was replaced while it ended has no effect.
        var count = 0
        var hasEnded = false
    }

    private let clock: MonotonicClock
    private let executor: (any TaskExecutor)?
    private let state = Mutex(State())

    /// A timer on a clock, without a deadline. It sleeps and calls on `executor`, so that it wakes no other thread.
    package init(clock: MonotonicClock, executor: (any TaskExecutor)? = nil) {
        self.clock = clock
        self.executor = executor
    }

    deinit {
        end()
    }

    /// Calls `due` once, at an instant or before; `nil` cancels it. It replaces the previous deadline.
    package func set(_ instant: Duration?, _ due: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            guard let instant else { return Self.disarm(&state) }
            if let earlier = state.instant, earlier <= instant {
                let now = clock.now()
                guard (earlier - now) * 2 < instant - now else { return }
            }
            Self.disarm(&state)
            let count = state.count
            state.instant = instant
            state.sleep = Task(executorPreference: executor) { [clock, weak self] in
                do { try await clock.sleep(instant) } catch { return }
                if self?.passed(count) == true { await due() }
            }
        }
    }

    /// Stops for good: later settings have no effect.
    package func end() {
        state.withLock { state in
            state.hasEnded = true
            Self.disarm(&state)
        }
    }

    private static func disarm(_ state: inout State) {
        state.sleep?.cancel()
        (state.sleep, state.instant) = (nil, nil)
        state.count += 1
    }

    /// Whether the sleep that ended is the present one.
    private func passed(_ count: Int) -> Bool {
        state.withLock { state in
            guard state.count == count else { return false }
            (state.sleep, state.instant) = (nil, nil)
            state.count += 1
            return true
        }
    }
}
