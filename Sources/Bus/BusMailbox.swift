import CLinux
import Glibc
import Synchronization
package import SystemSupport

/// Input from other threads to the thread of a bus. Adding an item wakes that thread and never waits.
package final class BusMailbox<Item: Sendable>: Sendable {
    /// Things that wait, at most: a thread that is stuck must not fill the memory. Beyond, some give way.
    private static var maximum: Int { 65_536 }

    /// What the thread polls.
    package let descriptor: CInt
    private let givesWay: @Sendable (Item) -> Bool
    private let items = Mutex<[Item]>([])

    /// An empty mailbox.
    /// - Parameter givesWay: Whether an item may be dropped when too many wait.
    /// - Throws: `SystemCallError` if the process has no descriptor left.
    package init(givesWay: @escaping @Sendable (Item) -> Bool = { _ in false }) throws(SystemCallError) {
        self.givesWay = givesWay
        descriptor = clinux_eventfd()
        guard descriptor >= 0 else { throw SystemCallError("eventfd", errno) }
    }

    deinit { close(descriptor) }

    /// Adds an item behind the others.
    package func put(_ item: Item) {
        let isTaken = items.withLock { items in
            if items.count >= Self.maximum, givesWay(item) { return false }
            items.append(item)
            return true
        }
        guard isTaken else { return }
        var one: UInt64 = 1
        // Fails only with EAGAIN, when it is awake already.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Everything that waits, in order.
    package func takeAll() -> [Item] {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        return items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
