public import LocationModel
internal import Motion
internal import Synchronization

/// The actor that owns the receiver and all managers.
///
/// Every fix passes its gate and goes to every manager. Each manager declares its demand, and the receiver is held
/// while any manager needs it. ``HubCore`` and the ``ManagerCore`` of each manager make all decisions; the hub, which
/// has the clock, the receiver and the sinks, calls one after the other and carries out what they return: no fix waits
/// between them. ``run()`` does the work, so a task must be running it.
public actor LocationHub {
    /// The executor passed to `init`.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    private let executor: ExecutorReference
    private let taskExecutor: (any TaskExecutor)?
    private let receiver: any Receiver
    private let clock: MonotonicClock
    private let onConditionChange: @Sendable (ReceiverCondition) -> Void
    private let onHeadingDemand: @Sendable (Bool) -> Void
    /// Where headings can come from.
    public nonisolated let headingSources = HeadingSources()
    private let onBeaconDemand: @Sendable (BeaconDemand) -> Void
    private var core: HubCore
    private var managers: [HubCore.ClientID: Manager] = [:]
    /// What managers were told and the hub has not done yet.
    private nonisolated let commands = Mutex<[(command: Command, manager: HubCore.ClientID)]>([])
    private nonisolated let arrivals = WakeSignal()
    private var isReceiverHeadingKnown = false
    /// What the manager that sees private regions, the recorder, knows of motion.
    private var evidence: MotionState?
    private let timer: DeadlineTimer
    private let holds: AsyncStream<Bool>
    private let holdsContinuation: AsyncStream<Bool>.Continuation

    /// A hub for a receiver.
    ///
    /// - Parameters:
    ///   - staleAfter: How long after the last report a fix becomes stale.
    ///   - lookInterval: How often to look at the receiver while no manager needs more, to save power; `nil` always
    ///     holds it.
    ///   - gate: The state of an earlier run's gate.
    ///   - last: The last location known to have passed it.
    ///   - integrity: What an earlier run knew of the trust in the position.
    ///   - zones: The private regions, hidden from all managers of clients; see ``apply(_:)``.
    ///   - executor: The executor of the hub, which calls all managers and sinks; `nil` is the cooperative pool.
    ///   - networkTime: The system's time, if the network sets it.
    ///   - slewed: By how much the system has slewed the clock.
    ///   - onConditionChange: Called once for each change of the receiver's condition; it must return immediately.
    ///   - onHeadingDemand: Called with true when the first manager needs headings, and with false when none does any
    ///     more; it must return immediately.
    ///   - onBeaconDemand: Called when managers ask for other beacons; it must return immediately.
    public init(
        receiver: any Receiver, staleAfter: Duration, lookInterval: Duration? = nil,
        resuming gate: FixGate.State? = nil, resumingAfter last: Location? = nil,
        knowing integrity: Integrity.State? = nil, hiding zones: PrivacyZones = PrivacyZones(), clock: MonotonicClock,
        executor: (any SerialExecutor)? = nil,
        networkTime: @escaping @Sendable () -> Timestamp? = { nil },
        slewed: @escaping @Sendable () -> Duration = { .zero },
        onConditionChange: @escaping @Sendable (ReceiverCondition) -> Void = { _ in },
        onHeadingDemand: @escaping @Sendable (Bool) -> Void = { _ in },
        onBeaconDemand: @escaping @Sendable (BeaconDemand) -> Void = { _ in }
    ) {
        self.receiver = receiver
        self.clock = clock
        self.onConditionChange = onConditionChange
        self.onHeadingDemand = onHeadingDemand
        self.onBeaconDemand = onBeaconDemand
        self.executor = ExecutorReference(executor)
        taskExecutor = executor as? any TaskExecutor
        core = HubCore(
            staleAfter: staleAfter, lookInterval: lookInterval, resuming: gate, resumingAfter: last, hiding: zones,
            at: .live(clock.now()))
        core.networkTime = networkTime
        core.slewed = slewed
        core.integrity = Integrity(resuming: integrity)
        timer = DeadlineTimer(clock: clock, executor: taskExecutor)
        (holds, holdsContinuation) = AsyncStream.makeStream()
    }

    /// Works until cancelled, then releases the receiver. Call it once.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.hold() }
            group.addTask { await self.obey() }
            for await batch in receiver.events {
                // What was asked before a report arrived is in force for it.
                obeyWaiting()
                perform(core.receive(batch, at: clock.now()))
            }
        }
        timer.end()
        for manager in managers.values { manager.timer?.end() }
        await receiver.stop()
    }

    /// Takes a heading of a compass, magnetic, with the system's time. It counts while the receiver reports none
    /// itself.
    public func receive(compass heading: Heading) {
        perform(core.receive(compass: heading, at: clock.now()))
    }

    /// Applies other settings; see `init`. Holds or releases the receiver accordingly, immediately.
    public func apply(staleAfter: Duration, lookInterval: Duration?) {
        perform(core.apply(staleAfter: staleAfter, lookInterval: lookInterval, at: clock.now()))
    }

    /// Applies other private regions: from now on, managers of clients receive nothing that these regions hide. Earlier
    /// events are not revoked.
    public func apply(_ zones: PrivacyZones) {
        perform(core.apply(zones))
    }

    /// The private regions, hidden from all managers of clients.
    public var zones: PrivacyZones { core.zones }

    /// The hub's state.
    public var status: Status { Status(of: core, source: receiver.source) }

    /// The receiver's state, with its start and cause.
    public var condition: ReceiverCondition { core.condition }

    /// The state of the gate, and of the trust in the position, to save for the next run.
    public var savedState: PipelineState {
        PipelineState(gate: core.gate.state, integrity: core.integrity.kept, receiver: receiver.source)
    }

    /// The latest fixes that the gate refused, and the latest outages without fixes, oldest first; see ``FixHistory``.
    /// An outcome that still lasts extends to the present.
    public var history: [FixOutcome] { core.history(at: clock.now()) }

    /// When the latest locations lay in private regions.
    public var privateStays: PrivateStays { core.stays }

    /// The location with reduced accuracy, for clients without full accuracy; `nil` if no recent one exists.
    public var reducedLocation: Location? { core.reduced.latest(at: clock.now())?.location }

    /// Takes reports of beacons, with times by this machine's clock, which is `time` now. Managers that ask for these
    /// beacons get them.
    public func receive(_ reports: [BeaconReport], time: Timestamp) {
        perform(core.receive(reports, at: clock.now(), time: time))
    }

    /// Starts and stops the receiver, one after the other, however fast the demands change.
    private func hold() async {
        for await isWanted in holds {
            if isWanted { receiver.start() } else { await receiver.stop() }
        }
    }

    private func perform(_ actions: HubCore.Actions) {
        // What managers ask for meanwhile comes after what the hub has decided already.
        var consequences: [HubCore.Actions] = []
        for delivery in actions.deliveries {
            if let next = take(.reports(delivery.reports), for: delivery.client) { consequences.append(next) }
        }
        if let condition = actions.condition { onConditionChange(condition) }
        if core.headings.isReceiverKnown, !isReceiverHeadingKnown {
            isReceiverHeadingKnown = true
            headingSources.receiverReports()
        }
        if let isNeeded = actions.needsHeading { onHeadingDemand(isNeeded) }
        if let beacons = actions.beacons { onBeaconDemand(beacons) }
        if let isHeld = actions.holdsReceiver { holdsContinuation.yield(isHeld) }
        timer.set(actions.deadline) { [weak self] in await self?.tick() }
        for next in consequences { perform(next) }
    }

    private func tick() {
        perform(core.tick(at: clock.now()))
    }
}

