import LocdProtocol

/// The services and settings that a session requests from the daemon.
struct RequestedSettings: Sendable, Hashable {
    var services: Set<SessionService>
    var settings: SessionSettings
    var isInBackground = false
    var isAsleep = false

    /// Takes back a change that the daemon refused, without affecting later requests.
    mutating func revert(_ change: SessionChange, knowing sent: SentSettings) {
        switch change {
        case .settings(let refused): if settings == refused, let before = sent.settings { settings = before }
        case .start(let refused): services.subtract(refused.subtracting(sent.started))
        case .stop(let refused): services.formUnion(refused.intersection(sent.started))
        case .background(let refused): if isInBackground == refused { isInBackground.toggle() }
        case .sleep(let refused): if isAsleep == refused { isAsleep.toggle() }
        }
    }
}

/// One change of a session that is sent to the daemon.
enum SessionChange: Sendable, Hashable {
    case settings(SessionSettings)
    case start(Set<SessionService>)
    case stop(Set<SessionService>)
    case background(Bool)
    case sleep(Bool)
}

/// The settings of a session that the daemon is known to have. A change without an answer may have arrived or not: it
/// is unknown, and sent again. Pure.
struct SentSettings: Sendable, Hashable {
    private(set) var settings: SessionSettings?
    private(set) var started: Set<SessionService> = []
    private(set) var stopped: Set<SessionService> = []
    private(set) var isInBackground: Bool?
    private(set) var isAsleep: Bool?

    /// No settings: the daemon does not have the session.
    init() {}

    /// A session that was opened with these settings: in the foreground, and awake.
    init(opened requested: RequestedSettings) {
        settings = requested.settings
        started = requested.services
        stopped = Set(SessionService.allCases).subtracting(started)
        (isInBackground, isAsleep) = (false, false)
    }

    /// The change to send next; `nil` if the daemon has everything that is requested.
    func next(to requested: RequestedSettings) -> SessionChange? {
        if settings != requested.settings { return .settings(requested.settings) }
        let missing = requested.services.subtracting(started)
        if !missing.isEmpty { return .start(missing) }
        let surplus = Set(SessionService.allCases).subtracting(requested.services).subtracting(stopped)
        if !surplus.isEmpty { return .stop(surplus) }
        if isInBackground != requested.isInBackground { return .background(requested.isInBackground) }
        if isAsleep != requested.isAsleep { return .sleep(requested.isAsleep) }
        return nil
    }

    /// Makes a repeated request be sent again: others may have changed the setting in the daemon.
    mutating func repeatIfSent(_ change: SessionChange) {
        switch change {
        case .settings(let new): if settings == new { settings = nil }
        case .start(let services): started.subtract(services)
        case .stop(let services): stopped.subtract(services)
        case .background(let value): if isInBackground == value { isInBackground = nil }
        case .sleep(let value): if isAsleep == value { isAsleep = nil }
        }
    }

    /// Marks a change as unknown: it may or may not have arrived.
    mutating func doubt(_ change: SessionChange) {
        switch change {
        case .settings: settings = nil
        case .start(let services), .stop(let services):
            started.subtract(services)
            stopped.subtract(services)
        case .background: isInBackground = nil
        case .sleep: isAsleep = nil
        }
    }

    /// Notes that the daemon applied a change.
    mutating func note(_ change: SessionChange) {
        switch change {
        case .settings(let settings): self.settings = settings
        case .start(let services):
            started.formUnion(services)
            stopped.subtract(services)
        case .stop(let services):
            stopped.formUnion(services)
            started.subtract(services)
        case .background(let value): isInBackground = value
        case .sleep(let value): isAsleep = value
        }
    }
}
