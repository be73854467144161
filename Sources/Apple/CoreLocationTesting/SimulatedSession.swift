import CoreLocation
import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

final class SimulatedSession: DaemonSession {
    private struct State {
        var services: Set<SessionService>
        var settings: SessionSettings
        /// The last delivered location of updates, and of significant changes.
        var last: Location?
        var lastChange: Location?
        var queue: [SessionUpdate] = []
        /// The reader, if it waits.
        var reader: CheckedContinuation<SessionUpdate?, Never>?
        var isOver = false
        /// Who waits until everything is taken.
        var settling: [CheckedContinuation<Void, Never>] = []
    }

    let label: String
    private let state: Mutex<State>
    private let daemon: SimulatedDaemon

    init(label: String, services: Set<SessionService>, settings: SessionSettings, daemon: SimulatedDaemon) {
        self.label = label
        state = Mutex(State(services: services, settings: settings))
        self.daemon = daemon
    }

    var isOver: Bool { state.withLock(\.isOver) }

    func runs(_ service: SessionService) -> Bool { state.withLock { $0.services.contains(service) } }

    /// A location, if its filters and services let it pass.
    func receive(_ location: Location) {
        let isDelivered = state.withLock { state in
            var passes = false
            if state.services.contains(.updatingLocation) {
                let filter = state.settings.distanceFilter ?? 0
                if state.last.map({ location.distance(to: $0) >= filter }) ?? true {
                    (state.last, passes) = (location, true)
                }
            }
            if state.services.contains(.monitoringSignificantLocationChanges) {
                let isChange = state.lastChange.map {
                    location.distance(to: $0) >= max(500, location.horizontalAccuracy ?? 0)
                        && location.timestamp.seconds(since: $0.timestamp) >= 300
                }
                if isChange ?? true { (state.lastChange, passes) = (location, true) }
            }
            return passes
        }
        if isDelivered { deliver(.location(location)) }
    }

    func deliver(_ event: LocationEvent) { deliver(update: .events([event])) }

    func deliver(update: SessionUpdate) {
        state.withLock { state -> CheckedContinuation<SessionUpdate?, Never>? in
            guard !state.isOver else { return nil }
            guard let reader = state.reader else {
                state.queue.append(update)
                return nil
            }
            state.reader = nil
            return reader
        }?.resume(returning: update)
    }

    /// Waits until its reader has taken all and waits for more.
    func settle() async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let isSettled = state.withLock { state in
                guard !state.isOver, state.reader == nil else { return true }
                state.settling.append(done)
                return false
            }
            if isSettled { done.resume() }
        }
    }

    fileprivate func next() async -> SessionUpdate? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let (update, settled) = state.withLock {
                    state -> (SessionUpdate??, [CheckedContinuation<Void, Never>]) in
                    if state.isOver || Task.isCancelled { return (.some(nil), []) }
                    if !state.queue.isEmpty { return (.some(state.queue.removeFirst()), []) }
                    state.reader = reader
                    defer { state.settling = [] }
                    return (nil, state.settling)
                }
                for done in settled { done.resume() }
                if let update { reader.resume(returning: update) }
            }
        } onCancel: {
            end()
        }
    }

    fileprivate func end() {
        let (reader, settling) = state.withLock { state in
            state.isOver = true
            defer { (state.reader, state.settling) = (nil, []) }
            return (state.reader, state.settling)
        }
        reader?.resume(returning: nil)
        for done in settling { done.resume() }
    }

    // MARK: DaemonSession

    var updates: any AsyncSequence<SessionUpdate, LocdClientError> { Updates(session: self) }

    func configure(_ settings: SessionSettings) async throws(LocdClientError) {
        state.withLock { $0.settings = settings }
    }

    func startService(_ service: SessionService) async throws(LocdClientError) {
        state.withLock { _ = $0.services.insert(service) }
        guard service == .updatingLocation || service == .monitoringSignificantLocationChanges else { return }
        daemon.state.withLock { daemon in
            if daemon.authorization.disclosure != .nothing, let latest = daemon.latest { receive(latest) }
        }
    }

    func stopService(_ service: SessionService) async throws(LocdClientError) {
        state.withLock { _ = $0.services.remove(service) }
    }

    func allowDeferredLocationUpdates(
        untilTraveled distance: Double, timeout: Duration
    ) async throws(LocdClientError) {}
    func disallowDeferredLocationUpdates() async throws(LocdClientError) {}

    private struct Updates: AsyncSequence {
        typealias Failure = LocdClientError
        let session: SimulatedSession

        func makeAsyncIterator() -> Iterator { Iterator(connection: Connection(session: session)) }

        /// The session ends when its iterator is released.
        final class Connection: Sendable {
            let session: SimulatedSession
            init(session: SimulatedSession) { self.session = session }
            deinit { session.end() }
        }

        struct Iterator: AsyncIteratorProtocol {
            let connection: Connection
            mutating func next() async throws(LocdClientError) -> SessionUpdate? { await connection.session.next() }
        }
    }
}
