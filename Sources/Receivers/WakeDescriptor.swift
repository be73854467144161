import CLinux
import Glibc

/// A descriptor that ends a `poll` from another thread.
///
/// Once signalled it stays readable until ``clear()``, so that a wake sent before the poll is not lost.
final class WakeDescriptor: Sendable {
    /// What to poll for `POLLIN`. Open as long as this object lives.
    let descriptor: Int32

    /// Opens it; `nil` where the process has no descriptor left (`errno` says so).
    init?() {
        descriptor = clinux_eventfd()
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Wakes the current poll, or the next one.
    func signal() {
        var one: UInt64 = 1
        // Fails only with EAGAIN, when it is signalled already.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Forgets the wakes so far.
    func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }
}
