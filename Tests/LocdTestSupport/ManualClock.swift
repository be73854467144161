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
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var idleWatchers: [CheckedContinuation<Void, Never>] = []

        /// Whoever waits for nobody to sleep, where nobody does.
        mutating func takeIdleWatchers() -> [CheckedContinuation<Void, Never>] {
            guard sleepers.isEmpty else { return [] }
            defer { idleWatchers = [] }
            return idleWatchers
        }
    }

    private let state = Locked(State())

    /// A clock at instant zero.
    public init() {}

    /// The clock to inject.
    public var clock: MonotonicClock {
        MonotonicClock(now: { self.state.withLock { $0.now } }, sleep: { try await self.sleep(until: $0) })
    }

    /// Moves time forward and wakes whoever slept until then.
    public func advance(by duration: Duration) {
        let (due, idle) = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.value.until <= state.now }.sorted { $0.value.until < $1.value.until }
            for (identifier, _) in due { state.sleepers[identifier] = nil }
            return (due, state.takeIdleWatchers())
        }
        for (_, sleeper) in due { sleeper.continuation.resume() }
        for watcher in idle { watcher.resume() }
    }

    /// Waits until at least `count` tasks sleep on this clock.
    public func sleepers(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if ready { continuation.resume() }
        }
    }

    /// Waits until no task sleeps on this clock.
    public func noSleepers() async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                state.idleWatchers.append(continuation)
                return state.takeIdleWatchers()
            }
            for watcher in ready { watcher.resume() }
        }
    }

    private func sleep(until instant: Duration) async throws {
        let identifier = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enum Outcome { case done, cancelled, asleep([CheckedContinuation<Void, Never>]) }
                let outcome: Outcome = state.withLock { state in
                    if state.cancelled.remove(identifier) != nil { return .cancelled }
                    if instant <= state.now { return .done }
                    state.sleepers[identifier] = Sleeper(until: instant, continuation: continuation)
                    let count = state.sleepers.count
                    let ready = state.watchers.filter { $0.count <= count }.map(\.continuation)
                    state.watchers.removeAll { $0.count <= count }
                    return .asleep(ready)
                }
                switch outcome {
                case .done: continuation.resume()
                case .cancelled: continuation.resume(throwing: CancellationError())
                case .asleep(let watchers): for watcher in watchers { watcher.resume() }
                }
            }
        } onCancel: {
            let (sleeper, idle) = state.withLock { state -> (Sleeper?, [CheckedContinuation<Void, Never>]) in
                guard let sleeper = state.sleepers.removeValue(forKey: identifier) else {
                    state.cancelled.insert(identifier)
                    return (nil, [])
                }
                return (sleeper, state.takeIdleWatchers())
            }
            sleeper?.continuation.resume(throwing: CancellationError())
            for watcher in idle { watcher.resume() }
        }
    }
}
