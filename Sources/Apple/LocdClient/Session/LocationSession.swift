public import LocationModel
public import LocdProtocol
import Synchronization

/// A location manager in the daemon that delivers its updates as an asynchronous sequence and can be configured while
/// it runs. It corresponds to Core Location's `CLLocationManager`, for a single loop.
///
///     let session = LocdClient().session(services: [.updatingLocation])
///     for try await case .events(let events) in session { … }
///
/// The session connects when iteration begins; it supports one iteration at a time. If the daemon is absent or
/// restarts, the session waits, retries according to its ``Reconnection``, and continues with the same services and
/// settings.
public final class LocationSession: AsyncSequence, Sendable {
    /// The updates of the session.
    public typealias Element = SessionUpdate
    /// The error that ends the session; see ``LocdClientError``.
    public typealias Failure = LocdClientError

    private struct State {
        var requested: RequestedSettings
        /// The settings that the daemon has received, while connected.
        var sent = SentSettings()
        /// The authorization that the daemon last reported.
        var authorization: Authorization?
        /// The daemon's identifier of the session, while connected.
        var identifier: String?
    }

    /// A change to send, the session to send it to, and the settings that the daemon was known to have before.
    struct PendingChange {
        let change: SessionChange
        let identifier: String
        let before: SentSettings
    }

    let client: LocdClient
    let label: String?
    let reconnection: Reconnection
    let rest: @Sendable (Duration) async throws -> Void
    let synchronizing = AsyncSemaphore()
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

    /// Creates the iterator; it ends without an error if the task is cancelled.
    public func makeAsyncIterator() -> Iterator { Iterator(session: self) }

    /// Returns only if this client has access to coordinates, instead of waiting in vain; if no decision is stored, it
    /// requests authorization. The session itself stays connected without access, and receives an event when the
    /// authorization changes.
    /// - Throws: ``LocdClientError``; `refused(.notAuthorized)` if the client is not authorized.
    public func requireAuthorization() async throws(LocdClientError) {
        guard var known = authorization, known.disclosure == .nothing else { return }
        if known.status == .notDetermined {
            known = try await client.requestAuthorization(.whenInUse, label: label)
            didHear(known)
        }
        guard known.disclosure == .nothing else { return }
        throw LocdClientError(.refused(.notAuthorized(known.status)), socketPath: client.socketPath)
    }

    /// The current settings; while disconnected, those that the next connection begins with.
    public var settings: SessionSettings { state.withLock(\.requested.settings) }
    /// The started services; while disconnected, those that the next connection starts.
    public var services: Set<SessionService> { state.withLock(\.requested.services) }
    /// Whether the session is connected to the daemon.
    public var isConnected: Bool { state.withLock { $0.identifier != nil } }

    /// Replaces all settings. While the daemon is not connected, they are stored until it returns. If the daemon cannot
    /// accept them now (`refused(.tooManyConnections)`, `timedOut`), they are sent again according to the
    /// ``Reconnection``; if that gives up, this throws, and they are sent with the next change. Settings that the
    /// daemon refuses permanently are discarded. The same applies to the methods below, unless they state otherwise.
    public func configure(_ settings: SessionSettings) async throws(LocdClientError) {
        request(.settings(settings)) { $0.settings = settings }
        try await synchronize()
    }

    /// Starts services, now or when the daemon returns. Starting a running service has no effect.
    public func start(_ services: SessionService...) async throws(LocdClientError) {
        request(.start(Set(services))) { $0.services.formUnion(services) }
        try await synchronize()
    }

    /// Stops services.
    public func stop(_ services: SessionService...) async throws(LocdClientError) {
        request(.stop(Set(services))) { $0.services.subtract(services) }
        try await synchronize()
    }

    /// Requests one location; if none arrives in time, the session delivers the failure `locationUnknown`. Throws if
    /// the daemon is not connected: the request is not stored.
    public func requestLocation(timeout: Duration? = nil) async throws(LocdClientError) {
        try await client.perform(
            LocationInterface.RequestLocation.self,
            RequestLocationParameters(session: try connected(), timeout: timeout?.inSeconds))
    }

    /// Allows the daemon to hold locations back until `distance` metres were travelled or `timeout` passed.
    public func allowDeferredLocationUpdates(
        untilTraveled distance: Double, timeout: Duration
    ) async throws(LocdClientError) {
        try await client.perform(
            LocationInterface.AllowDeferredLocationUpdates.self,
            DeferralParameters(session: try connected(), distance: distance, timeout: timeout.inSeconds))
    }