// MARK: - Managers

extension LocationHub {
    /// What a manager begins with.
    struct Beginning: Sendable {
        let settings: ManagerSettings
        let sink: any LocationSink
        let state: ServiceState?
        let limit: Int
        let seesPrivateRegions: Bool
        let authorization: Authorization
    }

    enum Command: Sendable {
        indirect case begin(Beginning)
        case input(ManagerInput)
        case end
    }

    fileprivate final class Manager {
        var core: ManagerCore
        let sink: any LocationSink
        /// Whether it may receive events of private regions.
        let seesPrivateRegions: Bool
        /// What it asked the hub for.
        var demand: Demand?
        var beacons = BeaconDemand()
        /// The start for which it did.
        var start = 0
        /// Only few managers have a deadline.
        var timer: DeadlineTimer?

        init(_ beginning: Beginning, at now: Duration) {
            core = ManagerCore(
                settings: beginning.settings, resuming: beginning.state, authorization: beginning.authorization,
                remembering: beginning.limit, at: .live(now))
            sink = beginning.sink
            seesPrivateRegions = beginning.seesPrivateRegions
        }

        /// Whether the hub does not know the demand yet.
        func isNew(_ outcome: ManagerCore.Outcome) -> Bool {
            let isWanted = outcome.demand != nil || !outcome.beaconDemand.isEmpty
            return outcome.demand != demand || outcome.beaconDemand != beacons
                || (isWanted && start != core.starts)
        }
    }

