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
    private var past = FixHistory()

    /// A manager on a hub, for a sink.
    public init(
        settings: ManagerSettings, hub: LocationHub, sink: any LocationSink, clock: MonotonicClock
    ) {
        self.settings = settings
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

    /// What the manager is up to.
    public var status: Status {
        var status = Status(since: stateSince)
        status.missed = inbox.missed
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
                let events = handle(item)
                if !events.isEmpty { await sink.receive(events) }
                await declareDemand()
            }
        }
        await hub.unregister(self)
    }

    private func handle(_ item: ManagerInbox.Item) -> [LocationEvent] {
        var events: [LocationEvent] = []
        switch (item, state) {
        case (.start(let seed), .stopped):
            state = .updating(StandardUpdates(settings: settings, resumingAfter: seed, at: clock.now()))
            stateSince = clock.now()
            starts += 1
            // Of an earlier start, it may lie in a time that has been corrected since.
            newest = nil
        case (.stop, .updating):
            state = .stopped
            stateSince = clock.now()
        case (.apply(let new), .stopped):
            settings = new
        case (.reports, .stopped), (.start, .updating), (.stop, .stopped), (.pause, .stopped), (.resume, .stopped):
            break
        case (_, .updating(var updates)):
            // The state gives up its copy, or every change would copy it.
            state = .stopped
            let wasPaused = updates.isPaused
            switch item {
            case .reports(let reports, let start):
                if start == starts { receive(reports, updates: &updates, into: &events) }
            case .pause: updates.pauseOnRequest(into: &events)
            case .resume: updates.resumeOnRequest(into: &events)
            case .apply(let new):
                settings = new
                updates.apply(new, into: &events)
            case .start, .stop: break
            }
            if updates.isPaused != wasPaused { stateSince = clock.now() }
            state = .updating(updates)
        }
        return events
    }

    private func receive(
        _ reports: [HubReport], updates: inout StandardUpdates, into events: inout [LocationEvent]
    ) {
        let now = clock.now()
        for report in reports {
            switch report {
            case .location(let location, let reset, let arrival):
                if reset != nil { newest = nil }
                newest = max(newest ?? location.timestamp, location.timestamp)
                let lag = newest.map { $0.seconds(since: location.timestamp) } ?? 0
                let age = (now - arrival).seconds + lag
                let reason = updates.receive(location, timeReset: reset, age: age, at: arrival, into: &events)
                past.note(
                    FixOutcome(
                        reason.map { .withheld($0) } ?? .delivered,
                        figures: updates.figures(of: location, heldBack: reason, age: age),
                        timestamp: location.timestamp, arrival: arrival))
            case .rejected(let reason): updates.rejected(reason)
            case .outage(let outage, let instant): updates.outage(outage, at: instant)
            }
        }
    }

    private func declareDemand() async {
        let new: Demand? =
            switch state {
            case .stopped: nil
            case .updating(let updates): updates.demand
            }
        guard new != demand else { return }
        demand = new
        if let new { await hub.register(self, demand: new, start: starts) } else { await hub.unregister(self) }
    }
}
