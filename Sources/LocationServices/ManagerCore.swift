internal import LocationModel

/// Core Location's manager for one client as a pure state machine: commands and reports go in, events come out.
///
/// ``LocationManager`` runs it live and ``Replay`` offline, so that they cannot differ.
struct ManagerCore: Sendable {
    /// When a report came and what time it is now, monotonic. A replay knows neither.
    struct Moment {
        var arrival: Duration
        var now: Duration
    }

    /// What follows from something that was handled.
    struct Outcome {
        /// What the client gets now.
        var events: [LocationEvent]
        /// What is needed of the receiver from now on; see ``ManagerCore/demand``.
        var demand: Demand?
        /// See ``ManagerCore/deadline``.
        var deadline: Duration?
    }

    /// Standard updates, while they run.
    var updates: StandardUpdates?
    /// How often updates were started, or all began anew because the client may have something else.
    var starts = 0
    /// What the client may have.
    var authorization: Authorization
    /// What was reported to an earlier start was meant for another authorization.
    var firstStart = 0

    var settings: ManagerSettings
    var services: FurtherServices
    /// What the settings in force depend on, while there are no updates that know it.
    private var advice: SettingsAdvisor.State
    /// The accuracy that the regions ask for, as the updates know it.
    private var regionsAccuracy: DesiredAccuracy?
    private var newest: Timestamp?
    private var stateSince: Duration
    var deferral: DeferredUpdates?
    var background: BackgroundQueue?
    private var droppedInBackground = 0
    private var past: FixHistory

    /// `state` is what an earlier run left; `remembering`, how many outcomes ``history`` holds at most.
    init(
        settings: ManagerSettings, resuming state: ServiceState?, authorization: Authorization = .everything,
        remembering limit: Int = FixHistory.limit, at now: Duration
    ) {
        past = FixHistory(limit: limit)
        self.settings = settings
        self.authorization = authorization
        services = FurtherServices(settings: settings, resuming: state)
        services.disclosure = authorization.disclosure
        advice = state?.advice ?? SettingsAdvisor.State()
        regionsAccuracy = advice.regions
        stateSince = now
        services.apply(settingsAllowed)
    }

    /// What must not be forgotten over a restart; `now` is `nil` in a replay.
    func state(at now: Duration?) -> ServiceState {
        var state = services.state
        if let updates { state.updates = updates.state(at: now) }
        state.advice = updates?.advice ?? advice
        return state
    }

    /// Where a region is known to be.
    func state(ofRegion identifier: String) -> RegionState { services.state(ofRegion: identifier) }

    /// What the manager is up to.
    var status: LocationManager.Status {
        var status = LocationManager.Status(since: stateSince)
        status.waitingInBackground = background?.count
        status.droppedInBackground = droppedInBackground + (background?.dropped ?? 0)
        if let updates {
            status.isUpdating = true
            status.pauseCause = updates.pauseCause
            status.delivered = updates.delivered
            status.held = updates.held
            status.settingsInForce = updates.settingsInForce
        }
        return status
    }

    /// What became of the latest locations.
    var history: [FixOutcome] { past.outcomes }

    /// When ``ManagerInbox/Item/tick`` is due.
    var deadline: Duration? { [services.deadline, deferral?.deadline].compactMap(\.self).min() }

    /// What is needed of the receiver; `nil` for nothing, as for a client that may be told nothing.
    var demand: Demand? {
        guard authorization.disclosure != .nothing else { return nil }
        var demands = services.demands
        if let updates { demands.append(updates.demand) }
        var demand = Demand.combined(demands)
        // Behind, nobody looks: what asks for more than the background's accuracy is content with that.
        if background != nil, let wanted = demand?.desiredAccuracy,
            wanted.isMoreDemanding(than: settings.backgroundAccuracy)
        {
            demand?.desiredAccuracy = settings.backgroundAccuracy
        }
        return demand
    }

    /// The same as ``handle(_:at:)``, with all that an actor needs to know after it. Asked one after the other, each property
    /// would be asked of a copy of all of this.
    mutating func outcome(of item: ManagerInbox.Item, at now: Duration) -> Outcome {
        let events = handle(item, at: now)
        return Outcome(events: events, demand: demand, deadline: deadline)
    }

