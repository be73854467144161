import Synchronization

/// A value that tests can wait for, without sleeping and without a clock.
public final class Watched<Value: Sendable>: Sendable {
    private struct Watcher {
        let condition: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Value, Never>
    }

    private struct State {
        var value: Value
        var next = 0
        var watchers: [Int: Watcher] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Locked<State>

    /// Takes the first value.
    public init(_ value: Value) {
        state = Locked(State(value: value))
    }

    /// The present value.
    public var value: Value { state.withLock { $0.value } }

    /// Changes the value and wakes whoever waited for it to be so.
    public func change(_ body: @Sendable (inout Value) -> Void) {
        let (value, ready) = state.withLock { state in
            body(&state.value)
            let value = state.value
            let ready = state.watchers.filter { $0.value.condition(value) }
            for identifier in ready.keys { state.watchers[identifier] = nil }
            return (value, ready.values.map(\.continuation))
        }
        for continuation in ready { continuation.resume(returning: value) }
    }

    /// The value, as soon as it fulfils a condition; or as it is when the task is cancelled, so that a test that waits
    /// in vain fails at its time limit instead of hanging.
    @discardableResult
    public func wait(until condition: @escaping @Sendable (Value) -> Bool) async -> Value {
        let identifier = state.withLock { state in
            state.next += 1
            return state.next
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let present: Value? = state.withLock { state in
                    if condition(state.value) || state.cancelled.remove(identifier) != nil { return state.value }
                    state.watchers[identifier] = Watcher(condition: condition, continuation: continuation)
                    return nil
                }
                if let present { continuation.resume(returning: present) }
            }
        } onCancel: {
            let (value, watcher) = state.withLock { state in
                let watcher = state.watchers.removeValue(forKey: identifier)
                if watcher == nil { state.cancelled.insert(identifier) }
                return (state.value, watcher)
            }
            watcher?.continuation.resume(returning: value)
        }
    }
}

/// Asks again and again until the answer is yes or the task is cancelled. Only for questions that wait for their
/// answer, such as a call over a socket; of a hub or a manager ask `wait(until:)`, of a value of the test's own
/// ``Watched/wait(until:)``.
public func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () async -> Bool) async {
    // A question that waits for nothing would keep everybody else from the thread, whoever changes the answer among
    // them.
    while !Task.isCancelled, await !condition() { await Task.yield() }
}

/// A value behind a mutex, shareable.
public final class Locked<Value>: Sendable {
    private let mutex: Mutex<Value>

    /// Takes the first value.
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Reads or changes the value, alone.
    public func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows -> sending Result {
        try mutex.withLock(body)
    }
}
