internal import Synchronization

/// How many connections are open, up to a limit.
final class OpenConnections: Sendable {
    private let limit: Int
    private let count = Atomic(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether there is room for one more; then ``close()`` follows.
    func open() -> Bool {
        if count.add(1, ordering: .relaxed).newValue <= limit { return true }
        close()
        return false
    }

    func close() {
        count.subtract(1, ordering: .relaxed)
    }
}
