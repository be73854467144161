internal import LocationModel

/// Core Location's monitoring and ranging of beacons for one client, as a pure state machine: what the hub knows of
/// beacons goes in, events come out.
///
/// As with other regions, the first state of a region does not count as a crossing.
struct BeaconServices: Sendable {
    /// The state kept across restarts: what was last known of each region, and of which beacons.
    struct State: Sendable, Hashable, Codable {
        struct Known: Sendable, Hashable, Codable {
            /// `nil` if it applies to the present region, whatever its beacons.
            var constraint: BeaconConstraint?
            var state: RegionState
        }

        var regions: [String: Known] = [:]
    }

    private var regions: [String: Region] = [:]
    private var known: [String: BeaconPresence] = [:]
    private var resumed: State

    init(resuming state: State? = nil) {
        resumed = state ?? State()
    }

    var count: Int { regions.count }

    var identifiers: some Collection<String> { regions.keys }

    /// What it needs to know.
    var demand: BeaconDemand {
        BeaconDemand(monitored: Set(regions.values.compactMap(\.shape.beacons)), ranged: isRanging ? ranged : [])
    }

    /// The state to save for the next run.
    var state: State {
        var state = resumed
        for (identifier, presence) in known {
            state.regions[identifier] = State.Known(constraint: presence.constraint, state: presence.state)
        }
        return state
    }

    /// The known state of a region; `nil` if it has no such region.
    func state(of identifier: String) -> RegionState? {
        guard regions[identifier] != nil else { return nil }
        return known[identifier]?.state ?? .unknown
    }

    // MARK: - Monitoring

    /// Adds a region, replacing one with the same identifier; the state is kept if its beacons are the same.
    mutating func startMonitoring(_ region: Region) {
        if regions[region.identifier]?.shape != region.shape { known[region.identifier] = nil }
        regions[region.identifier] = region
    }

    /// Removes a region; does nothing if the identifier is unknown.
    mutating func stopMonitoring(_ identifier: String) {
        regions[identifier] = nil
        known[identifier] = nil
        resumed.regions[identifier] = nil
    }

    /// Takes what the hub determined.
    mutating func receive(_ presence: BeaconPresence, into events: inout [RegionEvent]) {
        for region in regions.values.filter({ $0.shape.beacons == presence.constraint })
            .sorted(by: { $0.identifier < $1.identifier })
        {
            let identifier = region.identifier
            let before = known[identifier]?.state ?? resumed(region)
            known[identifier] = presence
            resumed.regions[identifier] = nil
            switch (before, presence.state) {
            case (nil, .inside): events.append(RegionEvent(presence, of: region, cause: .determined))
            case (.outside, .inside): if region.notifyOnEntry { events.append(RegionEvent(presence, of: region)) }
            case (.inside, .outside): if region.notifyOnExit { events.append(RegionEvent(presence, of: region)) }
            default: break
            }
        }
    }

    private func resumed(_ region: Region) -> RegionState? {
        guard let known = resumed.regions[region.identifier],
            known.constraint.map({ $0 == region.shape.beacons }) ?? true
        else { return nil }
        return known.state
    }

    // MARK: - Ranging

    /// Whether the client wants beacons to be ranged.
    var isRanging = false
    var ranged: Set<BeaconConstraint> = []

    func isRanging(_ constraint: BeaconConstraint) -> Bool { isRanging && ranged.contains(constraint) }
}

extension BeaconServices.State {
    /// Adds an event that was delivered after the state was saved; see ``ServiceState/catchUp(with:isFiltered:)``.
    mutating func catchUp(with event: RegionEvent) {
        let constraint = regions[event.identifier]?.constraint
        regions[event.identifier] = Known(constraint: constraint, state: event.state)
    }
}

extension RegionEvent {
    fileprivate init(_ presence: BeaconPresence, of region: Region, cause: Cause = .crossed) {
        self.init(
            timestamp: presence.timestamp, identifier: region.identifier, state: presence.state, cause: cause,
            beacon: presence.beacon)
    }
}
