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

    private var gate = FixGate()
    private var updates: StandardUpdates

    /// A manager with these settings that has seen nothing yet.
    public init(settings: ManagerSettings) {
        updates = StandardUpdates(settings: settings)
    }

    /// Locations that lost an absurd altitude.
    public var altitudesRejected: Int { gate.altitudesRejected }
    /// Locations that were delivered.
    public var delivered: Int { updates.delivered }
    /// Good locations that were held back, by reason.
    public var held: [RejectionReason: Int] { updates.held }

    /// Takes what the receiver said next and appends what follows from it.
    public mutating func receive(_ event: ReceiverEvent, into events: inout [LocationEvent]) {
        let fix: Fix
        switch event {
        case .fix(let said): fix = said
        case .gap(let gap): return updates.recorded(gap)
        case .sky, .heading, .link: return
        }
        switch gate.judge(fix) {
        case .accepted(let location, let reset):
            accepted += 1
            updates.receive(location, timeReset: reset, into: &events)
        case .rejected(let reason):
            rejected[reason, default: 0] += 1
            updates.rejected(reason)
        }
    }
}