    /// Does what a client asks for, or takes what the hub reports. What the client gets now: in the background nothing, and
    /// on its return all that waited, as one batch.
    mutating func handle(_ item: ManagerInbox.Item, at now: Duration) -> [LocationEvent] {
        var events: [LocationEvent] = []
        perform(item, at: now, into: &events)
        switch item {
        case .service(.enterBackground): background = background ?? BackgroundQueue()
        case .service(.enterForeground):
            guard var queue = background else { break }
            background = nil
            droppedInBackground += queue.dropped
            return queue.takeAll() + events
        default: break
        }
        guard background != nil else { return events }
        background?.append(events)
        return []
    }

    private mutating func perform(_ item: ManagerInbox.Item, at now: Duration, into events: inout [LocationEvent]) {
        switch item {
        case .start(let seed):
            start(resumingAfter: seed, at: now)
            if authorization.status.isRefusal { refuse(into: &events) }
        case .stop: stop(at: now, into: &events)
        case .reports(let reports, let start):
            guard start >= firstStart else { return }
            // What was sent before the updates' last start means nothing to them.
            for report in reports { receive(report, isForUpdates: start == starts, at: now, into: &events) }
        case .pause: update(at: now, into: &events) { updates, events in updates.pauseOnRequest(into: &events) }
        case .resume: update(at: now, into: &events) { updates, events in updates.resumeOnRequest(into: &events) }
        case .apply(let new): apply(new, at: now, into: &events)
        case .authorize(let new): authorize(new, at: now, into: &events)
        case .service(let command) where command.asksForPlaces && authorization.status.isRefusal:
            refuse(into: &events)
        case .service(.allowDeferred(let distance, let timeout)):
            allowDeferred(until: distance, timeout: timeout, at: now, into: &events)
        case .service(.disallowDeferred): endDeferral(error: .deferredCanceled, into: &events)
        case .advise(let command): advise(command)
        case .service(let command):
            services.handle(command, isUpdating: updates != nil, at: now, into: &events)
        case .tick:
            services.tick(at: now, into: &events)
            if deferral?.isDue(at: now) == true { endDeferral(error: nil, into: &events) }
        case .settle: break
        }
    }

    /// Starts updates; does nothing where they run. `now` is `nil` in a replay.
    mutating func start(resumingAfter seed: StandardUpdates.Seed?, at now: Duration?) {
        guard updates == nil else { return }
        updates = StandardUpdates(
            settings: settingsAllowed, resuming: services.takeUpdates(), after: seed, advice: advice, at: now)
        stateSince = now ?? stateSince
        starts += 1
        // Of an earlier start, it may lie in a time that has been corrected since.
        newest = nil
        services.updatesChanged()
    }

    private mutating func stop(at now: Duration, into events: inout [LocationEvent]) {
        services.updatesChanged()
        guard updates != nil else { return }
        endDeferral(error: .deferredCanceled, into: &events)
        advice = updates?.advice ?? advice
        updates = nil
        stateSince = now
    }

    /// No time counts as the newest any more.
    mutating func forgetNewest() { newest = nil }

    private mutating func advise(_ command: SettingsCommand) {
        guard updates == nil else {
            updates?.advise(command)
            return
        }
        var advisor = SettingsAdvisor(settings, resuming: advice)
        advisor.handle(command)
        advice = advisor.state
    }

    private mutating func receive(
        _ report: HubReport, isForUpdates: Bool, at now: Duration, into events: inout [LocationEvent]
    ) {
        switch report {
        case .location(let location, let reset, let arrival):
            receive(
                location, timeReset: reset, isForUpdates: isForUpdates, at: Moment(arrival: arrival, now: now),
                into: &events)
        case .rejected(let reason): if isForUpdates { updates?.rejected(reason) }
        case .outage(let outage, let instant):
            guard isForUpdates else { return }
            updates?.outage(outage, at: instant)
            services.outage(outage, isUpdating: updates != nil, into: &events)
        case .gap(let gap): if isForUpdates { recorded(gap) }
        case .heading(let heading): services.receive(heading, into: &events)
        }
    }

