public import LocationModel
internal import Motion

/// The state of a client's services that must survive a restart: open visits, the sides of regions, the last
/// significant change, the progress of standard updates, and settings that override the configured ones. The owner of a
/// manager stores and restores it.
public struct ServiceState: Sendable, Codable {
    /// The last location that the services received.
    var latest: Location?
    /// The last visit or region event that they delivered.
    var delivered: DeliveredEvent?
    var updates: StandardUpdates.State?
    var visits: Visits.State?
    /// What is in doubt as a leap.
    var leaps: QualityFilter.State?
    var regions: RegionMonitoring.State?
    var beacons: BeaconServices.State?
    var significantChange: SignificantChange.State?
    var activity: MotionActivityUpdates.State?
    var advice: SettingsAdvisor.State?

    /// An empty state.
    public init() {}

    /// The time of the last location that the services received.
    public var timestamp: Timestamp? { latest?.timestamp }

    /// Whether this type can have written it: a file may contain anything.
    var isValid: Bool {
        latest?.isValid != false && updates?.isValid != false && visits?.isValid != false && leaps?.isValid != false
            && regions?.isValid != false && significantChange?.last?.isValid != false && activity?.isValid != false
            && advice?.activity?.isValid != false
    }

    /// Leaves out the parts that are invalid or that `canKeep` refuses, and returns their names.
    mutating func dropParts(unless canKeep: (any Encodable) -> Bool) -> [String] {
        var dropped: [String] = []
        func drop<Part: Encodable>(_ part: inout Part?, _ name: String, _ isValid: (Part) -> Bool = { _ in true }) {
            guard let value = part, !isValid(value) || !canKeep(value) else { return }
            part = nil
            dropped.append(name)
        }
        drop(&latest, "latest") { $0.isValid }
        drop(&delivered, "delivered")
        drop(&updates, "updates") { $0.isValid }
        drop(&visits, "visits") { $0.isValid }
        drop(&leaps, "leaps") { $0.isValid }
        drop(&regions, "regions") { $0.isValid }
        drop(&beacons, "beacons")
        drop(&significantChange, "significantChange") { $0.last?.isValid != false }
        drop(&activity, "activity") { $0.isValid }
        drop(&advice, "advice") { $0.activity?.isValid != false }
        return dropped
    }
}

extension ServiceState {
    /// Adds what was delivered after the state was saved, because the run ended in between, or if the state was lost,
    /// so that nothing is delivered twice.
    ///
    /// - Parameters:
    ///   - events: The last visits and region events that were delivered, in order. Those up to the last one in the
    ///     state change nothing; if that one is not among them, it is older than all.
    ///   - isFiltered: Whether `events` may be incomplete, even without that last one. Then times decide which are
    ///     older, as far as they can: they may have been corrected backwards.
    public mutating func catchUp(with events: [LocationEvent], isFiltered: Bool = false) {
        let known = delivered
        let index = known.flatMap { known in events.lastIndex { DeliveredEvent($0) == known } }
        for event in events[(index.map { $0 + 1 } ?? 0)...] {
            if isFiltered, index == nil, let known, let time = event.timestamp, time <= known.timestamp { continue }
            switch event {
            case .region(let region): catchUp(with: region)
            case .visit(let visit): catchUp(with: visit)
            default: continue
            }
            delivered = DeliveredEvent(event) ?? delivered
        }
    }

    private mutating func catchUp(with region: RegionEvent) {
        guard region.state != .unknown, region.cause != .requested else { return }
        if region.beacon != nil || beacons?.regions[region.identifier] != nil {
            beacons = beacons ?? BeaconServices.State()
            beacons?.catchUp(with: region)
            return
        }
        var state = regions ?? RegionMonitoring.State()
        state.trackers[region.identifier] = RegionMonitoring.Known(
            tracker: RegionTracker(state: region.state), fingerprint: state.trackers[region.identifier]?.fingerprint)
        regions = state
    }

    private mutating func catchUp(with visit: Visit) {
        visits = visits ?? Visits.State()
        visits?.catchUp(with: visit)
    }
}

/// Identifies a visit or region event that was delivered: enough to find it again in a track, whose figures are
/// rounded.
struct DeliveredEvent: Sendable, Hashable, Codable {
    private enum Kind: Sendable, Hashable, Codable {
        case region(String, RegionState, RegionEvent.Cause)
        case visit(since: Timestamp?, departure: Timestamp?)
    }

    let timestamp: Timestamp
    private let kind: Kind

    /// `nil` for an event of another kind, and for one that no track keeps.
    init?(_ event: LocationEvent) {
        guard event.isRecorded else { return nil }
        switch event {
        case .region(let region):
            timestamp = region.timestamp
            kind = .region(region.identifier, region.state, region.cause)
        case .visit(let visit):
            timestamp = visit.timestamp
            kind = .visit(since: visit.since, departure: visit.departureDate)
        default: return nil
        }
    }
}
