internal import Synchronization

/// Wakes the one task that waits for what others leave for it. Several rings before it comes are one.
///
/// The task waits on its own actor's executor and goes on there. An `AsyncStream` makes it change executors several
/// times for each element, which cost more than what a manager does with a fix.
package final class Doorbell: Sendable {
    private enum State {
        case quiet
        case rung
        /// Unchecked, because the state ensures that it is resumed once.
        case awaited(UnsafeContinuation<Bool, Never>)
        case removed
    }

    private let state = Mutex(State.quiet)

    /// A bell that nobody has rung.
    package init() {}

    /// Rings; returns at once.
    package func ring() {
        let waiting = state.withLock { state -> UnsafeContinuation<Bool, Never>? in
            switch state {
            case .quiet, .rung:
                state = .rung
                return nil
            case .awaited(let waiting):
                state = .quiet
                return waiting
            case .removed: return nil
            }
        }
        waiting?.resume(returning: true)
    }

    /// Nobody will ring again: ``wait()`` returns false from now on.
    package func remove() {
        let waiting = state.withLock { state in
            defer { state = .removed }
            return if case .awaited(let waiting) = state { waiting } else { nil as UnsafeContinuation<Bool, Never>? }
        }
        waiting?.resume(returning: false)
    }

    /// Returns true when somebody has rung since the last call, and false after ``remove()``. For one task at a time;
    /// if it is cancelled, the bell is removed.
    package nonisolated(nonsending) func wait() async -> Bool {
        await withTaskCancellationHandler {
            await listen()
        } onCancel: {
            remove()
        }
    }

    /// Waits like ``wait()``, for a task that itself removes the bell when it is cancelled. In a loop this is cheaper:
    /// it installs one cancellation handler, not one for each ring.
    package nonisolated(nonsending) func listen() async -> Bool {
        await withUnsafeContinuation { continuation in
            let answer = state.withLock { state in
                let answer = Self.answer(&state)
                if answer == nil { state = .awaited(continuation) }
                return answer
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// What a call returns that need not wait; otherwise `nil`.
    private static func answer(_ state: inout State) -> Bool? {
        switch state {
        case .quiet: return nil
        case .rung:
            state = .quiet
            return true
        case .removed: return false
        case .awaited: preconditionFailure("two tasks wait for one bell")
        }
    }
}
