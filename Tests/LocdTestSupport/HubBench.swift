import LocationModel
import LocationServices
import LocdTestSupport

/// A hub over a scripted receiver, on a clock that the test moves.
struct HubBench: Sendable {
    let clock = ManualClock()
    let receiver = ScriptedReceiver()
    let conditions = Watched<[ReceiverCondition]>([])
    let hub: LocationHub

    init(lookInterval: Duration? = nil, resumingAfter last: Location? = nil) {
        let conditions = conditions
        hub = LocationHub(
            receiver: receiver, staleAfter: .seconds(5), lookInterval: lookInterval, resumingAfter: last,
            clock: clock.clock, onConditionChange: { condition in conditions.change { $0.append(condition) } })
    }

    /// A manager that filters nothing but what `change` sets.
    func manager(
        _ sink: RecordingSink, _ change: (inout ManagerSettings) -> Void = { _ in }
    ) -> LocationManager {
        LocationManager(settings: Self.settings(change), hub: hub, sink: sink, clock: clock.clock)
    }

    static func settings(_ change: (inout ManagerSettings) -> Void = { _ in }) -> ManagerSettings {
        var settings = ManagerSettings()
        settings.pausesLocationUpdatesAutomatically = false
        change(&settings)
        return settings
    }

    /// Runs the hub and the managers while the body runs, and cancels them afterwards.
    func run(_ managers: LocationManager..., body: () async throws -> Void) async rethrows {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await hub.run() }
            for manager in managers { group.addTask { await manager.run() } }
            defer { group.cancelAll() }
            try await body()
        }
    }

    /// Waits until the receiver is in a state, told once.
    @discardableResult
    func state(_ state: ReceiverState) async -> ReceiverCondition? {
        await conditions.wait { $0.last?.state == state }.last
    }

    /// Waits until so many fixes passed the gate.
    func accepted(atLeast count: Int) async {
        while await hub.status.accepted < count { await Task.yield() }
    }
}
