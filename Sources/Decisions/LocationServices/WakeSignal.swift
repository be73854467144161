import Synchronization

/// Lets one task wait for another. A signal that comes before the wait is not lost.
package final class WakeSignal: Sendable {
    private struct State {
        var isSignalled = false
        var waiter: CheckedContinuation<Bool, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    /// Ends the present wait, or the next one.
    package func signal() {
        let waiter = state.withLock { state in
            state.isSignalled = state.waiter == nil
            return state.waiter.take()
        }
        waiter?.resume(returning: true)
    }

    /// Returns true at a signal, false when the task is cancelled. It runs where its caller does, and for one caller at
    /// a time.
    package func wait(isolation actor: isolated (any Actor)? = #isolation) async -> Bool {
        await withTaskCancellationHandler(
            operation: {
                await withCheckedContinuation(isolation: actor) { continuation in
                    let isReady = state.withLock { state in
                        defer { state.isSignalled = false }
                        guard !state.isSignalled, !Task.isCancelled else { return true }
                        state.waiter = continuation
                        return false
                    }
                    if isReady { continuation.resume(returning: !Task.isCancelled) }
                }
            },
            onCancel: { state.withLock { $0.waiter.take() }?.resume(returning: false) }, isolation: actor)
    }
}
