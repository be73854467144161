internal import LocationModel
internal import Motion

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
            // The cached location comes first, unless it is in doubt.
            if leaps.doubtfulCount == 0, let latest, significant?.receive(latest) == true {
                events.append(.location(latest))
            }
        case .stopSignificantChanges: significant = nil
        case .startVisits: if visits == nil { startVisits() }
        case .stopVisits: visits = nil
        case .startHeading:
            guard heading == nil else { return }
            heading = HeadingUpdates(headingFilter: settings.headingFilter, near: latest)
        case .stopHeading: heading = nil
        case .startActivity:
            guard activity == nil else { return }
            activity = MotionActivityUpdates(resuming: memory.activity)
            memory.activity = nil
        case .stopActivity: activity = nil
        case .startMonitoring(let new): startMonitoring(new, into: &events)
        case .stopMonitoring(let identifier): stopMonitoring(identifier)
        case .monitor(let wanted):
            if !wanted.visits {
                (visits, memory.visits) = (nil, nil)
            } else if visits == nil {
                startVisits()
            }
            let identifiers = Set(wanted.regions.map(\.identifier))
            for gone in (regions.map { Array($0.identifiers) } ?? []) + (beacons.map { Array($0.identifiers) } ?? [])
            where !identifiers.contains(gone) {
                stopMonitoring(gone)
            }
            if !wanted.regions.isEmpty { startMonitoring(wanted.regions, into: &events) }
        case .startRanging:
            let ranged = settings.rangedBeacons
            beaconServices { ($0.isRanging, $0.ranged) = (true, ranged) }
        case .stopRanging: beacons?.isRanging = false
        case .allowDeferred, .disallowDeferred, .enterBackground, .enterForeground: break
        }
    }

    private mutating func stopMonitoring(_ identifier: String) {
        regions?.stopMonitoring(identifier)
        beacons?.stopMonitoring(identifier)
    }

    /// Changes the services of beacons, which begin with the first use.
    private mutating func beaconServices(_ change: (inout BeaconServices) -> Void) {
        var services = beacons ?? BeaconServices(resuming: memory.beacons)
        (beacons, memory.beacons) = (nil, nil)
        change(&services)
        beacons = services
    }

    /// Starts them, or begins anew: as the state in memory says.
    mutating func startVisits() {
        visits = Visits(resuming: memory.visits)
        memory.visits = nil
    }

    private mutating func startMonitoring(_ new: [Region], into events: inout [LocationEvent]) {
        let limit = settings.maximumMonitoredRegions
        var monitoring = regions ?? RegionMonitoring(limit: limit, resuming: memory.regions)
        // The state must have one owner, or every change would copy all of it.
        (regions, memory.regions) = (nil, nil)
        for region in new {
            let identifier = region.identifier
            let hasRoom = limit == nil || monitoring.count + (beacons?.count ?? 0) < Self.maximumRegistered
            let isKnown = monitoring.identifiers.contains(identifier) || beacons?.state(of: identifier) != nil
            guard region.isMonitorable, hasRoom || isKnown else {
                events.append(
                    .failure(
                        LocationFailure(
                            .regionMonitoringFailure, timestamp: latest?.timestamp, region: region.identifier)))
                continue
            }
            // A region that was a place and is beacons from now on, or the other way round, is another one.
            if region.shape.beacons != nil {
                monitoring.stopMonitoring(identifier)
                beaconServices { $0.startMonitoring(region) }
            } else {
                beacons?.stopMonitoring(identifier)
                monitoring.startMonitoring(region)
            }
        }
        regions = monitoring
    }
}