    /// Gives a command to a manager; returns at once.
    nonisolated func send(_ command: Command, for manager: HubCore.ClientID) {
        commands.withLock { $0.append((command, manager)) }
        arrivals.signal()
    }

    /// The state of a manager; one that has ended does nothing.
    package func status(of manager: LocationManager) -> LocationManager.Status {
        current(manager)?.core.status ?? LocationManager.Status(since: clock.now())
    }

    /// The results of a manager's latest locations.
    package func history(of manager: LocationManager) -> [FixOutcome] { current(manager)?.core.history ?? [] }

    func serviceState(of manager: LocationManager) -> ServiceState {
        current(manager)?.core.state(at: .live(clock.now())) ?? ServiceState()
    }

    /// A manager's known state of a region.
    package func state(ofRegion region: String, of manager: LocationManager) -> RegionState {
        current(manager)?.core.state(ofRegion: region) ?? .unknown
    }

    /// A manager after all that it was told.
    private func current(_ manager: LocationManager) -> Manager? {
        obeyWaiting()
        return managers[ObjectIdentifier(manager)]
    }

    private func obey() async {
        repeat { obeyWaiting() } while await arrivals.wait()
    }

    /// Does what managers were told until now.
    func obeyWaiting() {
        for (command, manager) in takeCommands() { obey(command, of: manager) }
    }

