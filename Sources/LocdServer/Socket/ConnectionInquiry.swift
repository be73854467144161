import Synchronization

/// Whether a connection has asked what its client may have. All its calls share it, whatever label they are made under.
final class ConnectionInquiry: Sendable {
    private let isOpen = Mutex(false)

    /// It asks; true where it had not.
    func begin() -> Bool {
        isOpen.withLock { isOpen in
            defer { isOpen = true }
            return !isOpen
        }
    }

    /// It is closed; true where it had asked.
    func end() -> Bool {
        isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
    }
}
