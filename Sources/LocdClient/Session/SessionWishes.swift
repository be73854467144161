import LocdProtocol

/// What a session shall have in the daemon.
struct SessionWishes: Sendable, Hashable {
    var services: Set<SessionService>
    var settings: SessionSettings
    var isInBackground = false
    var isAsleep = false

    /// Takes back a change that the daemon refused, and nothing that was wished meanwhile.
    mutating func takeBack(_ change: SessionChange, knowing told: SessionTold) {
        switch change {
        case .settings(let refused): if settings == refused, let before = told.settings { settings = before }
        case .start(let refused): services.subtract(refused.subtracting(told.started))
        case .stop(let refused): services.formUnion(refused.intersection(told.started))
        case .background(let refused): if isInBackground == refused { isInBackground.toggle() }
        case .sleep(let refused): if isAsleep == refused { isAsleep.toggle() }
        }
    }
}

/// One thing that the daemon is told of a session.
enum SessionChange: Sendable, Hashable {
    case settings(SessionSettings)
    case start(Set<SessionService>)
    case stop(Set<SessionService>)
    case background(Bool)
    case sleep(Bool)
}

/// What the daemon is known to have of a session. What it was told without an answer it may have or not: that is unknown, and
/// told again. Pure.
struct SessionTold: Sendable, Hashable {
    private(set) var settings: SessionSettings?
    private(set) var started: Set<SessionService> = []
    private(set) var stopped: Set<SessionService> = []
    private(set) var isInBackground: Bool?
    private(set) var isAsleep: Bool?

    /// A session that the daemon does not have.
    init() {}

    /// A session that was opened with some of these wishes: in the foreground, and awake.
    init(opened wishes: SessionWishes) {
        settings = wishes.settings
        started = wishes.services
        stopped = Set(SessionService.allCases).subtracting(started)
        (isInBackground, isAsleep) = (false, false)
    }

    /// What is to be told next; `nil` where the daemon has what it shall.
    func next(to wishes: SessionWishes) -> SessionChange? {
        if settings != wishes.settings { return .settings(wishes.settings) }
        let missing = wishes.services.subtracting(started)
        if !missing.isEmpty { return .start(missing) }
        let surplus = Set(SessionService.allCases).subtracting(wishes.services).subtracting(stopped)
        if !surplus.isEmpty { return .stop(surplus) }
        if isInBackground != wishes.isInBackground { return .background(wishes.isInBackground) }
        if isAsleep != wishes.isAsleep { return .sleep(wishes.isAsleep) }
        return nil
    }

    /// What is wished once more is told once more: others may have changed it in the daemon.
    mutating func repeatIfTold(_ change: SessionChange) {
        switch change {
        case .settings(let new): if settings == new { settings = nil }
        case .start(let services): started.subtract(services)
        case .stop(let services): stopped.subtract(services)
        case .background(let value): if isInBackground == value { isInBackground = nil }
        case .sleep(let value): if isAsleep == value { isAsleep = nil }
        }
    }

    /// Whether the daemon has something of this is not known any more.
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

    /// The daemon did this.
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
