import Synchronization

/// The end of a connection, for tasks that wait on behalf of its caller.
package final class ConnectionEnd: Sendable {
    private struct State {
        var isOver = false
        var hasSpoken = false
        var action: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether the connection is closed.
    package var isOver: Bool { state.withLock(\.isOver) }

    /// Whether the other end has asked for something.
    var hasSpoken: Bool { state.withLock(\.hasSpoken) }

    /// Notes that the other end has asked for something.
    func speak() { state.withLock { $0.hasSpoken = true } }

    /// Calls the closure when the connection is closed, immediately if it already is; `nil` removes the closure. The
    /// calls of a connection are answered one at a time, so there is at most one closure at a time.
    func notify(_ action: (@Sendable () -> Void)?) {
        let isOver = state.withLock { state in
            state.action = action
            return state.isOver
        }
        if isOver { action?() }
    }

    /// Notes that the connection is closed.
    package func markClosed() {
        let action = state.withLock { state in
            state.isOver = true
            return state.action
        }
        action?()
    }
}
