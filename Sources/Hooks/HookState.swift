package import LocationModel
package import LocationServices
package import LocdConfiguration

/// What hooks must not forget over a restart: what waits, and what was taken up already.
package struct HookState: Sendable, Codable {
    /// The version of the form that is written and read.
    package static let version = 1
    /// So many of the last events that the track keeps as well are remembered.
    static let memory = 64

    /// Of the form.
    package var version = Self.version
    /// The queues, one for each hook.
    package var queues: [HookQueue] = []
    /// The identifiers of the last events that the track keeps as well, the oldest first.
    package private(set) var seen: [String] = []
    /// The time of the last of them.
    package private(set) var lastSeen: Timestamp?
    /// Where ``HookEventKind/significantChange`` stands.
    package var significantChange: SignificantChange.State?
    /// The receiver as last reported to hooks: its state, and whether there is a fix.
    package var receiver: String?
    package var hasFix: Bool?
    /// The power supply as last reported to hooks.
    package var power: String?
    /// What was last told of the time zone.
    package var timeZone: String?

    /// Nothing happened yet.
    package init() {}

    var isValid: Bool {
        version == Self.version && queues.allSatisfy(\.isValid) && seen.count <= Self.memory
    }

    /// An event was taken up.
    package mutating func note(_ event: HookEvent) {
        guard event.isRecorded else { return }
        seen.append(event.identifier)
        if seen.count > Self.memory { seen.removeFirst() }
        lastSeen = event.timestamp
    }

    /// Brings the queues into the order of the hooks, and gives up those of hooks that are gone.
    package mutating func adopt(_ hooks: [Hook]) {
        let old = queues
        queues = hooks.map { hook in old.first { $0.hook == hook.text } ?? HookQueue(hook: hook.text) }
    }

    /// The events at the end of a track that were never taken up, because the end came in between.
    package func missed(of events: [HookEvent]) -> [HookEvent] {
        guard let lastSeen else { return events }
        if let index = events.lastIndex(where: { seen.contains($0.identifier) }) {
            return Array(events[(index + 1)...])
        }
        // Private regions may be left out of the track: then times tell.
        return events.filter { $0.timestamp > lastSeen }
    }
}
