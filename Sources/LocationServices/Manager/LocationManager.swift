public import LocationModel

/// Core Location's manager for one client: it takes what the hub reports and tells its sink what the client asked for.
///
/// Commands return at once, as Core Location's do, and take effect in order with the reports. The work is done by
/// ``run()``, which somebody must be running.
public actor LocationManager {
    /// The executor that the composition gave it.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

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
        /// What is in force instead of the settings as they were made; `nil` where it is these.
        public var settingsInForce: SettingsInForce?
        /// Whether the client is in the background, and how many events wait for its return.
        public var waitingInBackground: Int?
        /// Events that were given up because too many waited in the background.
        public var droppedInBackground = 0
    }

    /// Whether it may know what happens in private regions.
    private let seesPrivateRegions: Bool
    private let executor: ExecutorReference
    private let hub: LocationHub
    private let sink: any LocationSink
    private let clock: MonotonicClock
    private let inbox = ManagerInbox()
    private var core: ManagerCore
    private var demand: Demand?
    /// The count of starts that the hub knows.
    private var declaredStart = 0
    /// Whether the sink is being told, and who waits for the end of that.
    private var isTelling = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let timer: DeadlineTimer
    /// Those who wait for a state of the manager; see ``wait(until:)``.
    var waits = StateWaits<LocationManager>()

    /// A manager on a hub, for a sink. `state` is what an earlier run left; `remembering`, how many outcomes ``history``
    /// holds at most. One that `seesPrivateRegions` is for whoever they belong to, never for a client; see
    /// ``LocationHub/apply(_:)``. `authorization` is what the client may have, and who is nobody's client may have everything.
    /// `executor` is where the manager runs, `nil` the cooperative pool; see ``LocationHub``.
    public init(
        settings: ManagerSettings, hub: LocationHub, sink: any LocationSink, clock: MonotonicClock,
        resuming state: ServiceState? = nil, remembering limit: Int = FixHistory.limit,
        seesPrivateRegions: Bool = false, authorization: Authorization = .everything,
        executor: (any SerialExecutor)? = nil
    ) {
        self.seesPrivateRegions = seesPrivateRegions
        self.executor = ExecutorReference(executor)
        timer = DeadlineTimer(clock: clock)
        core = ManagerCore(
            settings: settings, resuming: state, authorization: authorization, remembering: limit,
            at: .live(clock.now()))
        self.hub = hub
        self.sink = sink
        self.clock = clock
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

    /// What the client may have is something else from now on: it is told that, and what it is told afterwards is by that.
    public nonisolated func authorize(_ authorization: Authorization) {
        inbox.send(.authorize(authorization))
    }

    /// Calls `body` when everything that was asked before has taken effect and the hub knows what it takes: whatever is
    /// reported from then on comes. The manager waits for it, so it must return soon; where the manager ends before, it is
    /// never called.
    public nonisolated func whenSettled(_ body: @escaping @Sendable () async -> Void) {
        inbox.send(.settle(body))
    }

    /// A command to the services beside standard updates.
    nonisolated func send(_ command: ServiceCommand) {
        inbox.send(.service(command))
    }

    /// Something asks for other settings than those that were made.
    nonisolated func send(_ command: SettingsCommand) {
        inbox.send(.advise(command))
    }

    /// What must not be forgotten over a restart. All that it knows of has been told to the sink.
    public var serviceState: ServiceState {
        get async {
            while isTelling { await withCheckedContinuation { waiting.append($0) } }
            return core.state(at: .live(clock.now()))
        }
    }

    /// Where a region is known to be; unknown too where there is no such region.
    public func state(ofRegion identifier: String) -> RegionState { core.state(ofRegion: identifier) }

    /// What the manager is up to.
    public var status: Status {
        var status = core.status
        status.missed = inbox.missed
        return status
    }

    /// What became of the latest locations, the oldest first; see ``FixHistory``. Those that the gate refused are with
    /// ``LocationHub/history``.
    public var history: [FixOutcome] { core.history }

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
                if case .settle(let body) = item { await body() }
                let outcome = core.outcome(of: item, at: .live(clock.now()))
                if !outcome.events.isEmpty { await tell(outcome.events) }
                await declare(outcome.demand)
                timer.set(outcome.deadline) { [inbox] in inbox.send(.tick) }
                waits.ask(self)
            }
        }
        timer.end()
        await hub.unregister(self)
    }

    private func tell(_ events: [LocationEvent]) async {
        isTelling = true
        await sink.receive(events)
        isTelling = false
        for continuation in waiting { continuation.resume() }
        waiting.removeAll()
    }

    private func declare(_ new: Demand?) async {
        let isNew = new != demand || (new != nil && declaredStart != core.admission.starts)
        guard isNew else { return }
        (demand, declaredStart) = (new, core.admission.starts)
        if let new {
            await hub.register(
                self, demand: new, start: core.admission.starts,
                access: HubCore.Access(
                    disclosure: core.admission.authorization.disclosure, reducesAccuracy: core.settings.reducesAccuracy,
                    seesPrivateRegions: seesPrivateRegions))
        } else {
            await hub.unregister(self)
        }
    }
}
