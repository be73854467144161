import Synchronization

/// The names of the monitors that are open, and who waits for one.
struct OpenMonitors: Sendable {
    private var names: Set<String> = []
    private var waiting: [String: [(id: UInt64, continuation: CheckedContinuation<Bool, Never>)]] = [:]
    private var nextID: UInt64 = 0

    /// Takes a name, if it is free.
    mutating func take(_ name: String) -> Bool { names.insert(name).inserted }

    /// Adds a waiter to the end of the queue for a name.
    mutating func wait(for name: String, _ continuation: CheckedContinuation<Bool, Never>) -> UInt64 {
        nextID += 1
        waiting[name, default: []].append((nextID, continuation))
        return nextID
    }

    /// Hands a name to the next waiter, or releases it.
    mutating func release(_ name: String) -> CheckedContinuation<Bool, Never>? {
        guard var queue = waiting[name], !queue.isEmpty else {
            names.remove(name)
            return nil
        }
        let next = queue.removeFirst()
        waiting[name] = queue.isEmpty ? nil : queue
        return next.continuation
    }

    /// Removes a waiter whose time is over; `nil` if it got the name meanwhile.
    mutating func giveUp(_ id: UInt64, _ name: String) -> CheckedContinuation<Bool, Never>? {
        guard let index = waiting[name]?.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting[name]?.remove(at: index).continuation
    }
}

extension ClientHub {
    /// How long to wait for the holder of a name: its task may have been cancelled and not be done yet.
    static let patience = Duration.seconds(5)

    /// Takes the name of a monitor. If a monitor with that name is open, this waits for it; `false` if it stays open.
    func openMonitor(_ name: String) async -> Bool {
        if state.withLock({ $0.monitors.take(name) }) { return true }
        let limit = Mutex<Task<Void, Never>?>(nil)
        defer { limit.withLock { $0 }?.cancel() }
        return await withCheckedContinuation { continuation in
            let id = state.withLock { state -> UInt64? in
                if state.monitors.take(name) { return nil }
                return state.monitors.wait(for: name, continuation)
            }
            guard let id else { return continuation.resume(returning: true) }
            limit.withLock { limit in
                limit = Task { [daemon, weak self] in
                    guard (try? await daemon.sleep(for: Self.patience)) != nil else { return }
                    self?.state.withLock { $0.monitors.giveUp(id, name) }?.resume(returning: false)
                }
            }
        }
    }

    /// Gives the name back.
    func closeMonitor(_ name: String) {
        state.withLock { $0.monitors.release(name) }?.resume(returning: true)
    }
}
