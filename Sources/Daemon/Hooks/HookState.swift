package import LocationModel
package import LocationServices
package import LocdConfiguration

/// The state of hooks that survives a restart: the queues, and which events were already queued.
package struct HookState: Sendable, Codable {
    /// The version of the file format.
    package static let version = 1
    /// The number of recorded events whose identifiers are remembered.
    static let memory = 64

    /// The version of the file.
    package var version = Self.version
    package var queues: [HookQueue] = []
    /// The identifiers of the last events that are also in the track, the oldest first.
    package private(set) var seen: [String] = []
    /// The time of the last of them.
    package private(set) var lastSeen: Timestamp?
    package var significantChange: SignificantChange.State?
    /// The receiver as last reported to hooks: its state, and whether there is a fix.
    package var receiver: String?
    package var hasFix: Bool?
    /// The power supply as last reported to hooks.
    package var power: String?
    /// The time zone as last reported.
    package var timeZone: String?

    /// A state without any event.
    package init() {}

    var isValid: Bool {
        version == Self.version && queues.allSatisfy(\.isValid) && seen.count <= Self.memory
    }

    package mutating func note(_ event: HookEvent) {
        guard event.isRecorded else { return }
        seen.append(event.identifier)
        if seen.count > Self.memory { seen.removeFirst() }
        lastSeen = event.timestamp
    }

    /// Puts the queues in the order of the hooks, and drops those of removed hooks.
    package mutating func adopt(_ hooks: [Hook]) {
        let old = queues
        queues = hooks.map { hook in old.first { $0.hook == hook.text } ?? HookQueue(hook: hook.text) }
    }

    /// The events at the end of a track that were never queued, because the process ended in between.
    package func missed(of events: [HookEvent]) -> [HookEvent] {
        guard let lastSeen else { return events }
        if let index = events.lastIndex(where: { seen.contains($0.identifier) }) {
            return Array(events[(index + 1)...])
        }
        // Private regions may be left out of the track: then times decide.
        return events.filter { $0.timestamp > lastSeen }
    }
}
