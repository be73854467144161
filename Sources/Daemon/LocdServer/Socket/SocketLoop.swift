package import NIOCore
import Synchronization

/// The event loop of a server, while it runs.
package final class SocketLoop: Sendable {
    private struct State {
        var loop: (any EventLoop)?
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var waits = 0
    }

    private let state = Mutex(State())

    /// Creates it without a running loop.
    package init() {}

    /// The loop; `nil` if none runs.
    package var current: (any EventLoop)? { state.withLock(\.loop) }

    /// Replaces the loop, or removes it.
    package func set(_ loop: (any EventLoop)?) {
        let waiting = state.withLock { state in
            state.loop = loop
            guard loop != nil else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waiting.removeAll() }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// The loop, as soon as one runs; `nil` if the task is cancelled before.
    package func running() async -> (any EventLoop)? {
        while !Task.isCancelled {
            if let loop = current { return loop }
            await wait()
        }
        return nil
    }

    /// Returns when a loop runs, or when the task is cancelled.
    private func wait() async {
        let number = state.withLock { state in
            state.waits += 1
            return state.waits
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard state.loop == nil, !Task.isCancelled else { return false }
                    state.waiting[number] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}
