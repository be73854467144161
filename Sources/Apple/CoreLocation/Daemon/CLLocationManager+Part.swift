/// What a program gave, for one queue only.
package struct Transferred<Value>: @unchecked Sendable {
    // Unchecked: its users call it on that queue.

    package let value: Value

    package init(_ value: Value) { self.value = value }
}

extension CLLocationManager {
    /// A manager for the other modules with Apple's names: its regions are those of a part of the program, apart from
    /// the regions of all other managers, and its callbacks are called on a queue.
    package static func make(part: String, queue: DispatchQueue) -> CLLocationManager {
        let current = ClientHub.current
        let hub = ClientHub(
            daemon: current.daemon, label: ClientIdentity.label(of: current.label, part: part),
            stateDirectory: current.stateDirectory)
        return CLLocationManager(hub: hub, context: QueueCallbacks(queue: queue))
    }

    /// Runs work whose managers have another daemon.
    package static func withDaemon<Result>(
        _ daemon: any LocationDaemon, label: String, stateDirectory: URL, isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let hub = ClientHub(daemon: daemon, label: label, stateDirectory: stateDirectory)
        return try await ClientHub.$current.withValue(hub, operation: body, isolation: isolation)
    }

    /// Returns when the commands about regions and visits before it were carried out.
    package static func settleCommands() async {
        await withCheckedContinuation { done in ClientHub.current.enqueue(.mark { done.resume() }) }
    }

    /// The directory of the user's state.
    package static var stateDirectory: URL { ClientHub.current.stateDirectory }
    /// The name of this program in the daemon.
    package static var programLabel: String { ClientHub.current.label }
}

private struct QueueCallbacks: CallbackContext {
    let queue: DispatchQueue

    func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
