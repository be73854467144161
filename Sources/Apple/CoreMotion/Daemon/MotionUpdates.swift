import CoreLocation
import LocationModel
import LocdProtocol
import Synchronization

/// Services that run for one handler, from start to stop.
///
/// To start is to ask for authorization, if nobody has decided; then it waits for the decision.
final class MotionUpdates: Sendable {
    /// The updates that a handler receives.
    enum Update: Sendable {
        /// What happened, in order.
        case events([LocationEvent])
        /// The program may not have it. It is told again after each decision that says so.
        case notAuthorized
    }

    private let running = Mutex<Task<Void, Never>?>(nil)

    deinit {
        stop()
    }

    /// Starts services, in place of those that run. `prepare` is done when the program is authorized, until it
    /// succeeds; events that arrive after that wait for it. Before the session is open it would ask somebody, and an
    /// answer for this use would end at once.
    func start(
        _ services: Set<SessionService>, _ settings: SessionSettings = SessionSettings(), of daemon: any MotionDaemon,
        prepare: @escaping @Sendable () async -> Bool = { true }, _ handler: @escaping @Sendable (Update) -> Void
    ) {
        let task = Task {
            let updates = daemon.updates(of: services, settings: settings)
            var isPrepared = false
            for await update in updates {
                guard !Task.isCancelled else { return }
                switch update {
                case .events(let events): handler(.events(events))
                case .authorization(let status, let accuracy):
                    switch CMAuthorizationStatus(status, accuracy) {
                    case .authorized: if !isPrepared { isPrepared = await prepare() }
                    case .notDetermined: daemon.requestAuthorization()
                    case .denied, .restricted: handler(.notAuthorized)
                    }
                case .interrupted: break
                }
            }
        }
        running.withLock { running in
            running?.cancel()
            running = task
        }
    }

    /// Ends it: nothing is told any more, but what is on its way.
    func stop() {
        running.withLock { running in
            running?.cancel()
            running = nil
        }
    }
}

/// A handler of the program's, which says itself on what queue it runs.
struct Handler<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the program's own, called on the queue that it named.

    let call: (Value?, (any Error)?) -> Void

    /// Has it called on its queue.
    func deliver(_ value: Value?, _ error: (any Error)? = nil, on queue: OperationQueue) {
        queue.addOperation { [self] in call(value, error) }
    }
}
