import LocationModel

/// Monitors conditions under a name, over launches: events that happened while the program was away are delivered
/// when it is back.
///
/// One monitor of a name can be open at a time; another one ends the program, as on Apple's platforms. The conditions
/// and their reported events are stored below `$XDG_STATE_HOME/CoreLocation` (`~/.local/state`); the daemon monitors.
@_weakLinked public actor CLMonitor {
    /// The events of the conditions, as a sequence. Keep a task awaiting it while the program runs.
    public let events: Events
    nonisolated let core: MonitorCore

    /// The executor of its core, so that the core answers immediately.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { core.unownedExecutor }

    /// Opens the monitor with a name, or creates one. A name contains letters, digits and underscores only.
    public init(_ name: String) async {
        let hub = ClientHub.current
        precondition(
            !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" },
            "The name of a CLMonitor has letters, digits and underscores only: \"\(name)\".")
        let isMine = await hub.openMonitor(name)
        precondition(isMine, "The CLMonitor \"\(name)\" is already in use.")
        core = MonitorCore(name: name, hub: hub)
        events = Events(core: core)
        await core.load()
    }

    deinit {
        core.close()
    }

    /// The identifiers of what is watched, sorted.
    public var identifiers: [String] { core.assumeIsolated { $0.identifiers } }

    /// Monitors a condition, and replaces one with the same identifier. Its state is reported when it is known.
    public func add(_ condition: any CLCondition, identifier: String) {
        add(condition, identifier: identifier, assuming: .unknown)
    }

    /// Monitors a condition whose state is assumed: an event reports a different state.
    public func add(_ condition: any CLCondition, identifier: String, assuming state: Event.State) {
        core.assumeIsolated { $0.add(condition, identifier: identifier, assuming: state) }
    }

    /// Stops monitoring a condition. If the program ends before the daemon knows, the daemon learns it when the
    /// monitor is next opened.
    public func remove(_ identifier: String) {
        core.assumeIsolated { $0.remove(identifier) }
    }

    /// A condition, and the event of it that was handled last.
    public func record(for identifier: String) -> Record? {
        core.assumeIsolated { $0.record(for: identifier) }
    }
}

/// A condition that a ``CLMonitor`` monitors.
@_weakLinked public protocol CLCondition: Decodable, Encodable, Sendable {}
