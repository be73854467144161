public import LocationModel
internal import Motion

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
