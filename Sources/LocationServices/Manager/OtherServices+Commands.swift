internal import LocationModel
internal import Motion

/// The commands of a client to these services.
extension OtherServices {
    /// Carries out a command; commands about deferral or the background are not for these services.
    mutating func handle(
        _ command: ServiceCommand, isUpdating: Bool, at moment: Moment, into events: inout [LocationEvent]
    ) {
        switch command {
        case .requestLocation(let timeout):
            // One request at a time, and none while updates run. A replay contains no requests.
            guard !isUpdating, request == nil, let now = moment.instant else { return }
            request = RequestLocation(desiredAccuracy: settings.desiredAccuracy, timeout: timeout, at: now)
        case .startSignificantChanges:
            guard significant == nil else { return }
            significant = SignificantChange(resuming: memory.significantChange)
            memory.significantChange = nil
            // The cached location comes first.
            if let latest, significant?.receive(latest) == true { events.append(.location(latest)) }
        case .stopSignificantChanges: significant = nil
        case .startVisits: startVisits()
        case .stopVisits: visits = nil
        case .startHeading:
            guard heading == nil else { return }
            heading = HeadingUpdates(headingFilter: settings.headingFilter)
            if let latest { _ = heading?.receive(latest) }
        case .stopHeading: heading = nil
        case .startActivity:
            guard activity == nil else { return }
            activity = MotionActivityUpdates(resuming: memory.activity)
            memory.activity = nil
        case .stopActivity: activity = nil
        case .startMonitoring(let new): startMonitoring(new, into: &events)
        case .stopMonitoring(let identifier): regions?.stopMonitoring(identifier)
        case .monitor(let wanted):
            if wanted.visits { startVisits() } else { (visits, memory.visits) = (nil, nil) }
            let identifiers = Set(wanted.regions.map(\.identifier))
            for gone in regions?.identifiers.filter({ !identifiers.contains($0) }) ?? [] {
                regions?.stopMonitoring(gone)
            }
            if !wanted.regions.isEmpty { startMonitoring(wanted.regions, into: &events) }
        case .requestState(let identifier):
            var found: [RegionEvent] = []
            if hasExactLocations { regions?.requestState(of: identifier, into: &found) }
            events += found.map(LocationEvent.region)
        case .allowDeferred, .disallowDeferred, .enterBackground, .enterForeground: break
        }
    }

    private mutating func startVisits() {
        guard visits == nil else { return }
        visits = Visits(resuming: memory.visits)
        memory.visits = nil
    }

    private mutating func startMonitoring(_ new: [Region], into events: inout [LocationEvent]) {
        let limit = settings.maximumMonitoredRegions
        var monitoring = regions ?? RegionMonitoring(limit: limit, resuming: memory.regions)
        // The state must have one owner, or every change would copy all of it.
        (regions, memory.regions) = (nil, nil)
        for region in new {
            let hasRoom = limit == nil || monitoring.count < Self.maximumRegistered
            guard region.isMonitorable, hasRoom || monitoring.identifiers.contains(region.identifier) else {
                events.append(
                    .failure(
                        LocationFailure(
                            .regionMonitoringFailure, timestamp: latest?.timestamp, region: region.identifier)))
                continue
            }
            monitoring.startMonitoring(region)
        }
        regions = monitoring
    }
}
