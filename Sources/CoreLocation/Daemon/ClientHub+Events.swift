import LocationModel
import Synchronization

extension ClientHub {
    /// Tells all managers what is the program's and not one manager's, once: whichever session brings it first.
    func tell(_ events: [LocationEvent]) {
        for event in events {
            guard Self.isShared(event) else { continue }
            let (managers, region) = state.withLock { state in
                guard state.recent.isNew(event) else { return ([ManagerReference](), Region?.none) }
                return (Array(state.managers.values), Self.identifier(of: event).flatMap { state.regions[$0] })
            }
            for manager in managers { manager.tell(event, of: region) }
        }
    }

    /// A manager was told a location: the program knows it, as far as it is not older than what it knew.
    func note(_ location: CLLocation) {
        state.withLock { state in
            if let latest = state.latest, latest.timestamp > location.timestamp { return }
            state.latest = location
        }
    }

    /// A manager was told a heading, so there are some.
    func noteHeading() {
        state.withLock { $0.hasHeading = true }
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
