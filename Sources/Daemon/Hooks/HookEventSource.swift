package import LocationModel
package import LocationServices
import LocdConfiguration

/// Turns the recorder's events, before private regions are removed from the track, into events for hooks. Pure.
///
/// Events with a place in a private region are not reported. A crossing of its boundary is marked
/// ``HookEvent/isPrivate``: only a hook that names the region gets it.
package struct HookEventSource: Sendable {
    private var filter: PrivacyFilter
    private var significantChange: SignificantChange
    /// The number of events left out because the name of their region has control characters.
    package private(set) var refused = 0
    /// The last location outside of private regions.
    package private(set) var location: Location?

    /// Creates a source that continues where an earlier run ended.
    package init(
        _ zones: PrivacyZones, resuming state: SignificantChange.State? = nil, at place: Coordinate? = nil
    ) {
        filter = PrivacyFilter(zones, at: place)
        significantChange = SignificantChange(resuming: state)
    }

    /// The state of ``HookEventKind/significantChange`` for the next run.
    package var state: SignificantChange.State { significantChange.state }

    /// Replaces the private regions.
    package mutating func apply(_ zones: PrivacyZones) {
        filter.apply(zones)
    }

    /// Processes the next event.
    package mutating func receive(_ event: LocationEvent) -> [HookEvent] {
        var told = filter.filter(event)
        var isPrivate = false
        // Who names the region learns of it.
        if told.isEmpty, case .region = event { (told, isPrivate) = ([event], true) }
        return told.compactMap { event in
            if case .location(let location) = event { return changed(location) }
            if case .timeReset(let reset) = event { significantChange.timeReset(reset) }
            guard var found = HookEvent(event) else { return nil }
            // The name goes into a line and an environment variable, so it must not contain control characters.
            guard found.region.map({ $0.visible == $0 }) ?? true else {
                refused += 1
                return nil
            }
            found.isPrivate = isPrivate
            return found
        }
    }

    private mutating func changed(_ location: Location) -> HookEvent? {
        guard location.integrity != .notTrusted else { return nil }
        self.location = location
        guard significantChange.receive(location) else { return nil }
        var found = HookEvent(.significantChange, at: location.timestamp)
        found.coordinate = location.coordinate
        found.horizontalAccuracy = location.horizontalAccuracy
        return found
    }
}
