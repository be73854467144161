import Synchronization

/// Blocks a caller that needs an answer immediately until the first one arrives, for a limited time.
///
/// Core Location's state is read with plain properties, right after a manager was created. The daemon answers within a
/// millisecond, and a missing daemon is noticed even faster; a caller that waited longer than this continues without an
/// answer.
final class FirstAnswer: Sendable {
    /// Seconds; after this the daemon hangs.
    static let patience = 0.5

    private let group = DispatchGroup()
    private let isOpen = Mutex(true)

    init() {
        group.enter()
    }

    /// Notes that the answer has arrived.
    func arrive() {
        let isFirst = isOpen.withLock { open in
            defer { open = false }
            return open
        }
        if isFirst { group.leave() }
    }

    /// Returns when the answer has arrived, or after ``patience``.
    func wait() {
        _ = group.wait(timeout: .now() + Self.patience)
    }
}
