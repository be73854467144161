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

    private struct State {
        var requested: RequestedSettings
        /// What the daemon has of them, while it is connected.
        var sent = SentSettings()
        /// What the daemon said that the client may have.
        var authorization: Authorization?
        /// What the daemon calls the session, while it is connected.
        var identifier: String?
    }

    /// Something that is to be told, to which session, and what that was known to have before.
    struct Telling {
        let change: SessionChange
        let identifier: String
        let before: SentSettings
    }

    let client: LocdClient
    let label: String?
    let reconnection: Reconnection
    let rest: @Sendable (Duration) async throws -> Void
    let telling = AsyncSemaphore()
    private let state: Mutex<State>

    init(
        client: LocdClient, label: String?, services: Set<SessionService>, settings: SessionSettings,
        reconnection: Reconnection, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.client = client
        self.label = label
        self.reconnection = reconnection
        rest = sleep
        state = Mutex(State(requested: RequestedSettings(services: services, settings: settings)))
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
    public var settings: SessionSettings { state.withLock(\.requested.settings) }
    /// The services that it has started, or will start when it is connected.
    public var services: Set<SessionService> { state.withLock(\.requested.services) }
    /// Whether the daemon serves it now.
    public var isConnected: Bool { state.withLock { $0.identifier != nil } }

    /// Takes other settings, all of them. While the daemon is lost they are kept for its return. Where it cannot take them now
    /// (`refused(.tooManyConnections)`, `timedOut`) they are told again by the ``Reconnection``; where that gives up this throws,
    /// and they are told with the next change. What the daemon refuses for good is not kept. The same holds of all that
    /// follows, unless it says otherwise.
    public func configure(_ settings: SessionSettings) async throws(LocdClientError) {
        wish(.settings(settings)) { $0.settings = settings }
        try await tell()
    }

    /// Starts services, now or on the daemon's return. What runs yields nothing new.
    public func start(_ services: SessionService...) async throws(LocdClientError) {
        wish(.start(Set(services))) { $0.services.formUnion(services) }
        try await tell()
    }

    /// Stops services.
    public func stop(_ services: SessionService...) async throws(LocdClientError) {
        wish(.stop(Set(services))) { $0.services.subtract(services) }
        try await tell()
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
        wish(.background(true)) { $0.isInBackground = true }
        try await tell()
    }

    /// What waited comes as one batch.
    public func enterForeground() async throws(LocdClientError) {
        wish(.background(false)) { $0.isInBackground = false }
        try await tell()
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
        wish(.sleep(true)) { $0.isAsleep = true }
        try await tell()
    }

    /// Ends ``sleep()``. What was held back meanwhile does not come.
    public func wake() async throws(LocdClientError) {
        wish(.sleep(false)) { $0.isAsleep = false }
        try await tell()
    }

    /// What is wished at the moment, which a new connection begins with.
    func opening() -> RequestedSettings { state.withLock(\.requested) }

    /// The daemon calls the session so. What was changed since it was asked to open it is told it now.
    func didConnect(as identifier: String, opened: RequestedSettings) async throws(LocdClientError) {
        state.withLock { state in
            state.identifier = identifier
            state.sent = SentSettings(opened: opened)
        }
        // Where it cannot be told now the connection is given up, and the next one begins with all of it.
        try await tellOnce()
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

    /// Keeps a change, which is still to be told.
    private func wish(_ change: SessionChange, _ body: (inout RequestedSettings) -> Void) {
        state.withLock { state in
            body(&state.requested)
            state.sent.repeatIfSent(change)
        }
    }

    /// What is to be told next, which is in doubt from now on; `nil` where nothing is, or nobody could be told.
    func nextToTell() -> Telling? {
        state.withLock { state in
            guard let identifier = state.identifier, let change = state.sent.next(to: state.requested) else {
                return nil
            }
            defer { state.sent.doubt(change) }
            return Telling(change: change, identifier: identifier, before: state.sent)
        }
    }

    /// The daemon did it.
    func didTell(_ telling: Telling) {
        state.withLock { state in
            if state.identifier == telling.identifier { state.sent.note(telling.change) }
        }
    }

    /// The daemon refused it.
    func takeBack(_ telling: Telling) {
        state.withLock { $0.requested.takeBack(telling.change, knowing: telling.before) }
    }

    private func connected() throws(LocdClientError) -> String {
        guard let identifier = state.withLock(\.identifier) else {
            throw LocdClientError(.disconnected, socketPath: client.socketPath)
        }
        return identifier
    }
}

extension Duration {
    /// Seconds.
    var inSeconds: Double { self / .seconds(1) }
}
