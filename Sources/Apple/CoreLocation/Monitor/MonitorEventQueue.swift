import Synchronization

/// The events of a monitor that wait for a loop. An `AsyncStream` ends with the first loop that is cancelled; this
/// continues with the next.
final class MonitorEventQueue: Sendable {
    private typealias Waiter = CheckedContinuation<CLMonitor.Event?, Never>

    private struct State {
        var events: [CLMonitor.Event] = []
        /// Waiting loops, the first one first.
        var waiters: [(number: Int, waiter: Waiter)] = []
        var lastNumber = 0
        var isOver = false
    }

    /// The maximum number of waiting events; beyond it the oldest are dropped.
    private static let capacity = 1000

    private let state = Mutex(State())

    /// Passes an event to the loop that waits the longest, or stores it for the next.
    func append(_ event: CLMonitor.Event) {
        let waiter = state.withLock { state -> Waiter? in
            guard !state.isOver else { return nil }
            guard state.waiters.isEmpty else { return state.waiters.removeFirst().waiter }
            if state.events.count >= Self.capacity { state.events.removeFirst() }
            state.events.append(event)
            return nil
        }
        waiter?.resume(returning: event)
    }

    /// The next event; `nil` if the task is cancelled, or no more events will come.
    func next() async -> CLMonitor.Event? {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let (event, mustWait) = state.withLock { state -> (CLMonitor.Event?, Bool) in
                    // A task that is cancelled later than here is found among the waiting ones.
                    if Task.isCancelled { return (nil, false) }
                    if !state.events.isEmpty { return (state.events.removeFirst(), false) }
                    if !state.isOver { state.waiters.append((number, waiter)) }
                    return (nil, !state.isOver)
                }
                if !mustWait { waiter.resume(returning: event) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// No more events will come; waiting ones are still delivered.
    func finish() {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.isOver = true
            return state.waiters
        }
        for (_, waiter) in waiters { waiter.resume(returning: nil) }
    }

    private func cancel(_ number: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0).waiter }
        }
        waiter?.resume(returning: nil)
    }
}
