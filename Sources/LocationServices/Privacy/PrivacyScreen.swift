internal import LocationModel

/// Stands between the hub and the manager of a client: what comes out of it anybody may have.
///
/// It stands before the manager, not behind it: visits, regions, activities, pauses and single locations are derived from what came
/// out, so that none of them can tell more than that, whatever a client asks. In a zone that is cut the client's receiver has an
/// outage, ``OutageCause/privateRegion``; in one that is blurred, it stands still in the middle of the zone.
struct PrivacyScreen: Sendable {
    private var filter: PrivacyFilter
    /// The receiver's own outage, as far as it was reported.
    private var outage: Outage?
    /// A correction of the time that the next location must tell of.
    private var reset: TimeReset?
    /// Whether the outage ``OutageCause/privateRegion`` was reported, and goes on.
    private var isClosed = false

    /// A screen that has seen nothing.
    init(_ zones: PrivacyZones) {
        filter = PrivacyFilter(zones, blurInterval: 0)
    }

    /// Takes what the hub reports, and gives what its manager may have of it.
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
            case .heading(let heading): if !filter.filter(.heading(heading)).isEmpty { passed.append(report) }
            case .gap(let gap): if !filter.filter(.gap(gap)).isEmpty { passed.append(report) }
            }
        }
        return passed
    }

    /// What a manager must know that is new, or that other zones apply to: where it is, how the receiver is. `latest` is the
    /// latest location, however old; it is delivered only if it `isFresh`.
    mutating func open(
        with outage: Outage?, latest: (location: Location, arrival: Duration)?, isFresh: Bool, at now: Duration
    ) -> [HubReport] {
        var reports: [HubReport] = []
        if let outage { reports.append(.outage(outage, at: now)) }
        // How it is now is known even where nothing was in need of the screen before.
        self.outage = outage
        if let latest { reports.append(.location(latest.location, timeReset: nil, arrival: latest.arrival)) }
        return pass(reports).filter { report in
            if case .location = report { isFresh } else { true }
        }
    }

    /// Takes other zones, while it is where `latest` says. What they hide from now on is hidden at once; what they hide no more
    /// comes with the next location.
    mutating func apply(
        _ zones: PrivacyZones, outage: Outage?, latest: (location: Location, arrival: Duration)?, isFresh: Bool
    ) -> [HubReport] {
        filter.apply(zones)
        self.outage = outage
        guard let latest, let zone = zones.zone(at: latest.location.coordinate), zone != filter.zone else { return [] }
        return pass([.location(latest.location, timeReset: nil, arrival: latest.arrival)]).filter { report in
            if case .location = report { isFresh } else { true }
        }
    }

    private mutating func pass(
        _ location: Location, timeReset: TimeReset?, arrival: Duration?, into passed: inout [HubReport]
    ) {
        if let timeReset {
            _ = filter.filter(.timeReset(timeReset))
            reset = TimeReset(timestamp: timeReset.timestamp, previous: reset?.previous ?? timeReset.previous)
        }
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
        for event in delivered {
            switch event {
            case .gap(let gap): passed.append(.gap(gap))
            case .location(let location):
                let correction = reset.map { TimeReset(timestamp: location.timestamp, previous: $0.previous) }
                reset = nil
                passed.append(.location(location, timeReset: correction, arrival: arrival))
            // Of a location it says nothing else.
            default: break
            }
        }
    }
}
