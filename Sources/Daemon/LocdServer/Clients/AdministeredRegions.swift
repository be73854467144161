package import LocationModel
package import LocationServices
import LocdProtocol
import Synchronization

/// The regions of the administrator's file, as clients see them. The recorder monitors them; without a recorder their
/// states are unknown.
///
/// Clients do not see a region that is private, or whose boundary crosses a private one. While the machine is in a
/// private region, no state is known.
package final class AdministeredRegions: Sendable {
    private let hub: LocationHub
    private let recorder: LocationManager?
    /// Those that the private ones of the same file do not hide: the hub gets the zones of a new file earlier.
    private let regions: Mutex<[Region]>

    package init(_ regions: [Region] = [], hub: LocationHub, recorder: LocationManager?) {
        self.hub = hub
        self.recorder = recorder
        self.regions = Mutex(Self.visible(regions))
    }

    /// Replaces the regions.
    package func apply(_ regions: [Region]) {
        let visible = Self.visible(regions)
        self.regions.withLock { $0 = visible }
    }

    private static func visible(_ regions: [Region]) -> [Region] {
        let zones = PrivacyZones(regions)
        return regions.filter { !zones.hides(regionNamed: $0.identifier) }
    }

    /// The regions that clients may see, and their known states, by name.
    func reported() async -> [MonitoredRegion] {
        let zones = await hub.zones
        let visible = regions.withLock { $0 }.filter { !zones.hides(regionNamed: $0.identifier) }
        var reported: [MonitoredRegion] = []
        for region in visible.sorted(by: { $0.identifier < $1.identifier }) {
            reported.append(
                MonitoredRegion(
                    region: ReportedRegion(region), state: await side(of: region.identifier), isAdministered: true))
        }
        return reported
    }

    /// The known state of one of them; `nil` if clients see no region of that name.
    func state(ofRegion identifier: String) async -> RegionState? {
        guard await !hub.zones.hides(regionNamed: identifier),
            regions.withLock({ $0.contains { $0.identifier == identifier } })
        else { return nil }
        return await side(of: identifier)
    }

    /// Whether clients see a region of that name.
    func hasRegion(_ identifier: String) async -> Bool { await state(ofRegion: identifier) != nil }

    /// Whether clients may receive the crossing of a boundary.
    func mayTell(_ event: RegionEvent) async -> Bool {
        guard await !hub.zones.hides(regionNamed: event.identifier) else { return false }
        return await !hub.status.isPlaceHidden
    }

    private func side(of identifier: String) async -> RegionState {
        guard let recorder, await !hub.status.isPlaceHidden else { return .unknown }
        return await recorder.state(ofRegion: identifier)
    }
}
