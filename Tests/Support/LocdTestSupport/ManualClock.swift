public import LocationServices

/// A clock that stands still until a test moves it.
public final class ManualClock: Sendable {
    private struct Sleeper {
        let until: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Duration = .zero
        var next = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Locked(State())
    /// How many sleep until each instant.
    private let sleeping = Watched<[Duration: Int]>([:])

    /// A clock at instant zero.
    public init() {}

    /// The clock to inject.
    public var clock: MonotonicClock {
        MonotonicClock(now: { self.state.withLock { $0.now } }, sleep: { try await self.sleep(until: $0) })
    }

    /// Moves time forward and wakes whoever slept until then.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.value.until <= state.now }.sorted { $0.value.until < $1.value.until }
            for (identifier, _) in due { state.sleepers[identifier] = nil }
            return due
        }
        sleeping.change { sleeping in
            for (_, sleeper) in due { sleeping[sleeper.until, default: 0] -= 1 }
        }
        for (_, sleeper) in due { sleeper.continuation.resume() }
    }

    /// The number of tasks that sleep until an instant.
    public func sleepers(until instant: Duration) -> Int { sleeping.value[instant] ?? 0 }

    /// Waits until a number of tasks sleep until an instant.
    public func sleepers(until instant: Duration, atLeast count: Int) async {
        await sleeping.wait { $0[instant] ?? 0 >= count }
    }

    /// The instants until which tasks sleep on this clock.
    public var instants: Set<Duration> { Set(sleeping.value.filter { $0.value > 0 }.keys) }

    /// Waits until at least `count` tasks sleep on this clock.
    public func sleepers(atLeast count: Int) async {
        await sleeping.wait { $0.values.reduce(0, +) >= count }
    }

    /// Waits until a task sleeps on this clock until an instant.
    public func sleeper(until instant: Duration) async {
        await sleeping.wait { $0[instant, default: 0] > 0 }
    }

    /// Waits until no task sleeps on this clock.
    public func noSleepers() async {
        await sleeping.wait { $0.values.reduce(0, +) == 0 }
    }

    private func sleep(until instant: Duration) async throws {
        let identifier = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enum Outcome { case done, cancelled, asleep }
                let outcome: Outcome = state.withLock { state in
                    if state.cancelled.remove(identifier) != nil { return .cancelled }
                    if instant <= state.now { return .done }
                    state.sleepers[identifier] = Sleeper(until: instant, continuation: continuation)
                    return .asleep
                }
                switch outcome {
                case .done: continuation.resume()
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .asleep: sleeping.change { $0[instant, default: 0] += 1 }
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                if let sleeper = state.sleepers.removeValue(forKey: identifier) { return sleeper }
                state.cancelled.insert(identifier)
                return nil
            }
            guard let sleeper else { return }
            sleeping.change { $0[sleeper.until, default: 0] -= 1 }
            sleeper.continuation.resume(throwing: CancellationError())
        }
    }
}
