public import LocationModel

/// The whole pipeline without an actor, a clock or a receiver: events of a recording go in, events of a manager come
/// out.
///
/// It is the same ``HubCore`` and ``ManagerCore`` that run live. The same events and settings give the same result, at
/// any speed and however the input is split. Features that need a clock are left out: `maximumAge` refuses nothing, and
/// the cause of each gap comes from the recording alone: the cause in a track; `noFix`, `rejected` or `inaccurate` if
/// the gap contains such fixes; otherwise `silent`.
///
/// It is large, and nobody needs two of it: it cannot be copied.
public struct Replay: ~Copyable, Sendable {
    private var hub: HubCore
    private var manager: ManagerCore
    /// The hub's reports of the current event; the memory is reused.
    private var reports: [HubReport] = []

    /// A manager with these settings and services. It resumes from `state` and `seed` of an earlier run, if given.
    /// `recognizesActivity` adds motion activities to its events.
    public init(
        settings: ManagerSettings, monitoring services: MonitoredServices = MonitoredServices(),
        recognizesActivity: Bool = false, resuming state: PipelineState? = nil, after seed: StandardUpdates.Seed? = nil
    ) {
        hub = HubCore(
            staleAfter: settings.staleAfter, resuming: state?.gate, resumingAfter: state?.latest ?? seed?.location,
            at: .replay)
        hub.integrity = Integrity(resuming: state?.integrity)
        manager = ManagerCore(settings: settings, resuming: state?.services, at: .replay)
        manager.start(resumingAfter: seed, at: .replay)
        // The immediate events are about requests that cannot be met, and belong to no track.
        _ = manager.handle(.service(.monitor(services)), at: .replay)
        if recognizesActivity { _ = manager.handle(.service(.startActivity), at: .replay) }
    }

    /// The state from which the next run continues as if this one had not ended.
    public var state: PipelineState {
        PipelineState(gate: hub.gate.state, integrity: hub.integrity.kept, services: manager.state(at: .replay))
    }
    /// Fixes that passed the gate.
    public var accepted: Int { hub.accepted }
    /// Fixes that the gate refused, by reason.
    public var rejected: [RejectionReason: Int] { hub.rejected }
    /// Locations that lost an absurd altitude.
    public var altitudesRejected: Int { hub.gate.altitudesRejected }
    /// Locations that were delivered.
    public var delivered: Int { manager.updates?.delivered ?? 0 }
    /// Good locations that were held back, by reason.
    public var held: [RejectionReason: Int] { manager.updates?.held ?? [:] }

    /// Takes the receiver's next event and appends the resulting events.
    public mutating func receive(_ event: ReceiverEvent, into events: inout [LocationEvent]) {
        hub.receive(event, at: .replay, into: &reports)
        for report in reports { manager.replay(report, into: &events) }
        reports.removeAll(keepingCapacity: true)
    }
}
