import Dispatch
public import LocationServices

/// Runs the hubs of the tests, and lets a test wait for a state of one of them: after each step of any of
/// them it checks what is waited for, so that nobody polls.
public final class ObservedExecutor: SerialExecutor {
    private struct Wait {
        let isOver: @Sendable () -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var waits: [Int: Wait] = [:]
        var next = 0
        var cancelled: Set<Int> = []
    }

    /// The one of all tests.
    public static let shared = ObservedExecutor()

    private let queue = DispatchQueue(label: "ObservedExecutor")
    // Only the queue uses it.
    private nonisolated(unsafe) var state = State()

    private init() {}

    /// Runs the job on the queue, and checks then what is waited for.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            job.runSynchronously(on: asUnownedSerialExecutor())
            check()
        }
    }

    /// Traps unless it is called on the queue.
    public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

    private func check() {
        for (number, wait) in state.waits where wait.isOver() {
            state.waits[number] = nil
            wait.continuation.resume()
        }
    }

    /// Returns when the condition holds, or when the task is cancelled, so that a test that waits in vain fails at its
    /// time limit instead of hanging.
    fileprivate func wait(until isOver: @escaping @Sendable () -> Bool) async {
        let number = queue.sync {
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { [self] in
                    if state.cancelled.remove(number) != nil { return continuation.resume() }
                    state.waits[number] = Wait(isOver: isOver, continuation: continuation)
                    check()
                }
            }
        } onCancel: {
            queue.async { [self] in
                guard let wait = state.waits.removeValue(forKey: number) else {
                    state.cancelled.insert(number)
                    return
                }
                wait.continuation.resume()
            }
        }
    }
}

extension LocationHub {
    /// Returns when the condition holds; the hub must have ``ObservedExecutor/shared``.
    public nonisolated func wait(until condition: @escaping @Sendable (isolated LocationHub) -> Bool) async {
        await ObservedExecutor.shared.wait { self.assumeIsolated { condition($0) } }
    }
}

extension LocationManager {
    /// Returns when the condition holds; the hub must have ``ObservedExecutor/shared``.
    public func wait(until condition: @escaping @Sendable (Status) -> Bool) async {
        await hub.wait { condition($0.status(of: self)) }
    }
}
