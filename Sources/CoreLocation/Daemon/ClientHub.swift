import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

/// What all managers of a program share: what it may have, its regions and visits, and the word of all that to each manager.
///
/// It has a session of its own while there are managers, beside those of the managers that have started something.
final class ClientHub: Sendable {
    /// The program's. Tests put one of their own in its place.
    @TaskLocal static var current = ClientHub(
        daemon: LocdClient(
            socketPath: LocdClient.socketPath(environment: ProcessInfo.processInfo.environment)),
        label: ClientIdentity.label,
        stateDirectory: MonitorRecords.directory(environment: ProcessInfo.processInfo.environment))

    /// What happens beside the session, in order.
    enum Command: Sendable {
        case startMonitoring(Region, ManagerReference, number: UInt64)
        case stopMonitoring(identifier: String, number: UInt64)
        case requestState(Region, ManagerReference)
        case monitorVisits(Bool)
        /// What waited for the daemon or its leave.
        case takeUp
    }

    struct State: Sendable {
        var managers: [ObjectIdentifier: ManagerReference] = [:]
        /// `nil` until the daemon said it, or could not be reached.
        var authorization: ClientAuthorization?
        /// Whether that is current: changes are missed while no session listens.
        var isAuthorizationCurrent = false
        /// Arrives when it holds.
        var firstAnswer = FirstAnswer()
        /// Whether the daemon ever answered.
        var wasReached = false
        /// How often the daemon was asked, and which of the inquiries gave what is known.
        var inquiries = 0
        var latestInquiry = 0
        /// Whether the regions below are the daemon's since it was connected.
        var knowsRegions = false
        /// Regions that the daemon started or stopped for this program, ever.
        var regionChanges = 0
        /// As the daemon monitors them.
        var regions: [String: Region] = [:]
        /// What could not be sent to the daemon yet.
        var pendingRegions: [String: Region] = [:]
        /// What was asked for last of each region, until that was carried out: by it the program knows its regions at once.
        var requested: [String: RequestedMonitoring] = [:]
        var requests: UInt64 = 0
        /// Who asked where regions are that the daemon has not determined yet.
        var openInquiries: [RegionInquiry] = []
        /// Asks for these again.
        var inquiring: Task<Void, Never>?
        /// The regions whose stop could not be sent to it yet.
        var pendingStops: Set<String> = []
        var hasPendingVisits = false
        var latest: CLLocation?
        var recent = RecentEvents()
        var listening: Task<Void, Never>?
        /// Carries out commands, from the first one on.
        var carrying: Task<Void, Never>?
        /// Those who look at what it may have as a sequence.
        var watchers: [UInt64: AsyncStream<ClientAuthorization>.Continuation] = [:]
        var nextWatcher: UInt64 = 0
        /// The names of the monitors that are open.
        var monitors = OpenMonitors()
    }

    let daemon: any LocationDaemon
    let label: String
    /// Where monitors keep what they watch.
    let stateDirectory: URL
    let session: PersistentSession
    /// What is carried out whether or not the manager that asked for it is still there.
    private let commands: AsyncStream<Command>.Continuation
    private let queue: AsyncStream<Command>
    let state = Mutex(State())
    /// Held while a change is told, so that whoever learned of it at the same time goes on after that.
    let telling = Mutex(())

    init(daemon: any LocationDaemon, label: String, stateDirectory: URL) {
        self.daemon = daemon
        self.label = label
        self.stateDirectory = stateDirectory
        session = PersistentSession(daemon: daemon, label: label)
        (queue, commands) = AsyncStream.makeStream()
    }

    deinit {
        commands.finish()
    }

    /// Carries out a command after those before it.
    func enqueue(_ command: Command) {
        commands.yield(command)
        state.withLock { state in
            guard state.carrying == nil else { return }
            state.carrying = Task { [weak self, queue] in
                for await command in queue { await self?.carryOut(command) }
            }
        }
    }

    /// What it may have; waits a moment for the first answer.
    var authorization: ClientAuthorization {
        begin()
        let (current, answer) = state.withLock { ($0.currentAuthorization, $0.firstAnswer) }
        if let current { return current }
        answer.wait()
        return state.withLock(\.authorization) ?? .unknown
    }

    /// The regions that are monitored; waits a moment for the first answer.
    var regions: [Region] {
        _ = authorization
        return state.withLock(\.monitoredRegions).values.sorted { $0.identifier < $1.identifier }
    }

    /// Registers a new manager: it receives the events for all managers, beginning with the authorization.
    func register(_ manager: ManagerReference) {
        state.withLock { $0.managers[manager.id] = manager }
        begin()
        if let known = state.withLock(\.currentAuthorization) { manager.authorizationDidChange(to: known) }
    }

    /// A manager is gone. With the last one the session ends.
    func unregister(_ id: ObjectIdentifier) {
        let ended = state.withLock { state in
            state.managers[id] = nil
            return state.endIfAlone()
        }
        ended?.cancel()
    }

    /// Has something done, after what was asked for before.
    func perform(_ command: Command) {
        begin()
        enqueue(command)
    }

    /// What this program may have, now and after each change.
    func authorizations() -> AsyncStream<ClientAuthorization> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ClientAuthorization.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextWatcher += 1
            state.watchers[state.nextWatcher] = continuation
            if let known = state.currentAuthorization { continuation.yield(known) }
            return state.nextWatcher
        }
        continuation.onTermination = { [weak self] _ in self?.forget(watcher: id) }
        begin()
        return stream
    }

    private func forget(watcher: UInt64) {
        let ended = state.withLock { state in
            state.watchers[watcher] = nil
            return state.endIfAlone()
        }
        ended?.cancel()
    }

    /// Begins to listen, where it does not yet.
    private func begin() {
        state.withLock { state in
            if state.listening == nil { state.listening = Task { [self] in await listen() } }
        }
    }

    private func listen() async {
        var iterator = session.makeAsyncIterator()
        while let element = await iterator.next() {
            switch element {
            case .update(.connected): await didConnect()
            case .update(.disconnected(let error, _)): didLose(error)
            case .update(.events(let events)):
                if events.contains(where: \.isOfAuthorization) { await learnAuthorization() }
                tell(events)
            case .update(.missed): break
            case .refused(let error): didLose(error)
            }
        }
    }

    private func didConnect() async {
        state.withLock { state in
            state.wasReached = true
            state.knowsRegions = false
        }
        await learnAuthorization()
        enqueue(.takeUp)
        for manager in state.withLock({ Array($0.managers.values) }) { manager.daemonDidReturn() }
    }

    private func didLose(_ error: LocdClientError) {
        let accuracy = state.withLock { state in
            if !error.isUnreachable { state.wasReached = true }
            return state.authorization?.accuracy ?? .fullAccuracy
        }
        if let status = error.refusedStatus {
            authorizationDidChange(to: ClientAuthorization(status: CLAuthorizationStatus(status), accuracy: accuracy))
        } else {
            didFindNobody()
        }
    }
}

extension ClientHub.State {
    /// What it may have, as far as that is known to hold.
    var currentAuthorization: ClientAuthorization? { isAuthorizationCurrent ? authorization : nil }

    /// Ends the session if nothing needs it any longer; returns what must be cancelled.
    fileprivate mutating func endIfAlone() -> Task<Void, Never>? {
        guard managers.isEmpty, watchers.isEmpty else { return nil }
        defer { listening = nil }
        isAuthorizationCurrent = false
        firstAnswer = FirstAnswer()
        return listening
    }
}
