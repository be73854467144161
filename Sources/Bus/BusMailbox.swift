import Synchronization
package import SystemSupport

/// Input from other threads to the thread of a bus. Adding an item wakes that thread and never waits.
package final class BusMailbox<Item: Sendable>: Sendable {
    /// Things that wait, at most: a thread that is stuck must not fill the memory. Beyond, some give way.
    private static var maximum: Int { 65_536 }

    /// What the thread polls.
    package var descriptor: CInt { wake.descriptor }
    private let wake: WakeDescriptor
    private let givesWay: @Sendable (Item) -> Bool
    private let items = Mutex<[Item]>([])

    /// An empty mailbox.
    /// - Parameter givesWay: Whether an item may be dropped when too many wait.
    /// - Throws: `SystemCallError` if the process has no descriptor left.
    package init(givesWay: @escaping @Sendable (Item) -> Bool = { _ in false }) throws(SystemCallError) {
        self.givesWay = givesWay
        wake = try WakeDescriptor()
    }

    /// Adds an item behind the others.
    package func put(_ item: Item) {
        let isTaken = items.withLock { items in
            if items.count >= Self.maximum, givesWay(item) { return false }
            items.append(item)
            return true
        }
        if isTaken { wake.signal() }
    }

    /// Everything that waits, in order.
    package func takeAll() -> [Item] {
        wake.clear()
        return items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
