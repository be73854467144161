/// The ways to wait, all of them cancelled with their task. A deadline that moves is a ``DeadlineTimer``'s.
extension MonotonicClock {
    /// Waits for a duration: `while await clock.rest(for: interval)` repeats something, the first time after the interval,
    /// and `repeat … while await …` at once.
    ///
    /// - Returns: Whether to go on: false once the task was cancelled.
    public func rest(for duration: Duration) async -> Bool {
        await rest(until: now() + duration)
    }

    /// Waits until an instant. Returns false once the task was cancelled.
    public func rest(until instant: Duration) async -> Bool {
        do { try await sleep(instant) } catch { return false }
        return !Task.isCancelled
    }

    /// What `work` returns, if it returns in time; else it is cancelled, and the result is `nil`. Work that does not end
    /// when it is cancelled is waited for all the same.
    public func result<Value: Sendable>(
        within limit: Duration, of work: @escaping @Sendable () async -> Value?
    ) async -> Value? {
        let deadline = now() + limit
        return await withTaskGroup(of: Value?.self) { group in
            group.addTask(operation: work)
            group.addTask {
                _ = await rest(until: deadline)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
