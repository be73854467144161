/// A value that tests can wait for, without sleeping and without a clock.
public final class Watched<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var watchers: [(condition: @Sendable (Value) -> Bool, continuation: CheckedContinuation<Value, Never>)] = []
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
            let ready = state.watchers.filter { $0.condition(value) }.map(\.continuation)
            state.watchers.removeAll { $0.condition(value) }
            return (value, ready)
        }
        for continuation in ready { continuation.resume(returning: value) }
    }

    /// The value, as soon as it fulfils a condition.
    @discardableResult
    public func wait(until condition: @escaping @Sendable (Value) -> Bool) async -> Value {
        await withCheckedContinuation { continuation in
            let present: Value? = state.withLock { state in
                if condition(state.value) { return state.value }
                state.watchers.append((condition, continuation))
                return nil
            }
            if let present { continuation.resume(returning: present) }
        }
    }
}
