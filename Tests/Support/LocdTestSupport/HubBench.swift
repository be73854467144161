public import LocationModel
public import LocationServices

/// A hub over a scripted receiver, on a clock that the test moves.
public struct HubBench: Sendable {
    /// The time of hub and managers.
    public let clock = ManualClock()
    /// What the hub holds.
    public let receiver = ScriptedReceiver()
    /// The receiver's conditions, as the hub told them.
    public let conditions = Watched<[ReceiverCondition]>([])
    /// The hub.
    public let hub: LocationHub
    /// The managers, which last as long as the bench.
    private let managers = Watched<[LocationManager]>([])

    /// A hub that nobody runs yet.
    public init(
        lookInterval: Duration? = nil, resumingAfter last: Location? = nil, hiding zones: PrivacyZones = PrivacyZones()
    ) {
        let conditions = conditions
        hub = LocationHub(
            receiver: receiver, staleAfter: .seconds(5), lookInterval: lookInterval, resumingAfter: last,
            hiding: zones, clock: clock.clock, executor: ObservedExecutor.shared,
            onConditionChange: { condition in conditions.change { $0.append(condition) } })
    }

    /// A manager that filters nothing but what `change` sets, and the sink that keeps what it tells.
    public func client(
        resuming state: ServiceState? = nil, seesPrivateRegions: Bool = false,
        _ change: (inout ManagerSettings) -> Void = { _ in }
    ) -> (manager: LocationManager, sink: RecordingSink) {
        let sink = RecordingSink()
        let manager = LocationManager(
            settings: .unfiltered(change), hub: hub, sink: sink, resuming: state,
            seesPrivateRegions: seesPrivateRegions)
        managers.change { $0.append(manager) }
        return (manager, sink)
    }

    /// Runs the hub while the body runs, and cancels it afterwards.
    public func run(body: () async throws -> Void) async rethrows {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await hub.run() }
            defer { group.cancelAll() }
            try await body()
        }
    }

    /// Runs the hub while the body runs, with managers whose updates are started before it.
    public func run(starting managers: LocationManager..., body: () async throws -> Void) async rethrows {
        try await run {
            await start(managers)
            try await body()
        }
    }

    /// Starts the updates of managers that run and of which nothing else was asked before, and returns when the hub
    /// serves them.
    public func start(_ managers: LocationManager...) async {
        await start(managers)
    }

    /// Starts the updates of managers that run and of which nothing else was asked before, and returns when the hub
    /// serves them.
    public func start(_ managers: [LocationManager]) async {
        for manager in managers { manager.startUpdatingLocation() }
        for manager in managers { await manager.wait { $0.isUpdating } }
        await receiver.calls.wait { $0.last == .start }
    }

    /// Waits until the receiver is in a state, told once.
    @discardableResult
    public func state(_ state: ReceiverState) async -> ReceiverCondition? {
        await conditions.wait { $0.last?.state == state }.last
    }

    /// Waits until so many fixes passed the gate.
    public func accepted(atLeast count: Int) async {
        await hub.wait { $0.status.accepted >= count }
    }

    /// Waits until so many fixes were judged by the gate, and updates that ran all the time have dealt with those that
    /// passed.
    public func judged(_ count: Int, by managers: [LocationManager]) async {
        await hub.wait { $0.status.accepted + $0.status.rejected.values.reduce(0, +) >= count }
        let accepted = await hub.status.accepted
        for manager in managers {
            await manager.wait { $0.delivered + $0.held.values.reduce(0, +) >= accepted }
        }
    }
}
