internal import CLinux
internal import Glibc

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
