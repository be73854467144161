internal import LocationModel

/// Stands between the hub and the manager of a client: its output may be seen by anybody.
///
/// It stands before the manager, not behind it. Visits, regions, activities, pauses and single locations are derived
/// from its output, so none of them can reveal more, whatever a client requests. In a zone that is cut, the client's
/// receiver has an outage, ``OutageCause/privateRegion``; in a blurred one, it stands still in the centre of the zone.
struct PrivacyScreen: Sendable {
    private var filter: PrivacyFilter
    /// The receiver's own outage, as last reported.
    private var outage: Outage?
    /// A correction of the time that the next location must report.
    private var reset: TimeReset?
    /// Whether the outage ``OutageCause/privateRegion`` was reported, and lasts.
    private var isClosed = false
    /// The presences of beacons that were determined in a zone, for the time after it.
    private var presences: [BeaconConstraint: BeaconPresence] = [:]

    /// A screen without any input; `place` is where the machine was last.
    init(_ zones: PrivacyZones, at place: Coordinate? = nil) {
        filter = PrivacyFilter(zones, at: place, repeatsBlur: true)
    }

    /// Takes a report of the hub, and returns what its manager may have of it.
    mutating func pass(_ reports: [HubReport]) -> [HubReport] {
        guard filter.isNeeded || isClosed else { return reports }
        var passed: [HubReport] = []
        passed.reserveCapacity(reports.count)
        for report in reports {
            switch report {
            case .location(let location, let reset, let arrival):
                pass(location, timeReset: reset, arrival: arrival, into: &passed)
            case .outage(let outage, _):
                self.outage = outage
                if !isClosed { passed.append(report) }
            case .rejected: if !isClosed { passed.append(report) }
            case .integrity(let change): pass(filter.filter(.integrity(change)), arrival: nil, into: &passed)
            case .heading(let heading): if !filter.filter(.heading(heading)).isEmpty { passed.append(report) }
            case .beacons(let report): pass(report, into: &passed)
            case .gap(let gap): pass(filter.filter(.gap(gap)), arrival: nil, into: &passed)
            }
        }
        return passed
    }

    /// What a manager must know that is new, or that gets other zones: the location, and the condition of the receiver.
    /// `latest` is the latest location, however old; it is delivered only if it `isFresh`.
    mutating func open(
        with outage: Outage?, latest: (location: Location, arrival: Duration)?, isFresh: Bool, at now: Duration
    ) -> [HubReport] {
        var reports: [HubReport] = []
        if let outage { reports.append(.outage(outage, at: now)) }
        // The present outage is known even if no zones existed before.
        self.outage = outage
        if let latest { reports.append(.location(latest.location, timeReset: nil, arrival: latest.arrival)) }
        return pass(reports).filter { report in
            if case .location = report { isFresh } else { true }
        }
    }

    /// Applies other zones, at the position of `latest`. What they hide is hidden at once; what they no longer hide
    /// appears with the next location.
    mutating func apply(
        _ zones: PrivacyZones, outage: Outage?, latest: (location: Location, arrival: Duration)?, isFresh: Bool
    ) -> [HubReport] {
        if let latest { filter.note(latest.location.coordinate) }
        let before = filter.zone
        filter.apply(zones)
        self.outage = outage
        guard let latest, let zone = zones.zone(at: latest.location.coordinate), zone != before else { return [] }
        return pass([.location(latest.location, timeReset: nil, arrival: latest.arrival)]).filter { report in
            if case .location = report { isFresh } else { true }
        }
    }

    /// What happens to beacons in a zone is hidden. What holds of them behind it is not.
    private mutating func pass(_ report: BeaconReport, into passed: inout [HubReport]) {
        if !filter.isHiding {
            passed.append(.beacons(report))
        } else if case .presence(let presence) = report {
            presences[presence.constraint] = presence
        }
    }

    private mutating func pass(
        _ location: Location, timeReset: TimeReset?, arrival: Duration?, into passed: inout [HubReport]
    ) {
        if let timeReset { pass(filter.filter(.timeReset(timeReset)), arrival: nil, into: &passed) }
        let delivered = filter.filter(.location(location))
        guard !delivered.isEmpty else {
            if !isClosed, let arrival {
                passed.append(.outage(Outage(cause: .privateRegion, began: arrival), at: arrival))
            }
            isClosed = true
            return
        }
        if isClosed, let arrival { passed.append(.outage(outage, at: arrival)) }
        isClosed = false
        pass(delivered, arrival: arrival, into: &passed)
        guard filter.zone == nil, !presences.isEmpty else { return }
        for var presence in presences.values.sorted(by: { "\($0.constraint)" < "\($1.constraint)" }) {
            presence.timestamp = location.timestamp
            passed.append(.beacons(.presence(presence)))
        }
        presences = [:]
    }

    private mutating func pass(_ events: [LocationEvent], arrival: Duration?, into passed: inout [HubReport]) {
        for event in events {
            switch event {
            case .gap(let gap): passed.append(.gap(gap))
            case .integrity(let change): passed.append(.integrity(change))
            case .location(let location):
                let correction = reset.map { TimeReset(timestamp: location.timestamp, previous: $0.previous) }
                reset = nil
                passed.append(.location(location, timeReset: correction, arrival: arrival))
            // It comes with the next location.
            case .timeReset(let known):
                reset = TimeReset(timestamp: known.timestamp, previous: reset?.previous ?? known.previous)
            default: break
            }
        }
    }
}
