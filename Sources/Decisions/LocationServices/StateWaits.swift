/// Callers that wait until an actor is in a certain state. The actor checks their conditions after each of its steps,
/// so nobody polls it.
package struct StateWaits<Owner: Actor> {
    /// The condition.
    typealias Condition = @Sendable (isolated Owner) -> Bool

    private var waiting: [Int: (condition: Condition, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var next = 0

    /// A number for a new caller.
    mutating func number() -> Int {
        next += 1
        return next
    }

    /// Resumes the continuation when the condition holds, or when the wait is cancelled.
    mutating func wait(
        _ number: Int, until condition: @escaping Condition, resuming continuation: CheckedContinuation<Void, Never>
    ) {
        waiting[number] = (condition, continuation)
    }

    /// Resumes the caller whose task was cancelled.
    mutating func giveUp(_ number: Int) {
        waiting.removeValue(forKey: number)?.continuation.resume()
    }

    /// Resumes the callers whose conditions hold now.
    mutating func ask(_ owner: isolated Owner) {
        guard !waiting.isEmpty else { return }
        for (number, wait) in waiting where wait.condition(owner) {
            waiting[number] = nil
            wait.continuation.resume()
        }
    }
}

/// An actor whose state others can wait for.
package protocol StateWaiting: Actor {
    var waits: StateWaits<Self> { get set }
}

extension StateWaiting {
    /// Returns when the condition holds, or when the task is cancelled. The actor checks it after each of its steps.
    package func wait(until condition: @escaping @Sendable (isolated Self) -> Bool) async {
        let number = waits.number()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // In the same step: between two calls the actor may run other jobs.
                if condition(self) {
                    continuation.resume()
                } else {
                    waits.wait(number, until: condition, resuming: continuation)
                }
            }
        } onCancel: {
            Task { await giveUp(number) }
        }
    }

    private func giveUp(_ number: Int) { waits.giveUp(number) }
}

extension LocationHub: StateWaiting {}
extension LocationManager: StateWaiting {}
