package import LocationModel

/// Beacons as a pure state machine: advertisements and demands go in, reports come out.
///
/// It knows only beacons that somebody asks for. Each is followed by a ``BeaconTracker``; a constraint is satisfied
/// while one of its beacons is here. Silence counts only while somebody listens: without Bluetooth, nothing is known.
package struct BeaconCore: Sendable {
    package static let rangingInterval = Duration.seconds(1)
    /// How long a beacon has to be heard before its absence is determined for the first time.
    package static let firstLook = Duration.seconds(10)
    /// The maximum number of beacons that are followed: anybody can send any number of identities.
    package static let maximumBeacons = 1024

    private var demand = BeaconDemand()
    /// The demanded constraints of each UUID.
    private var groups: [BeaconUUID: [BeaconConstraint]] = [:]
    private var trackers: [BeaconIdentity: BeaconTracker] = [:]
    private var presences: [BeaconConstraint: BeaconIdentity?] = [:]
    /// When the search for those began whose presence is unknown.
    private var searches: [BeaconConstraint: Duration] = [:]
    private var listeners: Set<BeaconSighting.Source> = []
    private var nextRanging: Duration?

    /// A core without demands, to which nobody listens.
    package init() {}

    /// The number of beacons that are followed.
    package var count: Int { trackers.count }

    package var isListening: Bool { !listeners.isEmpty }

    /// When ``tick(at:time:)`` is due; `nil` if nothing is.
    package var deadline: Duration? {
        var deadlines: [Duration] = []
        if isListening {
            if let nextRanging { deadlines.append(nextRanging) }
            deadlines += searches.values.map { $0 + Self.firstLook }
        }
        for tracker in trackers.values where tracker.isHere && listeners.contains(tracker.heard.source) {
            deadlines.append(tracker.heard.instant + BeaconTracker.exitDelay)
        }
        return deadlines.min()
    }

    // MARK: - Input

    /// Somebody asks for other beacons. Returns what is known of new constraints.
    package mutating func apply(_ new: BeaconDemand, at now: Duration, time: Timestamp) -> [BeaconReport] {
        let old = demand
        guard new != old else { return [] }
        demand = new
        groups = Dictionary(grouping: new.monitored.union(new.ranged), by: \.uuid)
        trackers = trackers.filter { isDemanded($0.key) }
        presences = presences.filter { new.monitored.contains($0.key) }
        searches = searches.filter { new.monitored.contains($0.key) }
        var reports: [BeaconReport] = []
        for constraint in new.monitored.subtracting(old.monitored) {
            // A beacon that is ranged is known already.
            if let here = beacon(of: constraint) {
                presences[constraint] = here
                reports.append(presence(of: constraint, here, time))
            } else {
                searches[constraint] = now
            }
        }
        if new.ranged.isEmpty {
            nextRanging = nil
        } else if old.ranged.isEmpty {
            nextRanging = now + Self.rangingInterval
        }
        if !isListening { reports += failures(of: new.ranged.subtracting(old.ranged), time) }
        return reports
    }

    package mutating func receive(_ sighting: BeaconSighting, at now: Duration, time: Timestamp) -> [BeaconReport] {
        let identity = sighting.advertisement.identity
        guard isDemanded(identity) else { return [] }
        guard var tracker = trackers[identity] else {
            guard makeRoom() else { return [] }
            let tracker = BeaconTracker(sighting, at: now, time: time)
            trackers[identity] = tracker
            return []
        }
        let wasHere = tracker.isHere
        tracker.receive(sighting, at: now, time: time)
        trackers[identity] = tracker
        return tracker.isHere && !wasHere ? entered(identity, time) : []
    }

    /// A source listens from now on, or is deaf.
    package mutating func listen(
        _ source: BeaconSighting.Source, _ isListening: Bool, at now: Duration, time: Timestamp
    ) -> [BeaconReport] {
        guard listeners.contains(source) != isListening else { return [] }
        let wasListening = self.isListening
        if isListening { listeners.insert(source) } else { listeners.remove(source) }
        if isListening {
            for (identity, tracker) in trackers where tracker.heard.source == source {
                trackers[identity]?.listeningBegan(at: now)
            }
        }
        guard self.isListening != wasListening else { return [] }
        guard self.isListening else { return failures(of: demand.ranged, time) }
        for constraint in searches.keys { searches[constraint] = now }
        if nextRanging != nil { nextRanging = now + Self.rangingInterval }
        return []
    }

    package mutating func tick(at now: Duration, time: Timestamp) -> [BeaconReport] {
        var reports: [BeaconReport] = []
        for (identity, tracker) in trackers where listeners.contains(tracker.heard.source) {
            guard now - tracker.heard.instant >= BeaconTracker.exitDelay else { continue }
            trackers[identity] = nil
            if tracker.isHere { reports += left(identity, time) }
        }
        guard isListening else { return reports }
        for (constraint, began) in searches where now - began >= Self.firstLook {
            searches[constraint] = nil
            presences[constraint] = .some(nil)
            reports.append(presence(of: constraint, nil, time))
        }
        if let next = nextRanging, now >= next {
            // A late tick is followed by the next one in its turn, not by several at once.
            nextRanging = max(next + Self.rangingInterval, now)
            reports += range(at: now, time)
        }
        return reports
    }

    // MARK: - Presence

    private func isDemanded(_ identity: BeaconIdentity) -> Bool {
        groups[identity.uuid]?.contains { $0.isSatisfied(by: identity) } ?? false
    }

    private func beacon(of constraint: BeaconConstraint) -> BeaconIdentity? {
        trackers.values.filter { $0.isHere && constraint.isSatisfied(by: $0.identity) }
            .min { $0.identity.order < $1.identity.order }?.identity
    }

    private mutating func entered(_ identity: BeaconIdentity, _ time: Timestamp) -> [BeaconReport] {
        var reports: [BeaconReport] = []
        for constraint in groups[identity.uuid] ?? []
        where demand.monitored.contains(constraint) && constraint.isSatisfied(by: identity)
            && (presences[constraint] ?? nil) == nil
        {
            presences[constraint] = identity
            searches[constraint] = nil
            reports.append(presence(of: constraint, identity, time))
        }
        return reports
    }

    private mutating func left(_ identity: BeaconIdentity, _ time: Timestamp) -> [BeaconReport] {
        var reports: [BeaconReport] = []
        for constraint in groups[identity.uuid] ?? [] where presences[constraint] == .some(identity) {
            // Another beacon of the group may still be here: then nothing is left.
            let other = beacon(of: constraint)
            presences[constraint] = .some(other)
            if other == nil { reports.append(presence(of: constraint, nil, time)) }
        }
        return reports
    }

    private func presence(
        of constraint: BeaconConstraint, _ beacon: BeaconIdentity?, _ time: Timestamp
    ) -> BeaconReport {
        .presence(BeaconPresence(timestamp: time, constraint: constraint, beacon: beacon))
    }

    /// Whether another beacon can be followed: of those that are not here, the one that was silent longest is
    /// forgotten.
    private mutating func makeRoom() -> Bool {
        guard trackers.count >= Self.maximumBeacons else { return true }
        guard let oldest = trackers.values.filter({ !$0.isHere }).min(by: { $0.heard.instant < $1.heard.instant })
        else { return false }
        trackers[oldest.identity] = nil
        return true
    }

    // MARK: - Ranging

    private mutating func range(at now: Duration, _ time: Timestamp) -> [BeaconReport] {
        var found: [BeaconUUID: [RangedBeacon]] = [:]
        for identity in trackers.keys {
            if let beacon = trackers[identity]?.ranged(at: now) { found[identity.uuid, default: []].append(beacon) }
        }
        return demand.ranged.sorted { "\($0)" < "\($1)" }.map { constraint in
            let beacons = (found[constraint.uuid] ?? []).filter { constraint.isSatisfied(by: $0.identity) }
            return .ranged(
                RangedBeacons(timestamp: time, constraint: constraint, beacons: beacons.sorted(by: Self.isNearer)))
        }
    }

    /// The nearest first; those of unknown distance last, and by identity.
    private static func isNearer(_ left: RangedBeacon, _ right: RangedBeacon) -> Bool {
        let (near, far) = (left.accuracy ?? .infinity, right.accuracy ?? .infinity)
        return near == far ? left.identity.order < right.identity.order : near < far
    }

    private func failures(of constraints: Set<BeaconConstraint>, _ time: Timestamp) -> [BeaconReport] {
        constraints.map { .rangingFailed($0, at: time) }
    }
}

extension BeaconIdentity {
    /// An order that is the same in every run.
    fileprivate var order: String { description }
}
