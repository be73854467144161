import LocationModel
import Synchronization

extension ClientHub {
    /// Reports an event of the program, as opposed to one manager's, to all managers, once: the first session that
    /// receives it counts.
    func tell(_ events: [LocationEvent]) {
        for event in events {
            guard Self.isShared(event) else { continue }
            let identifier = Self.identifier(of: event)
            let (managers, region) = state.withLock { state in
                let isStopped = identifier.map(state.pendingStops.contains) ?? false
                guard !isStopped, state.recent.isNew(event) else { return ([ManagerReference](), Region?.none) }
                // All managers receive the state now, including those that requested it.
                if case .region(let event) = event {
                    state.openInquiries.removeAll { $0.region.identifier == event.identifier }
                }
                return (Array(state.managers.values), identifier.flatMap { state.regions[$0] })
            }
            for manager in managers { manager.tell(event, of: region) }
        }
    }

    /// A manager received a location: it becomes the program's latest, unless it is older than that.
    func note(_ location: CLLocation) {
        state.withLock { state in
            if let latest = state.latest, latest.timestamp > location.timestamp { return }
            state.latest = location
        }
    }

    private static func isShared(_ event: LocationEvent) -> Bool {
        switch event {
        case .region, .visit: true
        case .failure(let failure): failure.region != nil
        default: false
        }
    }

    private static func identifier(of event: LocationEvent) -> String? {
        switch event {
        case .region(let event): event.identifier
        case .failure(let failure): failure.region
        default: nil
        }
    }
}
