/// A task that sleeps. The lock of its ``PollLoop`` guards it.
final class Sleeper: @unchecked Sendable {
    let instant: Duration
    /// Resumes the task; `nil` before it sleeps and after it woke.
    var continuation: CheckedContinuation<Void, any Error>?
    /// Whether it was cancelled; then it does not sleep.
    var isCancelled = false

    init(until instant: Duration) {
        self.instant = instant
    }
}

/// Tasks that sleep, in the order in which they wake.
struct Sleepers {
    /// The first to wake is the last element.
    private var sorted: [Sleeper] = []

    /// When the first one wakes; `nil` if there is none.
    var next: Duration? { sorted.last?.instant }

    /// Adds one, behind those of the same instant.
    mutating func insert(_ sleeper: Sleeper) {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].instant > sleeper.instant { low = middle + 1 } else { high = middle }
        }
        sorted.insert(sleeper, at: low)
    }

    /// Removes one. Returns false if it was not there.
    mutating func remove(_ sleeper: Sleeper) -> Bool {
        guard let index = sorted.lastIndex(where: { $0 === sleeper }) else { return false }
        sorted.remove(at: index)
        return true
    }

    /// Removes those whose instant has come, the earliest first.
    mutating func removeDue(at now: Duration) -> [Sleeper] {
        var due: [Sleeper] = []
        while let last = sorted.last, last.instant <= now { due.append(sorted.removeLast()) }
        return due
    }
}
