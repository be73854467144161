/// Ways to wait; each is cancelled with its task. For a deadline that moves, use a ``DeadlineTimer``.
extension MonotonicClock {
    /// Waits for a duration: `while await clock.rest(for: interval)` repeats something, the first time after the
    /// interval, and `repeat … while await …` immediately.
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

    /// The result of `work` if it returns in time; otherwise `work` is cancelled and the result is `nil`. Work that
    /// ignores cancellation is still awaited.
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
