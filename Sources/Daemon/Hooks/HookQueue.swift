/// The queued events of one hook, in order. Bounded: the oldest event is dropped and counted.
package struct HookQueue: Sendable, Hashable, Codable {
    package struct Entry: Sendable, Hashable, Codable {
        /// Its unique identifier; see ``HookEvent/identifier``.
        package var identifier: String
        /// Its line, without the newline.
        package var line: String
    }

    /// The maximum number of queued events.
    package static let limit = 500

    /// The hook, as ``LocdConfiguration/Hook/text`` spells it.
    package let hook: String
    /// The queued events, the oldest first.
    package private(set) var entries: [Entry] = []
    /// Events that made room, ever.
    package private(set) var dropped = 0
    /// Events that were delivered, ever.
    package private(set) var delivered = 0

    package init(hook: String) {
        self.hook = hook
    }

    /// Appends an event, unless it is already queued.
    package mutating func append(_ event: HookEvent) {
        let identifier = event.identifier
        guard !entries.contains(where: { $0.identifier == identifier }) else { return }
        if entries.count >= Self.limit {
            entries.removeFirst()
            dropped += 1
        }
        entries.append(Entry(identifier: identifier, line: event.line))
    }

    /// Removes a delivered event; if it was dropped meanwhile, only the count changes.
    package mutating func remove(_ identifier: String) {
        delivered += 1
        entries.removeAll { $0.identifier == identifier }
    }

    /// Whether content read from a file is valid: something that ``append(_:)`` could have left.
    var isValid: Bool {
        dropped >= 0 && delivered >= 0 && entries.count <= Self.limit
            && entries.allSatisfy { !$0.line.utf8.contains(UInt8(ascii: "\n")) && $0.line.utf8.count <= 4096 }
    }
}