    /// The gate refused a fix.
    mutating func rejected(_ reason: RejectionReason) {
        updates?.rejected(reason)
    }

    /// The recording that is played has a hole here.
    mutating func recorded(_ gap: Gap) {
        updates?.recorded(gap)
    }

    /// The receiver said where the bow points.
    mutating func receive(_ heading: Heading, into events: inout [LocationEvent]) {
        services.receive(heading, into: &events)
    }

    /// Takes the next location that passed the gate. Without a moment, in a replay, it has no age, and nothing is noted for
    /// ``history``.
    mutating func receive(
        _ location: Location, timeReset: TimeReset?, isForUpdates: Bool = true, at moment: Moment?,
        into events: inout [LocationEvent]
    ) {
        var isDelivered = false
        if isForUpdates {
            var age: Double?
            if let moment { age = self.age(of: location, timeReset: timeReset, at: moment) }
            var reason: RejectionReason?
            let wasUpdating = update(at: moment?.now, into: &events) { updates, said in
                reason = updates.receive(location, timeReset: timeReset, age: age, at: moment?.arrival, into: &said)
            }
            isDelivered = wasUpdating && reason == nil
            if let moment, let updates {
                past.note(
                    FixOutcome(
                        reason.map { .withheld($0) } ?? .delivered,
                        figures: updates.figures(of: location, heldBack: reason, age: age),
                        timestamp: location.timestamp, arrival: moment.arrival))
            }
        }
        services.receive(
            location, timeReset: timeReset, isDelivered: isDelivered, isUpdating: updates != nil, into: &events)
        if services.regionsAccuracy != regionsAccuracy {
            regionsAccuracy = services.regionsAccuracy
            advise(.regions(regionsAccuracy))
        }
    }

    /// Seconds since the arrival and the lag behind the newest time.
    private mutating func age(of location: Location, timeReset: TimeReset?, at moment: Moment) -> Double {
        if timeReset != nil { newest = nil }
        let newest = max(newest ?? location.timestamp, location.timestamp)
        self.newest = newest
        return (moment.now - moment.arrival).seconds + newest.seconds(since: location.timestamp)
    }

    /// Changes the standard updates, if they run; what they say is deferred where the client allowed that.
    @discardableResult
    mutating func update(
        at now: Duration?, into events: inout [LocationEvent],
        _ change: (inout StandardUpdates, inout [LocationEvent]) -> Void
    ) -> Bool {
        guard let wasPaused = updates?.isPaused else { return false }
        if deferral == nil {
            updates?.change(into: &events, change)
        } else {
            var said: [LocationEvent] = []
            updates?.change(into: &said, change)
            keep(said, into: &events)
        }
        if let now, updates?.isPaused != wasPaused { stateSince = now }
        return true
    }

    private mutating func keep(_ said: [LocationEvent], into events: inout [LocationEvent]) {
        for event in said {
            guard var keeping = deferral else {
                events.append(event)
                continue
            }
            // The state gives up its copy, or every change would copy it.
            deferral = nil
            if keeping.keep(event) { events += keeping.finish() } else { deferral = keeping }
        }
    }

    private mutating func allowDeferred(
        until distance: Double, timeout: Double, at now: Duration, into events: inout [LocationEvent]
    ) {
        guard deferral == nil else { return }
        let refusal = updates != nil ? DeferredUpdates.refusal(for: settingsAllowed) : .deferredNotUpdatingLocation
        if let refusal {
            events.append(.deferredUpdatesFinished(DeferredUpdatesFinish(timestamp: newest, error: refusal)))
        } else {
            deferral = DeferredUpdates(untilTraveled: distance, timeout: timeout, at: now)
        }
    }

    private mutating func endDeferral(error: LocationFailure.Error?, into events: inout [LocationEvent]) {
        if let deferral { events += deferral.finish(error: error) }
        deferral = nil
    }
}

extension StandardUpdates {
    /// Lets an optional be changed where it lies, without a copy.
    fileprivate mutating func change(
        into events: inout [LocationEvent], _ change: (inout Self, inout [LocationEvent]) -> Void
    ) {
        change(&self, &events)
    }
}
