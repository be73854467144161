import Synchronization

/// Whether a connection has asked what its client may have. All its calls share it, whatever label they are made under.
final class ConnectionInquiry: Sendable {
    private let isOpen = Mutex(false)

    /// Records a request; true if it is the first.
    func begin() -> Bool {
        isOpen.withLock { isOpen in
            defer { isOpen = true }
            return !isOpen
        }
    }

    /// Records the end; true if there was a request.
    func end() -> Bool {
        isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
    }
}
