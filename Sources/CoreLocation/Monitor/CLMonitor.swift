import LocationModel

/// Watches conditions under a name, over launches: what happened while the program was away is told when it is back.
///
/// One monitor of a name may be open at a time. Another one waits up to five seconds for the first to go, as one does whose task was
/// cancelled; if it stays, that ends the program, as on Apple's platforms. What is watched, and
/// what was told of it, is kept below `$XDG_STATE_HOME/CoreLocation` (`~/.local/state`); the daemon watches.
@_weakLinked public actor CLMonitor {
    /// What happens to the conditions, as a sequence. Keep a task awaiting it for as long as the program runs.
    public let events: Events
    nonisolated let core: MonitorCore

    /// Where its core runs, so that the core answers at once.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { core.unownedExecutor }

    /// Opens the monitor of a name, or makes one. A name has letters, digits and underscores only.
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

    /// Watches a condition; one of the same identifier is replaced. Its state is told when it is known.
    public func add(_ condition: any CLCondition, identifier: String) {
        add(condition, identifier: identifier, assuming: .unknown)
    }

    /// Watches a condition that is assumed to be in a state: it is told when that is not so.
    public func add(_ condition: any CLCondition, identifier: String, assuming state: Event.State) {
        core.assumeIsolated { $0.add(condition, identifier: identifier, assuming: state) }
    }

    /// Ends the watching of a condition. Where the program ends before the daemon was told, it is told when the monitor is next opened.
    public func remove(_ identifier: String) {
        core.assumeIsolated { $0.remove(identifier) }
    }

    /// A condition, and the event of it that was handled last.
    public func record(for identifier: String) -> Record? {
        core.assumeIsolated { $0.record(for: identifier) }
    }
}
