public import LocationModel

/// The whole pipeline without an actor, a clock or a receiver: events of a recording go in, events of a manager come out.
///
/// It is the same ``HubCore`` and ``ManagerCore`` that run live. The same events and settings give the same, at any speed and
/// however the input is cut. What needs a clock is left out: `maximumAge` refuses nothing, and of a gap only what the recording
/// says is known: the cause that a track gives, `noFix`, `rejected` or `inaccurate` where such fixes came in it, else `silent`.
public struct Replay: Sendable {
    private var hub: HubCore
    private var manager: ManagerCore
    /// What the hub reports of the event in hand; its memory is used again.
    private var reports: [HubReport] = []

    /// A manager with these settings and services. It has seen nothing yet, unless told what an earlier run left: its state,
    /// and the end of what it told. `recognizesActivity`: motion activities are among its events.
    public init(
        settings: ManagerSettings, monitoring services: MonitoredServices = MonitoredServices(),
        recognizesActivity: Bool = false, resuming state: PipelineState? = nil, after seed: StandardUpdates.Seed? = nil
    ) {
        hub = HubCore(
            staleAfter: settings.staleAfter, resuming: state?.gate, resumingAfter: state?.latest ?? seed?.location,
            at: .replay)
        manager = ManagerCore(settings: settings, resuming: state?.services, at: .replay)
        manager.start(resumingAfter: seed, at: .replay)
        // What it says at once is about requests that cannot be met, and of no track.
        _ = manager.handle(.service(.monitor(services)), at: .replay)
        if recognizesActivity { _ = manager.handle(.service(.startActivity), at: .replay) }
    }

    /// What the next run must know to go on as if this one had not ended.
    public var state: PipelineState { PipelineState(gate: hub.gate.state, services: manager.state(at: .replay)) }
    /// Fixes that passed the gate.
    public var accepted: Int { hub.accepted }
    /// Fixes that did not, by reason.
    public var rejected: [RejectionReason: Int] { hub.rejected }
    /// Locations that lost an absurd altitude.
    public var altitudesRejected: Int { hub.gate.altitudesRejected }
    /// Locations that were delivered.
    public var delivered: Int { manager.updates?.delivered ?? 0 }
    /// Good locations that were held back, by reason.
    public var held: [RejectionReason: Int] { manager.updates?.held ?? [:] }

    /// Takes what the receiver said next and appends what follows from it.
    public mutating func receive(_ event: ReceiverEvent, into events: inout [LocationEvent]) {
        hub.receive(event, at: .replay, into: &reports)
        for report in reports { manager.replay(report, into: &events) }
        reports.removeAll(keepingCapacity: true)
    }
}
