public import LocationModel
public import LocdProtocol
import Synchronization

/// A location manager of one's own in the daemon: what it is told comes as an asynchronous sequence, and it is configured
/// while it runs. Core Location's `CLLocationManager`, so to speak, for one loop.
///
///     let session = LocdClient().session(services: [.updatingLocation])
///     for try await case .events(let events) in session { … }
///
/// Nothing happens before somebody iterates, and one at a time may. Where the daemon is absent or restarts, the session
/// waits, tries again by its ``Reconnection``, and goes on with the services and settings that it had.
public final class LocationSession: AsyncSequence, Sendable {
    /// What it is told.
    public typealias Element = SessionUpdate
    /// Why it ends; see ``LocdClientError``.
    public typealias Failure = LocdClientError

    struct State: Sendable, Hashable {
        var services: Set<SessionService>
        var settings: SessionSettings
        var isInBackground = false
        /// What the daemon said that the client may have.
        var authorization: Authorization?
        var isAsleep = false
        /// What the daemon calls the session, while it is connected.
        var identifier: String?
    }

    let client: LocdClient
    let label: String?
    let reconnection: Reconnection
    let rest: @Sendable (Duration) async throws -> Void
    private let state: Mutex<State>

    init(
        client: LocdClient, label: String?, services: Set<SessionService>, settings: SessionSettings,
        reconnection: Reconnection, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.client = client
        self.label = label
        self.reconnection = reconnection
        rest = sleep
        state = Mutex(State(services: services, settings: settings))
    }

    /// Iterates; ends without an error where the task is cancelled.
    public func makeAsyncIterator() -> Iterator { Iterator(session: self) }

    /// Ends a wait that is for nothing: where nobody has decided whether this client may have coordinates it asks, and returns only
    /// if it may. A session itself stays connected without, and is told when that changes.
    /// - Throws: ``LocdClientError``; `refused(.notAuthorized)` where it may not.
    public func requireAuthorization() async throws(LocdClientError) {
        guard var known = authorization, known.disclosure == .nothing else { return }
        if known.status == .notDetermined {
            known = try await client.requestAuthorization(.whenInUse, label: label)
            didHear(known)
        }
        guard known.disclosure == .nothing else { return }
        throw LocdClientError(.refused(.notAuthorized(known.status)), socketPath: client.socketPath)
    }

    /// The settings that it has, or will have when it is connected.
    public var settings: SessionSettings { state.withLock(\.settings) }
    /// The services that it has started, or will start when it is connected.
    public var services: Set<SessionService> { state.withLock(\.services) }
    /// Whether the daemon serves it now.
    public var isConnected: Bool { state.withLock { $0.identifier != nil } }

    /// Takes other settings, all of them. While the daemon is lost they are kept for its return.
    public func configure(_ settings: SessionSettings) async throws(LocdClientError) {
        guard let identifier = remember({ $0.settings = settings }) else { return }
        try await tell(LocationInterface.Configure.self, ConfigureParameters(session: identifier, settings: settings))
    }

    /// Starts services, now or on the daemon's return. What runs yields nothing new.
    public func start(_ services: SessionService...) async throws(LocdClientError) {
        guard let identifier = remember({ $0.services.formUnion(services) }) else { return }
        try await tell(LocationInterface.Start.self, ServicesParameters(session: identifier, services: services))
    }

    /// Stops services.
    public func stop(_ services: SessionService...) async throws(LocdClientError) {
        guard let identifier = remember({ $0.services.subtract(services) }) else { return }
        try await tell(LocationInterface.Stop.self, ServicesParameters(session: identifier, services: services))
    }

    /// Asks for one location; where none comes in time, the failure `locationUnknown` is told. Throws where the daemon is
    /// lost: a request is not kept.
    public func requestLocation(timeout: Duration? = nil) async throws(LocdClientError) {
        try await client.perform(
            LocationInterface.RequestLocation.self,
            RequestLocationParameters(session: try connected(), timeout: timeout?.inSeconds))
    }

    /// Lets the daemon keep locations until `distance` metres were travelled or `timeout` passed.
    public func allowDeferredLocationUpdates(
        untilTraveled distance: Double, timeout: Duration
    ) async throws(LocdClientError) {
        try await client.perform(
            LocationInterface.AllowDeferredLocationUpdates.self,
            DeferralParameters(session: try connected(), distance: distance, timeout: timeout.inSeconds))
    }

