internal import Synchronization

/// Counts the readings of the track that somebody waits for. What is read beforehand stands back while there are any.
final class AwaitedReadings: Sendable {
    private let count = Atomic(0)

    var isNone: Bool { count.load(ordering: .relaxed) == 0 }

    /// A reading begins; ``end()`` follows.
    func begin() { count.wrappingAdd(1, ordering: .relaxed) }

    func end() { count.wrappingSubtract(1, ordering: .relaxed) }
}
