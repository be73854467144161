public import LocationModel

/// The actor that owns the receiver and knows all managers.
///
/// Every fix passes its one gate and goes to every manager; every manager's need comes back as demand, and the receiver
/// is held as long as somebody needs it. ``HubCore`` decides all that; the hub has the clock, the receiver and the managers,
/// and does what it says. The work is done by ``run()``, which somebody must be running.
public actor LocationHub {
    /// The executor that the composition gave it.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    private let executor: ExecutorReference
    private let receiver: any Receiver
    private let clock: MonotonicClock
    private let onConditionChange: @Sendable (ReceiverCondition) -> Void
    private var core: HubCore
    private var managers: [HubCore.ClientID: LocationManager] = [:]
    private let timer: DeadlineTimer
    private let holds: AsyncStream<Bool>
    private let holdsContinuation: AsyncStream<Bool>.Continuation
    /// Those who wait for a state of the hub; see ``wait(until:)``.
    var waits = StateWaits<LocationHub>()

    /// A hub over a receiver.
    ///
    /// - Parameters:
    ///   - staleAfter: How long without a report before a fix is called stale.
    ///   - lookInterval: Power saving: how often to look at the receiver while nobody needs more; `nil` always holds it.
    ///   - gate: What an earlier run's gate left.
    ///   - last: The last location that is known to have passed it.
    ///   - zones: What no manager of a client is told of; see ``apply(_:)``.
    ///   - executor: Where the hub runs; `nil` is the cooperative pool. A manager on the same executor takes what the hub
    ///     reports without a change of threads.
    ///   - onConditionChange: Called once for each change of the receiver's condition; it must return at once.
    public init(
        receiver: any Receiver, staleAfter: Duration, lookInterval: Duration? = nil,
        resuming gate: FixGate.State? = nil, resumingAfter last: Location? = nil,
        hiding zones: PrivacyZones = PrivacyZones(), clock: MonotonicClock, executor: (any SerialExecutor)? = nil,
        onConditionChange: @escaping @Sendable (ReceiverCondition) -> Void = { _ in }
    ) {
        self.receiver = receiver
        self.clock = clock
        self.onConditionChange = onConditionChange
        self.executor = ExecutorReference(executor)
        core = HubCore(
            staleAfter: staleAfter, lookInterval: lookInterval, resuming: gate, resumingAfter: last, hiding: zones,
            at: .live(clock.now()))
        timer = DeadlineTimer(clock: clock)
        (holds, holdsContinuation) = AsyncStream.makeStream()
    }

    /// Works until cancelled; then lets go of the receiver. Call it once.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.hold() }
            for await batch in receiver.events { perform(core.receive(batch, at: clock.now())) }
        }
        // Managers that leave later set no deadline any more.
        timer.end()
        await receiver.stop()
    }

    /// Takes other settings; see `init`. The receiver is held or let go of accordingly, at once.
    public func apply(staleAfter: Duration, lookInterval: Duration?) {
        perform(core.apply(staleAfter: staleAfter, lookInterval: lookInterval, at: clock.now()))
    }

    /// Takes other private regions: from now on no manager of a client is told what they hide. What it was told before stays
    /// told.
    public func apply(_ zones: PrivacyZones) {
        perform(core.apply(zones))
    }

    /// What no manager of a client is told of.
    public var zones: PrivacyZones { core.zones }

    /// What the hub knows.
    public var status: Status { Status(of: core, source: receiver.source) }

    /// What the receiver is up to.
    public var condition: ReceiverCondition { core.condition }

    /// What the gate must not forget over a restart.
    public var gateState: FixGate.State { core.gate.state }

    /// The latest fixes that the gate refused, and the latest outages of the receiver in which there were none, the oldest
    /// first; see ``FixHistory``. What lasts, lasts until now.
    public var history: [FixOutcome] { core.history(at: clock.now()) }

    /// The location with reduced accuracy, for clients that may have no other; `nil` if there is none that is recent.
    public var reducedLocation: Location? { core.reduced.latest(at: clock.now())?.location }

    /// A manager needs locations, or changes what it needs. One that is new gets the latest location at once, if fresh.
    func register(_ manager: LocationManager, demand: Demand, start: Int, access: HubCore.Access) {
        let identifier = ObjectIdentifier(manager)
        managers[identifier] = manager
        perform(core.register(identifier, demand: demand, start: start, access: access, at: clock.now()))
    }

    /// A manager needs nothing any more.
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
        if let isHeld = actions.holdsReceiver { holdsContinuation.yield(isHeld) }
        timer.set(actions.deadline) { [weak self] in await self?.tick() }
        waits.ask(self)
    }

    private func tick() {
        perform(core.tick(at: clock.now()))
    }
}
