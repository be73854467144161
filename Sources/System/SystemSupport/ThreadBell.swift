internal import CLinux
internal import Glibc

/// A thread without work waits for its bell: another thread rings it, or the bell rings at an instant.
///
/// The kernel keeps the instant, so another thread can move it without waking the thread that waits.
final class ThreadBell: Sendable {
    private let rings: WakeDescriptor
    private let timer: Int32

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

    /// Sets the instant of ``SystemClock/sinceBoot`` that ends a wait, once. `nil` clears it.
    func set(_ instant: Duration?) {
        guard let instant else { return clinux_timer_set(timer, 0, 0) }
        let (seconds, attoseconds) = max(instant, .nanoseconds(1)).components
        clinux_timer_set(timer, seconds, attoseconds / 1_000_000_000)
    }

    /// Waits for a ring or for the instant. Returns true if the instant came.
    func wait() -> Bool {
        var descriptors = (
            pollfd(fd: rings.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: timer, events: Int16(POLLIN), revents: 0)
        )
        let ready = withUnsafeMutableBytes(of: &descriptors) {
            poll($0.bindMemory(to: pollfd.self).baseAddress, 2, -1)
        }
        guard ready > 0 else { return false }
        if descriptors.0.revents != 0 { rings.clear() }
        guard descriptors.1.revents != 0 else { return false }
        var count: UInt64 = 0
        return read(timer, &count, MemoryLayout<UInt64>.size) > 0
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