    /// Ends a deferral: the held locations are delivered immediately.
    public func disallowDeferredLocationUpdates() async throws(LocdClientError) {
        try await client.perform(
            LocationInterface.DisallowDeferredLocationUpdates.self, SessionParameters(session: try connected()))
    }

    /// Makes the daemon queue the events, up to a limit, until ``enterForeground()``.
    public func enterBackground() async throws(LocdClientError) {
        request(.background(true)) { $0.isInBackground = true }
        try await synchronize()
    }

    /// Makes the daemon deliver the queued events as one batch.
    public func enterForeground() async throws(LocdClientError) {
        request(.background(false)) { $0.isInBackground = false }
        try await synchronize()
    }

    /// Requests an accuracy of the receiver for a duration, in the fixes' time, from the next fix on. The latest call
    /// counts, and zero ends it. Throws if the daemon is not connected: the request is not stored.
    public func raiseAccuracy(to accuracy: DesiredAccuracy, for duration: Duration) async throws(LocdClientError) {
        try await client.perform(
            LocationInterface.RaiseAccuracy.self,
            RaiseAccuracyParameters(
                session: try connected(), desiredAccuracy: accuracy.description, seconds: duration.inSeconds))
    }

    /// Limits location updates to significant changes until ``wake()``; other services continue.
    public func sleep() async throws(LocdClientError) {
        request(.sleep(true)) { $0.isAsleep = true }
        try await synchronize()
    }

    /// Ends ``sleep()``. Locations that were held back meanwhile are not delivered.
    public func wake() async throws(LocdClientError) {
        request(.sleep(false)) { $0.isAsleep = false }
        try await synchronize()
    }

    /// The settings currently requested, which a new connection begins with.
    func opening() -> RequestedSettings { state.withLock(\.requested) }

    /// Stores the daemon's identifier of the session, and sends the changes made since the session was opened.
    func didConnect(as identifier: String, opened: RequestedSettings) async throws(LocdClientError) {
        state.withLock { state in
            state.identifier = identifier
            state.sent = SentSettings(opened: opened)
        }
        // If the changes cannot be sent now, the connection is closed, and the next one begins with all of them.
        try await synchronizeOnce()
    }

    /// Stores the authorization that the daemon reported.
    func didHear(_ authorization: Authorization?) {
        if let authorization { state.withLock { $0.authorization = authorization } }
    }

    /// The authorization of this client, as the daemon last reported it; `nil` before the first connection. Each change
    /// is also delivered as an event.
    public var authorization: Authorization? { state.withLock(\.authorization) }

    func didDisconnect() {
        state.withLock { $0.identifier = nil }
    }

    /// Stores a change that is still to be sent.
    private func request(_ change: SessionChange, _ body: (inout RequestedSettings) -> Void) {
        state.withLock { state in
            body(&state.requested)
            state.sent.repeatIfSent(change)
        }
    }

    /// The next change to send, which counts as unknown until the daemon answers; `nil` if there is none or no
    /// connection.
    func nextToSend() -> PendingChange? {
        state.withLock { state in
            guard let identifier = state.identifier, let change = state.sent.next(to: state.requested) else {
                return nil
            }
            defer { state.sent.doubt(change) }
            return PendingChange(change: change, identifier: identifier, before: state.sent)
        }
    }

    /// Notes that the daemon applied the change.
    func didSend(_ pending: PendingChange) {
        state.withLock { state in
            if state.identifier == pending.identifier { state.sent.note(pending.change) }
        }
    }

    /// Takes back a change that the daemon refused.
    func revert(_ pending: PendingChange) {
        state.withLock { $0.requested.revert(pending.change, knowing: pending.before) }
    }

    private func connected() throws(LocdClientError) -> String {
        guard let identifier = state.withLock(\.identifier) else {
            throw LocdClientError(.disconnected, socketPath: client.socketPath)
        }
        return identifier
    }
}

extension Duration {
    var inSeconds: Double { self / .seconds(1) }
}

/// An update of a session.
public enum SessionUpdate: Sendable {
    /// The session is connected to the daemon, for the first time or again. Events from the time in between are lost,
    /// except those that the daemon stores for the client: regions and visits.
    case connected
    /// The connection to the daemon was lost or could not be opened; the session retries after a pause.
    case disconnected(LocdClientError, retryingAfter: Duration)
    /// Events of one batch, in order.
    case events([LocationEvent])
    /// The number of locations and headings that were dropped because this session was read too slowly.
    case missed(Int)
}
