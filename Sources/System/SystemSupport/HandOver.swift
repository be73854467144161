internal import Glibc

/// Passes values from a thread that produces them to one that uses them, in order, a bounded number at a time: the
/// faster one waits for the other. Both may block, so neither may belong to the cooperative pool while it does other
/// work.
package final class HandOver<Value: Sendable>: @unchecked Sendable {
    // In memory of their own: pthread requires that they do not move.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let capacity: Int
    private var waiting: [Value] = []
    private var isEnded = false

    /// Creates an empty queue; `capacity` values may wait, 1 or more.
    package init(capacity: Int) {
        self.capacity = max(capacity, 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(change, nil)
    }

    deinit {
        pthread_cond_destroy(change)
        pthread_mutex_destroy(mutex)
        change.deallocate()
        mutex.deallocate()
    }

    /// Adds a value, and waits for room; false if no more are wanted.
    package func give(_ value: Value) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.count >= capacity, !isEnded { pthread_cond_wait(change, mutex) }
        guard !isEnded else { return false }
        waiting.append(value)
        pthread_cond_signal(change)
        return true
    }

    /// Takes the next value, and waits for it; `nil` when all were taken and no more come.
    package func take() -> Value? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while waiting.isEmpty, !isEnded { pthread_cond_wait(change, mutex) }
        guard !waiting.isEmpty else { return nil }
        pthread_cond_signal(change)
        return waiting.removeFirst()
    }

    /// No more come, or no more are wanted. Either side may call this, also twice.
    package func end() {
        pthread_mutex_lock(mutex)
        isEnded = true
        pthread_mutex_unlock(mutex)
        pthread_cond_broadcast(change)
    }
}
