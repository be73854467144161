import Synchronization

/// Blocks a caller that needs an answer at once until the first one arrives, for a limited time.
///
/// Core Location's state is read with plain properties, right after a manager was made. The daemon answers within a millisecond, and a
/// daemon that is absent within less; who waits longer than this goes on without.
final class FirstAnswer: Sendable {
    /// Seconds; the daemon hangs.
    static let patience = 0.5

    private let group = DispatchGroup()
    private let isOpen = Mutex(true)

    init() {
        group.enter()
    }

    /// The answer is there.
    func arrive() {
        let isFirst = isOpen.withLock { open in
            defer { open = false }
            return open
        }
        if isFirst { group.leave() }
    }

    /// Returns when it is there, or after ``patience``.
    func wait() {
        _ = group.wait(timeout: .now() + Self.patience)
    }
}
