public import LocationModel

/// Core Location's manager for one client: it takes what the hub reports and tells its sink what the client asked for.
///
/// Commands return at once, as Core Location's do, and take effect in order with the reports. The work is done by
/// ``run()``, which somebody must be running.
public actor LocationManager {
    /// What a manager is up to.
    public struct Status: Sendable, Hashable {
        /// Whether location updates were started.
        public var isUpdating = false
        /// Why updates are paused; `nil` where they are not.
        public var pauseCause: Pause.Cause?
        /// The monotonic instant at which updating, pause or stop set in.
        public var since: Duration
        /// How many locations were delivered since the start.
        public var delivered = 0
        /// What was held back since the start, by reason.
        public var held: [RejectionReason: Int] = [:]
        /// Reports of the hub that this manager was too slow for.
        public var missed = 0
        /// Whether the client is in the background, and how many events wait for its return.
        public var waitingInBackground: Int?
        /// Events that were given up because too many waited in the background.
        public var droppedInBackground = 0
    }

    private enum State {
        case stopped
        case updating(StandardUpdates)
    }

    private let hub: LocationHub
    private let sink: any LocationSink
    private let clock: MonotonicClock
    private let inbox = ManagerInbox()

    private var state = State.stopped
    private var settings: ManagerSettings
    private var newest: Timestamp?
    private var demand: Demand?
    private var stateSince: Duration
    private var starts = 0
    /// The count of starts that the hub knows.
    private var declaredStart = 0
    private var services: FurtherServices
    private var deferral: DeferredUpdates?
    private var background: BackgroundQueue?
    private var droppedInBackground = 0
    private var alarm: (instant: Duration, task: Task<Void, Never>)?
    private var past: FixHistory

    /// A manager on a hub, for a sink. `state` is what the services of an earlier run left; `remembering`, how many
    /// outcomes ``history`` holds at most.
    public init(
        settings: ManagerSettings, hub: LocationHub, sink: any LocationSink, clock: MonotonicClock,
        resuming state: ServiceState? = nil, remembering limit: Int = FixHistory.limit
    ) {
        past = FixHistory(limit: limit)
        self.settings = settings
        services = FurtherServices(settings: settings, resuming: state)
        self.hub = hub
        self.sink = sink
        self.clock = clock
        stateSince = clock.now()
    }

    /// Starts location updates; continues an earlier run where there is a seed. Started twice yields nothing new.
    public nonisolated func startUpdatingLocation(resumingAfter seed: StandardUpdates.Seed? = nil) {
        inbox.send(.start(seed))
    }

    /// Stops location updates, and lets go of the receiver if nobody else needs it.
    public nonisolated func stopUpdatingLocation() {
        inbox.send(.stop)
    }

    /// Pauses until ``resumeUpdatingLocation()``.
    public nonisolated func pauseUpdatingLocation() {
        inbox.send(.pause)
    }

    /// Ends a pause, whoever began it.
    public nonisolated func resumeUpdatingLocation() {
        inbox.send(.resume)
    }

    /// Takes new settings without losing what is known.
    public nonisolated func apply(_ settings: ManagerSettings) {
        inbox.send(.apply(settings))
    }

    /// A command to the services beside standard updates.
    nonisolated func send(_ command: ServiceCommand) {
        inbox.send(.service(command))
    }

    /// What the services must not forget over a restart.
    public var serviceState: ServiceState { services.state }

    /// Where a region is known to be; unknown too where there is no such region.
    public func state(ofRegion identifier: String) -> RegionState { services.state(ofRegion: identifier) }

    /// What the manager is up to.
    public var status: Status {
        var status = Status(since: stateSince)
        status.missed = inbox.missed
        status.waitingInBackground = background?.count
        status.droppedInBackground = droppedInBackground + (background?.dropped ?? 0)
        if case .updating(let updates) = state {
            status.isUpdating = true
            status.pauseCause = updates.pauseCause
            status.delivered = updates.delivered
            status.held = updates.held
        }
        return status
    }

    /// What became of the latest locations, the oldest first; see ``FixHistory``. Those that the gate refused are with
    /// ``LocationHub/history``.
    public var history: [FixOutcome] { past.outcomes }

    /// Takes reports of the hub, in order, that belong to one of this manager's starts.
    nonisolated func deliver(_ reports: [HubReport], start: Int) {
        inbox.send(.reports(reports, start: start))
    }

    /// Ends ``run()`` when everything that waits has been handled. Nothing is taken any more.
    public nonisolated func finish() {
        inbox.finish()
    }

    /// Works until cancelled or finished. Call it once.
    public func run() async {
        for await _ in inbox.arrivals {
            for item in inbox.takeAll() where !Task.isCancelled {
                let events = delivered(handle(item), after: item)
                if !events.isEmpty { await sink.receive(events) }
                await declareDemand()
                setAlarm()
            }
        }
        alarm?.task.cancel()
        alarm = nil
        await hub.unregister(self)
    }

    /// What the client gets now: in the background nothing, and on its return all that waited, as one batch.
    private func delivered(_ events: [LocationEvent], after item: ManagerInbox.Item) -> [LocationEvent] {
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

    private func handle(_ item: ManagerInbox.Item) -> [LocationEvent] {
        var events: [LocationEvent] = []
        switch item {
        case .start(let seed):
            guard case .stopped = state else { break }
            state = .updating(StandardUpdates(settings: settings, resumingAfter: seed, at: clock.now()))
            stateSince = clock.now()
            starts += 1
            // Of an earlier start, it may lie in a time that has been corrected since.
            newest = nil
            services.updatesChanged()
        case .stop:
            services.updatesChanged()
            guard case .updating = state else { break }
            if let deferral { events += deferral.finish(error: .deferredCanceled) }
            deferral = nil
            state = .stopped
            stateSince = clock.now()
        case .reports(let reports, let start): for report in reports { receive(report, start: start, into: &events) }
        case .pause: update(into: &events) { updates, events in updates.pauseOnRequest(into: &events) }
        case .resume: update(into: &events) { updates, events in updates.resumeOnRequest(into: &events) }
        case .apply(let new):
            settings = new
            services.apply(new)
            update(into: &events) { updates, events in updates.apply(new, into: &events) }
        case .service(.allowDeferred(let distance, let timeout)):
            allowDeferred(until: distance, timeout: timeout, into: &events)
        case .service(.disallowDeferred):
            if let deferral { events += deferral.finish(error: .deferredCanceled) }
            deferral = nil
        case .service(let command):
            services.handle(command, isUpdating: isUpdating, at: clock.now(), into: &events)
        case .tick:
            let now = clock.now()
            services.tick(at: now, into: &events)
            if let over = deferral, over.isDue(at: now) {
                deferral = nil
                events += over.finish()
            }
        }
        return events
    }

    private var isUpdating: Bool {
        if case .updating = state { true } else { false }
    }

    /// Changes the standard updates, if they run; what they say is deferred where the client allowed that.
    private func update(
        into events: inout [LocationEvent], _ change: (inout StandardUpdates, inout [LocationEvent]) -> Void
    ) {
        guard case .updating(var updates) = state else { return }
        // The state gives up its copy, or every change would copy it.
        state = .stopped
        let wasPaused = updates.isPaused
        var said: [LocationEvent] = []
        change(&updates, &said)
        if updates.isPaused != wasPaused { stateSince = clock.now() }
        state = .updating(updates)
        keep(said, into: &events)
    }

    private func keep(_ said: [LocationEvent], into events: inout [LocationEvent]) {
        for event in said {
            guard var keeping = deferral else {
                events.append(event)
                continue
            }
            deferral = nil
            if keeping.keep(event) { events += keeping.finish() } else { deferral = keeping }
        }
    }

    private func allowDeferred(until distance: Double, timeout: Double, into events: inout [LocationEvent]) {
        guard deferral == nil else { return }
        let refusal = isUpdating ? DeferredUpdates.refusal(for: settings) : .deferredNotUpdatingLocation
        if let refusal {
            events.append(.deferredUpdatesFinished(DeferredUpdatesFinish(timestamp: newest, error: refusal)))
        } else {
            deferral = DeferredUpdates(untilTraveled: distance, timeout: timeout, at: clock.now())
        }
    }

    private func receive(_ report: HubReport, start: Int, into events: inout [LocationEvent]) {
        // What was sent before the updates' last start means nothing to them.
        let isForUpdates = start == starts
        switch report {
        case .location(let location, let reset, let arrival):
            var isDelivered = false
            if isForUpdates {
                if reset != nil { newest = nil }
                newest = max(newest ?? location.timestamp, location.timestamp)
                let lag = newest.map { $0.seconds(since: location.timestamp) } ?? 0
                let age = (clock.now() - arrival).seconds + lag
                var outcome: FixOutcome?
                update(into: &events) { updates, said in
                    let reason = updates.receive(location, timeReset: reset, age: age, at: arrival, into: &said)
                    isDelivered = reason == nil
                    outcome = FixOutcome(
                        reason.map { .withheld($0) } ?? .delivered,
                        figures: updates.figures(of: location, heldBack: reason, age: age),
                        timestamp: location.timestamp, arrival: arrival)
                }
                if let outcome { past.note(outcome) }
            }
            services.receive(
                location, timeReset: reset, isDelivered: isDelivered, isUpdating: isUpdating, into: &events)
        case .rejected(let reason):
            if isForUpdates { update(into: &events) { updates, _ in updates.rejected(reason) } }
        case .outage(let outage, let instant):
            if isForUpdates { update(into: &events) { updates, _ in updates.outage(outage, at: instant) } }
        case .heading(let heading): services.receive(heading, into: &events)
        }
    }

    private func declareDemand() async {
        var demands = services.demands
        if case .updating(let updates) = state { demands.append(updates.demand) }
        var new = Demand.combined(demands)
        // Behind, nobody looks: what asks for more than the background's accuracy is content with that.
        if background != nil, let wanted = new?.desiredAccuracy,
            wanted.isMoreDemanding(than: settings.backgroundAccuracy)
        {
            new?.desiredAccuracy = settings.backgroundAccuracy
        }
        let isNews = new != demand || (new != nil && declaredStart != starts)
        guard isNews else { return }
        (demand, declaredStart) = (new, starts)
        if let new { await hub.register(self, demand: new, start: starts) } else { await hub.unregister(self) }
    }

    private func setAlarm() {
        let next = [services.deadline, deferral?.deadline].compactMap(\.self).min()
        guard next != alarm?.instant else { return }
        alarm?.task.cancel()
        alarm = next.map { instant in
            (
                instant,
                Task { [clock, inbox] in
                    do { try await clock.sleep(instant) } catch { return }
                    inbox.send(.tick)
                }
            )
        }
    }
}