    private nonisolated func takeCommands() -> [(command: Command, manager: HubCore.ClientID)] {
        commands.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    private func obey(_ command: Command, of manager: HubCore.ClientID) {
        switch command {
        case .begin(let beginning): managers[manager] = Manager(beginning, at: clock.now())
        case .input(let input): if let consequence = take(input, for: manager) { perform(consequence) }
        case .end:
            guard let ended = managers.removeValue(forKey: manager) else { return }
            ended.timer?.end()
            perform(core.unregister(manager, at: clock.now()))
        }
    }

    /// Lets a manager handle an input. Returns what follows if it needs something else from now on.
    private func take(_ input: ManagerInput, for identifier: HubCore.ClientID) -> HubCore.Actions? {
        guard let manager = managers[identifier] else { return nil }
        if !manager.seesPrivateRegions {
            manager.core.recorderEvidence = manager.core.services.hasExactLocations ? evidence : nil
        }
        let outcome = manager.core.outcome(of: input, at: .live(clock.now()))
        if manager.seesPrivateRegions { evidence = manager.core.updates?.evidence }
        if !outcome.events.isEmpty { manager.sink.receive(outcome.events) }
        setDeadline(outcome.deadline, of: manager, identifier)
        guard manager.isNew(outcome) else { return nil }
        (manager.demand, manager.beacons, manager.start) = (outcome.demand, outcome.beaconDemand, manager.core.starts)
        guard outcome.demand != nil || !outcome.beaconDemand.isEmpty else {
            return core.unregister(identifier, at: clock.now())
        }
        return core.register(
            identifier, demand: outcome.demand, beacons: outcome.beaconDemand, start: manager.core.starts,
            access: HubCore.Access(
                disclosure: manager.core.authorization.disclosure,
                reducesAccuracy: manager.core.settings.reducesAccuracy,
                seesPrivateRegions: manager.seesPrivateRegions),
            at: clock.now())
    }

    private func setDeadline(_ deadline: Duration?, of manager: Manager, _ identifier: HubCore.ClientID) {
        guard deadline != nil || manager.timer != nil else { return }
        let timer = manager.timer ?? DeadlineTimer(clock: clock, executor: taskExecutor)
        manager.timer = timer
        timer.set(deadline) { [weak self] in self?.send(.input(.tick), for: identifier) }
    }
}

extension LocationHub {
    /// The hub's state, for `status`.
    public struct Status: Sendable, Hashable {
        /// The receiver, as written in the configuration.
        public var source: String
        /// The receiver's state.
        public var condition: ReceiverCondition
        /// The latest location that passed the gate, and the monotonic instant of its arrival.
        public var latest: (location: Location, arrival: Duration)? {
            guard let latestLocation, let latestArrival else { return nil }
            return (latestLocation, latestArrival)
        }
        package var receiverTime: ReceiverTime? { latest.map { ReceiverTime($0) } }
        /// The private region that contains the latest location, of this run or an earlier one; `nil` if none does.
        public var latestZone: PrivacyZone?
        /// Whether the machine is in a private region, or may be, since no location is known.
        public var isPlaceHidden = false
        /// The latest sky view; `nil` while the receiver reports nothing.
        public var sky: SkyView?
        /// Fixes that passed the gate.
        public var accepted = 0
        /// Fixes that the gate refused, by reason.
        public var rejected: [RejectionReason: Int] = [:]
        /// Locations that lost an absurd altitude.
        public var altitudesRejected = 0
        /// Whether the last look at the receiver brought a location.
        public var lastLookWasGood = true
        /// How many managers need locations.
        public var managers = 0

        /// Whether the position is to be trusted; `nil` if it always was.
        public var integrity: IntegrityChange?

        var latestLocation: Location?
        var latestArrival: Duration?

        init(of core: HubCore, source: String) {
            self.source = source
            condition = core.condition
            latestLocation = core.latest?.location
            latestArrival = core.latest?.arrival
            latestZone = core.zone
            isPlaceHidden = latestZone != nil || core.place == nil && !core.zones.isEmpty
            sky = core.sky
            integrity = core.integrity.change
            accepted = core.accepted
            rejected = core.rejected
            altitudesRejected = core.gate.altitudesRejected
            lastLookWasGood = core.duty.lastLookWasGood
            managers = core.clients.count
        }
    }
}

/// Where an actor runs: on the executor that it is given, otherwise on the cooperative pool.
///
/// An actor whose `unownedExecutor` is ``unowned`` always runs there, also when called from a task without a
/// preference.
struct ExecutorReference: Sendable {
    /// The executor of an actor without one of its own: the pool, one caller after the other.
    private actor Pool {}

    /// What the actor returns as its `unownedExecutor`.
    let unowned: UnownedSerialExecutor
    /// Retains the executor as long as the actor exists.
    private let owner: any AnyObject & Sendable

    /// A reference to an executor; `nil` is the pool.
    init(_ executor: (any SerialExecutor)?) {
        if let executor {
            unowned = executor.asUnownedSerialExecutor()
            owner = executor
        } else {
            let pool = Pool()
            unowned = pool.unownedExecutor
            owner = pool
        }
    }
}
