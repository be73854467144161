package import LocationModel
package import LocationServices
import LocdConfiguration

/// Turns the recorder's events, before private regions are removed from the track, into events for hooks. Pure.
///
/// Events with a place in a private region are not reported. A crossing of its boundary is marked
/// ``HookEvent/isPrivate``: only a hook that names the region gets it.
package struct HookEventSource: Sendable {
    private var filter: PrivacyFilter
    private var zones: PrivacyZones
    private var significantChange: SignificantChange
    /// The number of events left out because the name of their region has control characters.
    package private(set) var refused = 0
    /// The last location outside of private regions.
    package private(set) var location: Location?

    /// Creates a source that continues where an earlier run ended.
    package init(_ zones: PrivacyZones, resuming state: SignificantChange.State? = nil) {
        self.zones = zones
        filter = PrivacyFilter(zones)
        significantChange = SignificantChange(resuming: state)
    }

    /// The state of ``HookEventKind/significantChange`` for the next run.
    package var state: SignificantChange.State { significantChange.state }

    /// Replaces the private regions.
    package mutating func apply(_ zones: PrivacyZones) {
        self.zones = zones
        filter.apply(zones)
    }

    /// Processes the next event.
    package mutating func receive(_ event: LocationEvent) -> HookEvent? {
        let told = filter.filter(event)
        if case .timeReset(let reset) = event { significantChange.timeReset(reset) }
        if case .location(let location) = event {
            guard location.integrity != .notTrusted else { return nil }
            for case .location(let location) in told {
                self.location = location
                guard significantChange.receive(location) else { continue }
                var found = HookEvent(.significantChange, at: location.timestamp)
                found.coordinate = location.coordinate
                found.horizontalAccuracy = location.horizontalAccuracy
                return found
            }
            return nil
        }
        guard var found = HookEvent(event) else { return nil }
        if let region = found.region {
            // The name goes into a line and an environment variable, so it must not contain control characters.
            guard region.visible == region else {
                refused += 1
                return nil
            }
            found.isPrivate = told.isEmpty
        } else if told.isEmpty {
            return nil
        }
        return found
    }
}
