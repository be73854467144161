public import LocationModel
internal import Motion

extension ServiceState {
    /// Learns what was told after the state was kept, because the end came in between, or of a state that was lost: what was
    /// told is not told again.
    ///
    /// - Parameters:
    ///   - events: The last visits and region events that were told, in order. Those up to the last one that the state knows
    ///     of change nothing; where that is not among them, it is older than all.
    ///   - isFiltered: Whether some may have been left out of `events`, that last one too. Then times tell which are older, as
    ///     far as they can: they may have been corrected backwards.
    public mutating func catchUp(with events: [LocationEvent], isFiltered: Bool = false) {
        let known = told
        let index = known.flatMap { known in events.lastIndex { ToldEvent($0) == known } }
        for event in events[(index.map { $0 + 1 } ?? 0)...] {
            if isFiltered, index == nil, let known, let time = event.timestamp, time <= known.timestamp { continue }
            switch event {
            case .region(let region): catchUp(with: region)
            case .visit(let visit): catchUp(with: visit)
            default: continue
            }
            told = ToldEvent(event) ?? told
        }
    }

    private mutating func catchUp(with region: RegionEvent) {
        guard region.state != .unknown, region.cause != .requested else { return }
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
