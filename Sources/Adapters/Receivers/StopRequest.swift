import Glibc
import LocationModel
import LocationServices
import Synchronization
import SystemSupport

/// The request to stop, as the thread sees it that is asked: a flag, and a descriptor that ends its `poll`.
final class StopRequest: Sendable {
    /// What to poll for `POLLIN` beside what is waited for. Readable from the request on.
    let wake: WakeDescriptor
    private let flag = Atomic(false)

    /// Not made yet. Throws where the process has no descriptor left.
    init() throws(SystemCallError) {
        wake = try WakeDescriptor()
    }

    /// Whether to stop.
    var isMade: Bool { flag.load(ordering: .acquiring) }

    /// Asks to stop; may be called from any thread, and twice.
    func make() {
        flag.store(true, ordering: .releasing)
        wake.signal()
    }

    /// Waits for so long, an hour at most, or until the request, or until a descriptor is readable. Returns whether it
    /// is.
    @discardableResult
    func rest(for duration: Duration, orUntil other: Int32 = -1) -> Bool {
        let milliseconds = Int32(rounding: min(max(duration.seconds, 0), 3600) * 1000, .up)
        var descriptors = (
            pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
            // The kernel passes over a negative one.
            pollfd(fd: other, events: Int16(POLLIN), revents: 0)
        )
        withUnsafeMutableBytes(of: &descriptors) {
            _ = poll($0.bindMemory(to: pollfd.self).baseAddress, 2, milliseconds)
        }
        return descriptors.1.revents != 0
    }
}
