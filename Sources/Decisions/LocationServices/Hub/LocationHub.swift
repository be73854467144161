public import LocationModel

/// The actor that owns the receiver and knows all managers.
///
/// Every fix passes its gate and goes to every manager. Each manager declares its demand, and the receiver is held
/// while any manager needs it. ``HubCore`` makes these decisions; the hub, which has the clock, the receiver and the
/// managers, carries them out. ``run()`` does the work, so a task must be running it.
public actor LocationHub {
    /// The executor passed to `init`.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    private let executor: ExecutorReference
    private let receiver: any Receiver
    private let clock: MonotonicClock
    private let onConditionChange: @Sendable (ReceiverCondition) -> Void
    private let onHeadingDemand: @Sendable (Bool) -> Void
    /// Where headings can come from.
    public nonisolated let headingSources = HeadingSources()
    private let onBeaconDemand: @Sendable (BeaconDemand) -> Void
    private var core: HubCore
    private var managers: [HubCore.ClientID: LocationManager] = [:]
    private var isReceiverHeadingKnown = false
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
    ///   - zones: The private regions, hidden from all managers of clients; see ``apply(_:)``.
    ///   - executor: The executor of the hub; `nil` is the cooperative pool. Reports reach a manager on the same
    ///     executor
    ///     without a change of threads.
    ///   - onConditionChange: Called once for each change of the receiver's condition; it must return immediately.
    ///   - onHeadingDemand: Called with true when the first manager needs headings, and with false when none does any
    ///     more; it
    ///     must return immediately.
    ///   - onBeaconDemand: Called when managers ask for other beacons; it must return immediately.
    public init(
        receiver: any Receiver, staleAfter: Duration, lookInterval: Duration? = nil,
        resuming gate: FixGate.State? = nil, resumingAfter last: Location? = nil,
        hiding zones: PrivacyZones = PrivacyZones(), clock: MonotonicClock, executor: (any SerialExecutor)? = nil,
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
        core = HubCore(
            staleAfter: staleAfter, lookInterval: lookInterval, resuming: gate, resumingAfter: last, hiding: zones,
            at: .live(clock.now()))
        timer = DeadlineTimer(clock: clock, executor: executor as? any TaskExecutor)
        (holds, holdsContinuation) = AsyncStream.makeStream()
    }

    /// Works until cancelled, then releases the receiver. Call it once.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.hold() }
            for await batch in receiver.events { perform(core.receive(batch, at: clock.now())) }
        }
        // Managers that unregister later set no deadline.
        timer.end()
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

    /// The gate's state to save for the next run.
    public var gateState: FixGate.State { core.gate.state }

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

    /// A manager needs locations or beacons, or changes its demand. A new manager immediately gets the latest location,
    /// if fresh.
    func register(
        _ manager: LocationManager, demand: Demand?, beacons: BeaconDemand, start: Int, access: HubCore.Access
    ) {
        let identifier = ObjectIdentifier(manager)
        managers[identifier] = manager
        perform(
            core.register(
                identifier, demand: demand, beacons: beacons, start: start, access: access, at: clock.now()))
    }

    /// A manager needs no more locations.
    func unregister(_ manager: LocationManager) {
        let identifier = ObjectIdentifier(manager)
        guard managers.removeValue(forKey: identifier) != nil else { return }
        perform(core.unregister(identifier, at: clock.now()))
    }

    /// Starts and stops the receiver, one after the other, however fast the demands change.
    private func hold() async {
        for await isWanted in holds {
            if isWanted { receiver.start() } else { await receiver.stop() }
        }
    }

    private func perform(_ actions: HubCore.Actions) {
        for delivery in actions.deliveries {
            managers[delivery.client]?.deliver(delivery.reports, start: delivery.start)
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
    }

    private func tick() {
        perform(core.tick(at: clock.now()))
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
        /// The receiver's time, of the latest location.
        package var receiverTime: ReceiverTime? { latest.map { ReceiverTime($0) } }
        /// The private region that contains the latest location; `nil` if none does.
        public var latestZone: PrivacyZone?
        /// The latest sky view.
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

        var latestLocation: Location?
        var latestArrival: Duration?

        init(of core: HubCore, source: String) {
            self.source = source
            condition = core.condition
            latestLocation = core.latest?.location
            latestArrival = core.latest?.arrival
            latestZone = core.latest.flatMap { core.zones.zone(at: $0.location.coordinate) }
            sky = core.sky
            accepted = core.accepted
            rejected = core.rejected
            altitudesRejected = core.gate.altitudesRejected
            lastLookWasGood = core.duty.lastLookWasGood
            managers = core.clients.count
        }
    }
}
