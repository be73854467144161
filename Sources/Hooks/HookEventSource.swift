package import LocationModel
package import LocationServices
import LocdConfiguration

/// Turns what the recorder delivers, before private regions are left out of the track, into events for hooks. Pure.
///
/// Of a private region nothing is told that has a place. That its boundary was crossed is told as ``HookEvent/isPrivate``: only a
/// hook that names the region gets that.
package struct HookEventSource: Sendable {
    private var filter: PrivacyFilter
    private var zones: PrivacyZones
    private var significantChange: SignificantChange
    /// Events that were left out because the name of their region has control characters.
    package private(set) var refused = 0
    /// The last location, but for those in private regions.
    package private(set) var location: Location?

    /// A source that goes on where an earlier run ended.
    package init(_ zones: PrivacyZones, resuming state: SignificantChange.State? = nil) {
        self.zones = zones
        filter = PrivacyFilter(zones)
        significantChange = SignificantChange(resuming: state)
    }

    /// What a next run needs of ``HookEventKind/significantChange``.
    package var state: SignificantChange.State { significantChange.state }

    /// Takes other private regions.
    package mutating func apply(_ zones: PrivacyZones) {
        self.zones = zones
        filter.apply(zones)
    }

    /// Takes the next event.
    package mutating func receive(_ event: LocationEvent) -> HookEvent? {
        let told = filter.filter(event)
        if case .timeReset(let reset) = event { significantChange.timeReset(reset) }
        if case .location = event {
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
            // A line that a program reads to its end, a variable of its environment: no name may drive them.
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
