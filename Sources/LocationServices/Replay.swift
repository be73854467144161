public import LocationModel

/// The whole pipeline without an actor, a clock or a receiver: events of a recording go in, events of a manager come out.
///
/// The same events and settings give the same, at any speed and however the input is cut. What needs a clock is left out:
/// `maximumAge` refuses nothing, and of a gap only what the recording says is known: the cause that a track
/// gives, `noFix`, `rejected` or `inaccurate` where such fixes came in it, else `silent`.
public struct Replay: Sendable {
    /// Fixes that passed the gate.
    public private(set) var accepted = 0
    /// Fixes that did not, by reason.
    public private(set) var rejected: [RejectionReason: Int] = [:]

    private var gate: FixGate
    private var core: ManagerCore

    /// A manager with these settings and services. It has seen nothing yet, unless told what an earlier run left: its state,
    /// and the end of what it told.
    public init(
        settings: ManagerSettings, monitoring services: MonitoredServices = MonitoredServices(),
        resuming state: PipelineState? = nil, after seed: StandardUpdates.Seed? = nil
    ) {
        gate = FixGate(resuming: state?.gate, resumingAfter: state?.latest ?? seed?.location)
        core = ManagerCore(settings: settings, resuming: state?.services, at: .zero)
        core.start(resumingAfter: seed, at: nil)
        // What it says at once is about requests that cannot be met, and of no track.
        _ = core.handle(.service(.monitor(services)), at: .zero)
    }

    /// What the next run must know to go on as if this one had not ended.
    public var state: PipelineState { PipelineState(gate: gate.state, services: core.state(at: nil)) }
    /// Locations that lost an absurd altitude.
    public var altitudesRejected: Int { gate.altitudesRejected }
    /// Locations that were delivered.
    public var delivered: Int { core.updates?.delivered ?? 0 }
    /// Good locations that were held back, by reason.
    public var held: [RejectionReason: Int] { core.updates?.held ?? [:] }

    /// Takes what the receiver said next and appends what follows from it.
    public mutating func receive(_ event: ReceiverEvent, into events: inout [LocationEvent]) {
        switch event {
        case .fix(let fix):
            switch gate.judge(fix) {
            case .accepted(let location, let reset):
                accepted += 1
                core.receive(location, timeReset: reset, at: nil, into: &events)
            case .rejected(let reason):
                rejected[reason, default: 0] += 1
                core.rejected(reason)
            }
        case .heading(let heading): core.receive(heading, into: &events)
        case .gap(let gap): core.recorded(gap)
        case .sky, .link: break
        }
    }
}
