internal import CLinux
internal import Glibc
internal import Synchronization

/// A thread without work waits for its bell: another thread rings it, or the bell rings at an instant.
///
/// The instant is one of a timer of the kernel, because a timeout of `poll` does not count suspended time.
final class ThreadBell: Sendable {
    private let rings: WakeDescriptor
    private let timer: Int32
    /// The instant that the timer is set to; `nil` if it is not.
    private let instantSet = Mutex<Duration?>(nil)

    /// A bell for one thread. Throws if the process has no descriptor left.
    init() throws(SystemCallError) {
        rings = try WakeDescriptor()
        timer = clinux_timer()
        guard timer >= 0 else { throw SystemCallError("timerfd_create", errno) }
    }

    deinit {
        if timer >= 0 { close(timer) }
    }

    /// Ends the current wait, or the next one.
    func ring() {
        rings.signal()
    }

    /// Waits for a ring, for an instant of ``SystemClock/sinceBoot``, or for one of the descriptors, whose results it
    /// sets. An instant of zero does not wait.
    func wait(until instant: Duration?, or descriptors: inout [pollfd]) {
        if instant != .zero { set(instant) }
        descriptors.append(pollfd(fd: rings.descriptor, events: Int16(POLLIN), revents: 0))
        descriptors.append(pollfd(fd: timer, events: Int16(POLLIN), revents: 0))
        let ready = poll(&descriptors, nfds_t(descriptors.count), instant == .zero ? 0 : -1)
        let (isRung, hasCome) = (descriptors[descriptors.count - 2].revents != 0, descriptors.last?.revents != 0)
        descriptors.removeLast(2)
        guard ready > 0 else { return }
        if isRung { rings.clear() }
        if hasCome {
            var count: UInt64 = 0
            _ = read(timer, &count, MemoryLayout<UInt64>.size)
            instantSet.withLock { $0 = nil }
        }
    }

    private func set(_ instant: Duration?) {
        let isNew = instantSet.withLock { set in
            defer { set = instant }
            return set != instant
        }
        guard isNew else { return }
        let (seconds, attoseconds) = instant.map { max($0, .nanoseconds(1)).components } ?? (0, 0)
        clinux_timer_set(timer, seconds, attoseconds / 1_000_000_000)
    }
}

/// A descriptor that ends a `poll` from another thread.
///
/// Once signalled it stays readable until ``clear()``, so that a wake sent before the poll is not lost.
package final class WakeDescriptor: Sendable {
    /// What to poll for `POLLIN`. Open as long as this object lives.
    package let descriptor: Int32

    /// Opens it. Throws if the process has no descriptor left.
    package init() throws(SystemCallError) {
        descriptor = clinux_eventfd()
        guard descriptor >= 0 else { throw SystemCallError("eventfd", errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Wakes the current poll, or the next one.
    package func signal() {
        var one: UInt64 = 1
        // Fails only with EAGAIN, when it is signalled already.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Forgets the wakes so far.
    package func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
