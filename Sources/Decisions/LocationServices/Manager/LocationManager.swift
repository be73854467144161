public import LocationModel

/// Core Location's manager for one client: it receives the hub's reports and delivers to its sink what the client asked
/// for.
///
/// Commands return immediately, as Core Location's do, and take effect in order with the reports. ``run()`` does the
/// work, so a task must be running it.
public actor LocationManager {
    /// The executor passed to `init`.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    /// The state of a manager.
    public struct Status: Sendable, Hashable {
        /// Whether location updates were started.
        public var isUpdating = false
        /// Why updates are paused; `nil` if they are not.
        public var pauseCause: Pause.Cause?
        /// The monotonic instant at which the updates, the pause or the stop began.
        public var since: Duration
        /// How many locations were delivered since the start.
        public var delivered = 0
        /// How many locations were held back since the start, by reason.
        public var held: [RejectionReason: Int] = [:]
        /// Reports of the hub that were lost because this manager was too slow.
        public var missed = 0
        /// Whether it moves now; `nil` without updates.
        public var motion: CurrentMotion?
        /// The settings in force, if they differ from the configured ones; otherwise `nil`.
        public var settingsInForce: SettingsInForce?
        /// How many events wait for the client to return from the background; `nil` in the foreground.
        public var waitingInBackground: Int?
        /// Events that were dropped because too many waited in the background.
        public var droppedInBackground = 0
    }

    /// Whether it may receive events of private regions.
    private let seesPrivateRegions: Bool
    private let executor: ExecutorReference
    private let hub: LocationHub
    private let sink: any LocationSink
    private let clock: MonotonicClock
    private let inbox = ManagerInbox()
    private var core: ManagerCore
    private var demand: Demand?
    private var beaconDemand = BeaconDemand()
    /// The number of starts that the hub knows.
    private var declaredStart = 0
    /// Whether the sink is receiving events, and the callers that wait until it has finished.
    private var isTelling = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let timer: DeadlineTimer
    /// Whether the timer may be set.
    private var hasDeadline = false

    /// A manager on a hub, for a sink. `state` is the state of an earlier run, and `remembering` the maximum number of
    /// outcomes in ``history``. Set `seesPrivateRegions` only for the owner of these regions, never for a client; see
    /// ``LocationHub/apply(_:)``. `authorization` is the client's; the default is for a manager without a client.
    /// `executor` is where the manager runs; `nil` is the cooperative pool; see ``LocationHub``.
    public init(
        settings: ManagerSettings, hub: LocationHub, sink: any LocationSink, clock: MonotonicClock,
        resuming state: ServiceState? = nil, remembering limit: Int = FixHistory.limit,
        seesPrivateRegions: Bool = false, authorization: Authorization = .everything,
        executor: (any SerialExecutor)? = nil
    ) {
        self.seesPrivateRegions = seesPrivateRegions
        self.executor = ExecutorReference(executor)
        timer = DeadlineTimer(clock: clock, executor: executor as? any TaskExecutor)
        core = ManagerCore(
            settings: settings, resuming: state, authorization: authorization, remembering: limit,
            at: .live(clock.now()))
        self.hub = hub
        self.sink = sink
        self.clock = clock
    }

    /// Starts location updates; continues an earlier run if there is a seed. A second start has no effect.
    public nonisolated func startUpdatingLocation(resumingAfter seed: StandardUpdates.Seed? = nil) {
        send(.start(seed))
    }

    /// Stops location updates, and releases the receiver if no other manager needs it.
    public nonisolated func stopUpdatingLocation() {
        send(.stop)
    }

    /// Pauses until ``resumeUpdatingLocation()``.
    public nonisolated func pauseUpdatingLocation() {
        send(.pause)
    }

    /// Ends a pause, automatic or requested.
    public nonisolated func resumeUpdatingLocation() {
        send(.resume)
    }

    /// Applies new settings without losing state.
    public nonisolated func apply(_ settings: ManagerSettings) {
        send(.apply(settings))
    }

    /// Changes the client's authorization. The client receives an event, and the new authorization applies to all later
    /// events.
    public nonisolated func authorize(_ authorization: Authorization) {
        send(.authorize(authorization))
    }

    /// Calls `body` when all earlier commands have taken effect and the hub knows the resulting demand: every later
    /// report arrives. The manager waits for `body`, so it must return soon. If the manager ends first, `body` is never
    /// called.
    public nonisolated func whenSettled(_ body: @escaping @Sendable () async -> Void) {
        send(.settle(body))
    }

    /// Sends a command to the services beside standard updates.
    nonisolated func send(_ command: ServiceCommand) {
        send(.service(command))
    }

    /// Sends a command that overrides the configured settings.
    nonisolated func send(_ command: SettingsCommand) {
        send(.advise(command))
    }

    /// The state to save for the next run. The sink has received all events that this state includes.
    public var serviceState: ServiceState {
        get async {
            while isTelling { await withCheckedContinuation { waiting.append($0) } }
            return core.state(at: .live(clock.now()))
        }
    }

    /// The known state of a region; also unknown if the region does not exist.
    public func state(ofRegion identifier: String) -> RegionState { core.state(ofRegion: identifier) }

    /// The state of the manager.
    public var status: Status {
        var status = core.status
        status.missed = inbox.missed
        return status
    }

    /// The results of the latest locations, oldest first; see ``FixHistory``. ``LocationHub/history`` has those that
    /// the gate refused.
    public var history: [FixOutcome] { core.history }

    /// Takes reports of the hub, in order, that belong to one of this manager's starts.
    nonisolated func deliver(_ reports: [HubReport], start: Int) {
        send(.reports(reports, start: start))
    }

    /// Ends ``run()`` after all waiting items are handled. No further items are accepted.
    public nonisolated func finish() {
        inbox.finish()
    }

    /// Works until cancelled or finished. Call it once.
    public func run() async {
        await withTaskCancellationHandler {
            while let items = await inbox.next() {
                for item in items where !Task.isCancelled { await handle(item) }
            }
        } onCancel: {
            inbox.finish()
        }
        timer.end()
        await hub.unregister(self)
    }

    private nonisolated func send(_ item: ManagerInbox.Item) {
        inbox.send(item)
    }

    private func handle(_ item: ManagerInbox.Item) async {
        if case .settle(let body) = item { await body() }
        let outcome = core.outcome(of: item, at: .live(clock.now()))
        if !outcome.events.isEmpty { await tell(outcome.events) }
        if isNews(outcome.demand, outcome.beaconDemand) { await declare(outcome.demand, outcome.beaconDemand) }
        conclude(outcome)
    }

    private func conclude(_ outcome: ManagerCore.Outcome) {
        if hasDeadline || outcome.deadline != nil {
            hasDeadline = outcome.deadline != nil
            timer.set(outcome.deadline) { [inbox] in inbox.send(.tick) }
        }
    }

    private func tell(_ events: [LocationEvent]) async {
        isTelling = true
        await sink.receive(events)
        isTelling = false
        for continuation in waiting { continuation.resume() }
        waiting.removeAll()
    }

    /// Whether the hub does not know the demand yet.
    private func isNews(_ new: Demand?, _ beacons: BeaconDemand) -> Bool {
        let isWanted = new != nil || !beacons.isEmpty
        return new != demand || beacons != beaconDemand || (isWanted && declaredStart != core.admission.starts)
    }

    private func declare(_ new: Demand?, _ beacons: BeaconDemand) async {
        (demand, beaconDemand, declaredStart) = (new, beacons, core.admission.starts)
        if new != nil || !beacons.isEmpty {
            await hub.register(
                self, demand: new, beacons: beacons, start: core.admission.starts,
                access: HubCore.Access(
                    disclosure: core.admission.authorization.disclosure, reducesAccuracy: core.settings.reducesAccuracy,
                    seesPrivateRegions: seesPrivateRegions))
        } else {
            await hub.unregister(self)
        }
    }
}
