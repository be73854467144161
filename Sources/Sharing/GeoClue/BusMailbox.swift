import CLinux
import Glibc
import LocationModel
import Synchronization
import SystemSupport

/// What others have for the thread of the bus. Whoever puts something in wakes it and never waits.
final class BusMailbox: Sendable {
    /// One thing to do.
    enum Item: Sendable {
        /// A session may have locations.
        case admitted(session: Int)
        /// A session may not have locations, or not any more; why.
        case refused(session: Int, reason: String)
        /// What a session is told.
        case events(session: Int, [LocationEvent])
        /// The thread is to end.
        case end
    }

    /// Things that wait, at most: a thread that is stuck must not fill the memory. Beyond, locations give way.
    private static let maximum = 65_536

    /// What the thread polls.
    let descriptor: CInt
    private let items = Mutex<[Item]>([])

    /// - Throws: `SystemCallError` if the process has no descriptor left.
    init() throws(SystemCallError) {
        descriptor = clinux_eventfd()
        guard descriptor >= 0 else { throw SystemCallError("eventfd", errno) }
    }

    deinit { close(descriptor) }

    func put(_ item: Item) {
        let isTaken = items.withLock { items in
            if items.count >= Self.maximum, case .events = item { return false }
            items.append(item)
            return true
        }
        guard isTaken else { return }
        var one: UInt64 = 1
        // Fails only with EAGAIN, when it is awake already.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Everything that waits, in order.
    func takeAll() -> [Item] {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        return items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
