/// The events that wait for one hook, in their order. Bounded: the oldest makes room, and is counted.
package struct HookQueue: Sendable, Hashable, Codable {
    /// One event.
    package struct Entry: Sendable, Hashable, Codable {
        /// What tells it from all others; see ``HookEvent/identifier``.
        package var identifier: String
        /// Its line, without the end.
        package var line: String
    }

    /// Events that wait at most.
    package static let limit = 500

    /// The hook, as ``LocdConfiguration/Hook/text`` spells it.
    package let hook: String
    /// What waits, the oldest first.
    package private(set) var entries: [Entry] = []
    /// Events that made room, ever.
    package private(set) var dropped = 0
    /// Events that were delivered, ever.
    package private(set) var delivered = 0

    /// An empty queue.
    package init(hook: String) {
        self.hook = hook
    }

    /// Puts an event behind the others, unless it waits already.
    package mutating func append(_ event: HookEvent) {
        let identifier = event.identifier
        guard !entries.contains(where: { $0.identifier == identifier }) else { return }
        if entries.count >= Self.limit {
            entries.removeFirst()
            dropped += 1
        }
        entries.append(Entry(identifier: identifier, line: event.line))
    }

    /// An event was delivered; one that made room meanwhile changes nothing but the count.
    package mutating func remove(_ identifier: String) {
        delivered += 1
        entries.removeAll { $0.identifier == identifier }
    }

    /// Whether what was read from a file can be what ``append(_:)`` left.
    var isValid: Bool {
        dropped >= 0 && delivered >= 0 && entries.count <= Self.limit
            && entries.allSatisfy { !$0.line.utf8.contains(UInt8(ascii: "\n")) && $0.line.utf8.count <= 4096 }
    }
}
