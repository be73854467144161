internal import LocationModel

/// The clients: what each needs from the receiver, and what it is authorized for.
extension HubCore {
    struct Client: Sendable {
        /// The manager's count of its starts: a client that restarts has received nothing.
        let start: Int
        /// What it needs from the receiver; `nil` for nothing.
        var demand: Demand?
        var beacons = BeaconDemand()
        /// What it is authorized for.
        var screen: ClientScreen
    }

    /// How much of the known data a client gets.
    struct Access: Sendable {
        var disclosure = Disclosure.everything
        /// Whether it requests only the location with reduced accuracy.
        var reducesAccuracy = false
        /// Whether it may receive events of private regions.
        var seesPrivateRegions = false
    }

    /// A client needs locations or beacons, or changes its demand. A new client gets the latest location at once, if it
    /// is fresh.
    mutating func register(
        _ identifier: ClientID, demand: Demand?, beacons: BeaconDemand = BeaconDemand(), start: Int,
        access: Access = Access(), at now: Duration
    ) -> Actions {
        if clients[identifier]?.start == start {
            clients[identifier]?.demand = demand
            let known = ask(for: beacons, identifier, at: now)
            var actions = demandsChanged(at: now)
            if !known.isEmpty {
                actions.deliveries.append(Delivery(client: identifier, reports: known))
            }
            return actions
        }
        var screen = ClientScreen(
            access.disclosure, hiding: access.seesPrivateRegions ? nil : zones, at: place,
            isReduced: access.reducesAccuracy)
        var opening = screen.open(
            with: monitor.outage, latest: latest, isFresh: condition.state.hasFix,
            reduced: reduced.latest(at: now).map { .location($0.location, timeReset: nil, arrival: $0.arrival) },
            at: now)
        clients[identifier] = Client(start: start, demand: demand, screen: screen)
        opening += ask(for: beacons, identifier, at: now)
        var actions = demandsChanged(needsLocation: demand?.isPaused == false, at: now)
        if !opening.isEmpty {
            actions.deliveries.append(Delivery(client: identifier, reports: opening))
        }
        return actions
    }

    /// A client needs no more locations.
    mutating func unregister(_ identifier: ClientID, at now: Duration) -> Actions {
        clients[identifier] = nil
        return demandsChanged(at: now)
    }

    /// Applies other private regions; see ``LocationHub/apply(_:)``.
    mutating func apply(_ zones: PrivacyZones) -> Actions {
        if !zones.hidesSame(as: self.zones) { stays.forget(until: latest?.arrival) }
        self.zones = zones
        if let latest, zones.zone(at: latest.location.coordinate) != nil {
            stays.note(latest.location, isHidden: true, at: latest.arrival)
        }
        var actions = conclude([], since: condition)
        for (identifier, var client) in clients {
            let reports = client.screen.apply(
                zones, outage: monitor.outage, latest: latest, isFresh: condition.state.hasFix)
            clients[identifier] = client
            if !reports.isEmpty {
                actions.deliveries.append(Delivery(client: identifier, reports: reports))
            }
        }
        return actions
    }

    mutating func demandsChanged(needsLocation: Bool = false, at now: Duration) -> Actions {
        duty.update(clients.values.compactMap(\.demand), needsLocation: needsLocation, at: now)
        needsHeading = clients.values.contains { $0.demand?.needsHeading == true }
        var actions = conclude([], since: condition)
        actions.beacons = changedBeaconDemand()
        return actions
    }

    /// The reports of a batch that each client may receive.
    mutating func deliveries(of reports: [HubReport]) -> [Delivery] {
        let reduced = reducedReport
        reducedReport = nil
        guard !reports.isEmpty else { return [] }
        var deliveries: [Delivery] = []
        deliveries.reserveCapacity(clients.count)
        // In place: a loop over them would copy all of them.
        var index = clients.startIndex
        while index != clients.endIndex {
            let passed = clients.values[index].screen.pass(reports, reduced: reduced)
            if !passed.isEmpty {
                deliveries.append(Delivery(client: clients.keys[index], reports: passed))
            }
            clients.formIndex(after: &index)
        }
        return deliveries
    }
}
