import Synchronization

/// Whether a connection has requested an authorization for its client. All its calls share this, whatever their label.
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
