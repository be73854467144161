import LocationModel
import LocdTestSupport

/// What a session was told of beacons.
final class BeaconLog: Sendable {
    private let events = Locked<[LocationEvent]>([])

    func note(_ new: [LocationEvent]) { events.withLock { $0 += new } }

    /// What was ranged.
    var ranged: [RangedBeacons] {
        events.withLock { $0.compactMap { if case .beacons(let ranged) = $0 { ranged } else { nil } } }
    }

    /// The minor values of what was ranged last, the nearest first.
    var order: [UInt16] { ranged.last?.beacons.filter { $0.accuracy != nil }.map(\.identity.minor) ?? [] }

    /// How near they were.
    var proximities: [BeaconProximity] { ranged.last?.beacons.filter { $0.accuracy != nil }.map(\.proximity) ?? [] }

    /// The failures of ranging.
    var failures: [LocationFailure] {
        events.withLock { events in
            events.compactMap { event in
                guard case .failure(let failure) = event, failure.beacons != nil else { return nil }
                return failure
            }
        }
    }

    /// The regions that were entered and left, in order: "+1" and "-1".
    var crossings: [String] { regions(.crossed) }

    /// The sides of regions that were reported for a cause, in the same form.
    func regions(_ cause: RegionEvent.Cause) -> [String] {
        events.withLock { events in
            events.compactMap { event in
                guard case .region(let region) = event, region.cause == cause else { return nil }
                return (region.state == .inside ? "+" : "-") + region.identifier
            }
        }
    }
}