    /// Ends a deferral: what was kept comes at once.
    public func disallowDeferredLocationUpdates() async throws(LocdClientError) {
        try await client.perform(
            LocationInterface.DisallowDeferredLocationUpdates.self, SessionParameters(session: try connected()))
    }

    /// What would be told waits in the daemon, bounded, until ``enterForeground()``.
    public func enterBackground() async throws(LocdClientError) {
        guard let identifier = remember({ $0.isInBackground = true }) else { return }
        try await tell(LocationInterface.EnterBackground.self, SessionParameters(session: identifier))
    }

    /// What waited comes as one batch.
    public func enterForeground() async throws(LocdClientError) {
        guard let identifier = remember({ $0.isInBackground = false }) else { return }
        try await tell(LocationInterface.EnterForeground.self, SessionParameters(session: identifier))
    }

    /// Asks the receiver for an accuracy for a while, counted in the time of the fixes from the next one on; the latest call
    /// counts, and zero ends it. Throws where the daemon is lost: it is not kept.
    public func raiseAccuracy(to accuracy: DesiredAccuracy, for duration: Duration) async throws(LocdClientError) {
        try await client.perform(
            LocationInterface.RaiseAccuracy.self,
            RaiseAccuracyParameters(
                session: try connected(), desiredAccuracy: accuracy.description, seconds: duration.inSeconds))
    }

    /// Of its updates only significant changes are told, until ``wake()``; other services go on.
    public func sleep() async throws(LocdClientError) {
        guard let identifier = remember({ $0.isAsleep = true }) else { return }
        try await tell(LocationInterface.Sleep.self, SessionParameters(session: identifier))
    }

    /// Ends ``sleep()``. What was held back meanwhile does not come.
    public func wake() async throws(LocdClientError) {
        guard let identifier = remember({ $0.isAsleep = false }) else { return }
        try await tell(LocationInterface.Wake.self, SessionParameters(session: identifier))
    }

    /// The state of the moment, which a new connection begins with.
    func opening() -> State { state.withLock { $0 } }

    /// The daemon calls the session so. What was changed since it was asked to open it is told it now.
    func didConnect(as identifier: String, opened: State) async throws(LocdClientError) {
        let now = state.withLock { state in
            state.identifier = identifier
            return state
        }
        if now.settings != opened.settings {
            try await tell(
                LocationInterface.Configure.self, ConfigureParameters(session: identifier, settings: now.settings))
        }
        let (more, less) = (now.services.subtracting(opened.services), opened.services.subtracting(now.services))
        if !more.isEmpty {
            try await tell(
                LocationInterface.Start.self, ServicesParameters(session: identifier, services: Array(more)))
        }
        if !less.isEmpty {
            try await tell(
                LocationInterface.Stop.self, ServicesParameters(session: identifier, services: Array(less)))
        }
        if now.isInBackground {
            try await tell(LocationInterface.EnterBackground.self, SessionParameters(session: identifier))
        }
        if now.isAsleep { try await tell(LocationInterface.Sleep.self, SessionParameters(session: identifier)) }
    }

    /// The daemon said what this client may have.
    func didHear(_ authorization: Authorization?) {
        if let authorization { state.withLock { $0.authorization = authorization } }
    }

    /// What this client may have, as the daemon said last; `nil` before it was connected for the first time. Events tell of each
    /// change.
    public var authorization: Authorization? { state.withLock(\.authorization) }

    func didDisconnect() {
        state.withLock { $0.identifier = nil }
    }

    /// Keeps a change for the next connection; gives the session's name where there is one that must be told.
    private func remember(_ change: (inout State) -> Void) -> String? {
        state.withLock { state in
            change(&state)
            return state.identifier
        }
    }

    private func connected() throws(LocdClientError) -> String {
        guard let identifier = state.withLock(\.identifier) else {
            throw LocdClientError(.disconnected, socketPath: client.socketPath)
        }
        return identifier
    }

    /// A change that is remembered here: where the session is being lost, its successor begins with it.
    private func tell<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) async throws(LocdClientError) {
        do throws(LocdClientError) {
            _ = try await client.call(method, parameters)
        } catch {
            guard error.mayPass || error.code == .refused(.noSuchSession) else { throw error }
        }
    }
}

extension Duration {
    /// Seconds.
    var inSeconds: Double { self / .seconds(1) }
}
