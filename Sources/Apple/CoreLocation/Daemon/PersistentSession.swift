import LocdClient
import LocdProtocol
import Synchronization

/// A session that continues after refusals, too: it reports the refusal, and is opened again on request, or after a
/// while.
final class PersistentSession: Sendable {
    enum Element: Sendable {
        case update(SessionUpdate)
        /// The daemon does not serve it now. It is tried again.
        case refused(LocdClientError)
    }

    /// The wait after a refusal, unless a retry is requested before.
    static let rest = Duration.seconds(5)

    private struct State: Sendable {
        var services: Set<SessionService>
        var settings: SessionSettings
        var current: (any DaemonSession)?
        var rest: Task<Void, Never>?
    }

    let daemon: any LocationDaemon
    let label: String
    private let state: Mutex<State>

    init(
        daemon: any LocationDaemon, label: String, services: Set<SessionService> = [],
        settings: SessionSettings = SessionSettings()
    ) {
        self.daemon = daemon
        self.label = label
        state = Mutex(State(services: services, settings: settings))
    }

    /// Takes other settings, now or when it is opened.
    func configure(_ settings: SessionSettings) async throws(LocdClientError) {
        try await current { $0.settings = settings }?.configure(settings)
    }

    /// Starts a service, now or when it is opened.
    func start(_ service: SessionService) async throws(LocdClientError) {
        try await current { $0.services.insert(service) }?.startService(service)
    }

    func stop(_ service: SessionService) async throws(LocdClientError) {
        try await current { $0.services.remove(service) }?.stopService(service)
    }

    /// Allows the daemon to hold locations back; does nothing without a session.
    func allowDeferredLocationUpdates(
        untilTraveled distance: Double, timeout: Duration
    ) async throws(LocdClientError) {
        try await current()?.allowDeferredLocationUpdates(untilTraveled: distance, timeout: timeout)
    }

    func disallowDeferredLocationUpdates() async throws(LocdClientError) {
        try await current()?.disallowDeferredLocationUpdates()
    }

    /// Ends a rest after a refusal.
    func tryAgain() {
        state.withLock(\.rest)?.cancel()
    }

    /// Opens the session; one reader at a time.
    func makeAsyncIterator() -> Iterator { Iterator(session: self) }

    /// Reads the session until the task is cancelled. It is open at once: nothing is missed before the task runs.
    func read(_ take: @escaping @Sendable (Element) async -> Void) -> Task<Void, Never> {
        let first = open()
        return Task {
            var iterator = Iterator(session: self, updates: first.updates.makeAsyncIterator())
            while let element = await iterator.next() { await take(element) }
        }
    }

    private func current(_ change: (inout State) -> Void = { _ in }) -> (any DaemonSession)? {
        state.withLock { state in
            change(&state)
            return state.current
        }
    }

    private func open() -> any DaemonSession {
        state.withLock { state in
            let session = daemon.openSession(label: label, services: state.services, settings: state.settings)
            state.current = session
            return session
        }
    }

    fileprivate func close() {
        state.withLock { $0.current = nil }
    }

    fileprivate func takeRest() async {
        let rest = Task { [daemon] in
            // If it was cancelled in its sleep, the wait is over.
            _ = try? await daemon.sleep(for: Self.rest)
        }
        state.withLock { $0.rest = rest }
        await withTaskCancellationHandler {
            await rest.value
        } onCancel: {
            rest.cancel()
        }
        state.withLock { $0.rest = nil }
    }
}

extension PersistentSession {
    /// Opens sessions, one after the other; ends when its task is cancelled.
    struct Iterator {
        private let session: PersistentSession
        private var updates: (any AsyncIteratorProtocol<SessionUpdate, LocdClientError>)?
        private var isResting = false

        fileprivate init(
            session: PersistentSession, updates: (any AsyncIteratorProtocol<SessionUpdate, LocdClientError>)? = nil
        ) {
            self.session = session
            self.updates = updates
        }

        /// The next update or refusal; `nil` once the task is cancelled.
        mutating func next() async -> Element? {
            if isResting { await session.takeRest() }
            isResting = false
            guard !Task.isCancelled else { return nil }
            var open = updates ?? session.open().updates.makeAsyncIterator()
            do {
                let update = try await open.next()
                updates = open
                // A session ends without an error when it is cancelled, and so do we.
                return update.map { .update($0) }
            } catch {
                let reason =
                    error as? LocdClientError
                    ?? LocdClientError(.unreadable, socketPath: "", cause: String(describing: error))
                // Who begins after this reader may have opened the session again.
                guard reason.code != .cancelled else { return nil }
                session.close()
                updates = nil
                isResting = true
                return .refused(reason)
            }
        }
    }
}
