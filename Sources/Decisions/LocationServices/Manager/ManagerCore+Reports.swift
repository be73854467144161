internal import LocationModel
internal import Motion

/// The reports of the hub, on their way through the stages.
extension ManagerCore {
    /// Takes the next report of a recording, and appends the client's events.
    mutating func replay(_ report: HubReport, into events: inout [LocationEvent]) {
        // The events are collected in the caller's array, without a copy.
        swap(&self.events, &events)
        receive(report, at: .replay)
        swap(&self.events, &events)
    }

    mutating func receive(_ report: HubReport, at moment: Moment) {
        switch report {
        case .integrity(let change):
            guard updates != nil else { return }
            updates?.judged(change, into: &fromUpdates)
            passOn(at: moment)
        case .location(let location, let reset, let arrival):
            let age = ages.age(of: location, timeReset: reset, arrival: arrival, at: moment)
            let isDelivered = update(with: location, timeReset: reset, age: age, arrival: arrival, at: moment)
            let count = events.count
            // Asked in the call, all of the updates would be copied first: 3 kB.
            let isUpdating = updates != nil
            let evidence = recorderEvidence ?? updates?.evidence
            services.receive(
                location, evidence, timeReset: reset, isDelivered: isDelivered, isUpdating: isUpdating, into: &events)
            // What is delivered later would be out of order in a track.
            if events.count > count, events[count...].contains(where: \.isRecorded) {
                updates?.forgetKept(before: location.timestamp)
            }
            followRegions()
        case .rejected(let reason): updates?.rejected(reason)
        case .gap(let gap): updates?.recorded(gap)
        case .outage(let outage, let instant):
            updates?.outage(outage, at: instant)
            services.outage(outage, isUpdating: updates != nil, into: &events)
        case .heading(let heading): services.receive(heading, into: &events)
        case .beacons(let report):
            let count = events.count
            services.receive(report, into: &events)
            // As above.
            for case .region(let event) in events[count...] { updates?.forgetKept(before: event.timestamp) }
        }
    }

    /// Standard updates and deferral. Returns whether the updates delivered the location.
    private mutating func update(
        with location: Location, timeReset: TimeReset?, age: Double?, arrival: Duration?, at moment: Moment
    ) -> Bool {
        guard updates != nil else { return false }
        let reason =
            updates?.receive(location, timeReset: timeReset, age: age, at: arrival, into: &fromUpdates) ?? nil
        passOn(at: moment)
        // A replay needs no history: `locd why` does not ask it.
        if past.isKept, let arrival, let figures = updates?.figures(of: location, heldBack: reason, age: age) {
            past.revise(updates?.revised ?? [], arrival: arrival)
            past.note(FixOutcome(reason, figures: figures, timestamp: location.timestamp, arrival: arrival))
        }
        return reason == nil
    }

    /// Events of the updates go through the deferral; a pause that began or ended with it is noted.
    mutating func passOn(at moment: Moment) {
        deferral.pass(&fromUpdates, into: &events)
        guard let isPaused = updates?.isPaused, isPaused != wasPaused else { return }
        wasPaused = isPaused
        stateSince = moment.instant ?? stateSince
    }

    /// A region that was entered or left may require another accuracy.
    private mutating func followRegions() {
        guard services.regionsAccuracy != regionsAccuracy else { return }
        regionsAccuracy = services.regionsAccuracy
        advise(.regions(regionsAccuracy))
    }
}
