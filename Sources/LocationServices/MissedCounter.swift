import Synchronization

/// Counts from anywhere what was dropped.
final class MissedCounter: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    func increment() {
        value.add(1, ordering: .relaxed)
    }
}
