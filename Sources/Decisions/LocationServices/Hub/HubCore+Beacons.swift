internal import LocationModel

/// The beacons: what clients ask for, and what is known of them.
extension HubCore {
    /// A presence, and the instant at which it was determined.
    struct KnownPresence: Sendable {
        var presence: BeaconPresence
        var arrival: Duration

        /// The presence as of now: it still holds.
        func report(at now: Duration) -> HubReport {
            var presence = presence
            presence.timestamp = presence.timestamp.advanced(bySeconds: (now - arrival).seconds)
            return .beacons(.presence(presence))
        }
    }

    /// Takes reports of beacons, with times by this machine's clock, which is `time` now.
    ///
    /// A track has the time of the receiver: if it is known, their times are moved to it.
    mutating func receive(_ reports: [BeaconReport], at now: Duration, time: Timestamp) -> Actions {
        let shift = receiverTime.map { $0.time(at: now).seconds(since: time) }
        let moved = reports.map { $0.moved(bySeconds: shift ?? 0) }
        for report in moved {
            switch report {
            case .presence(let presence):
                presences[presence.constraint] = KnownPresence(presence: presence, arrival: now)
            case .ranged(let ranged): rangingFailures.remove(ranged.constraint)
            case .rangingFailed(let constraint, _): rangingFailures.insert(constraint)
            }
        }
        var actions = conclude([], since: condition)
        for (identifier, var client) in clients where !client.beacons.isEmpty {
            let wanted = moved.filter(client.beacons.asksFor).map(HubReport.beacons)
            guard !wanted.isEmpty else { continue }
            let passed = client.screen.pass(wanted, reduced: nil)
            clients[identifier] = client
            guard !passed.isEmpty else { continue }
            actions.deliveries.append(Delivery(client: identifier, reports: passed))
        }
        return actions
    }

    /// A client asks for beacons. Returns what is known of those that are new to it.
    mutating func ask(for beacons: BeaconDemand, _ identifier: ClientID, at now: Duration) -> [HubReport] {
        guard var client = clients[identifier], client.beacons != beacons else { return [] }
        let new = beacons.monitored.subtracting(client.beacons.monitored)
        let failed = beacons.ranged.subtracting(client.beacons.ranged).intersection(rangingFailures)
        client.beacons = beacons
        var known = new.compactMap { presences[$0]?.report(at: now) }
        if let latest { known += failed.map { .beacons(.rangingFailed($0, at: latest.location.timestamp)) } }
        let passed = known.isEmpty ? [] : client.screen.pass(known, reduced: nil)
        clients[identifier] = client
        return passed
    }

    /// What all clients ask for, if that changed.
    mutating func changedBeaconDemand() -> BeaconDemand? {
        var demand = BeaconDemand()
        for client in clients.values where !client.beacons.isEmpty { demand.formUnion(client.beacons) }
        guard demand != beaconDemand else { return nil }
        beaconDemand = demand
        presences = presences.filter { demand.monitored.contains($0.key) }
        rangingFailures.formIntersection(demand.ranged)
        return demand
    }
}

extension BeaconDemand {
    /// Whether a report is about something in the demand.
    fileprivate func asksFor(_ report: BeaconReport) -> Bool {
        switch report {
        case .presence(let presence): monitored.contains(presence.constraint)
        case .ranged(let beacons): ranged.contains(beacons.constraint)
        case .rangingFailed(let constraint, _): ranged.contains(constraint)
        }
    }
}

extension BeaconReport {
    fileprivate func moved(bySeconds seconds: Double) -> BeaconReport {
        switch self {
        case .presence(var presence):
            presence.timestamp = presence.timestamp.advanced(bySeconds: seconds)
            return .presence(presence)
        case .ranged(var ranged):
            ranged.timestamp = ranged.timestamp.advanced(bySeconds: seconds)
            for index in ranged.beacons.indices {
                ranged.beacons[index].timestamp = ranged.beacons[index].timestamp.advanced(bySeconds: seconds)
            }
            return .ranged(ranged)
        case .rangingFailed(let constraint, let time):
            return .rangingFailed(constraint, at: time.advanced(bySeconds: seconds))
        }
    }
}
