import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

/// The shared state of all managers of a program: its authorization, its regions and visits. It reports changes to each
/// manager.
///
/// It has a session of its own while there are managers or service sessions, in addition to those of managers that have
/// started something.
final class ClientHub: Sendable {
    /// The program's hub. Tests replace it.
    @TaskLocal static var current = ClientHub(
        daemon: LocdClient(
            socketPath: LocdClient.socketPath(environment: ProcessInfo.processInfo.environment)),
        label: ClientIdentity.label,
        stateDirectory: MonitorRecords.directory(environment: ProcessInfo.processInfo.environment))

    /// Tasks beside the session, in order.
    enum Command: Sendable {
        case startMonitoring(Region, ManagerReference, number: UInt64)
        case stopMonitoring(identifier: String, number: UInt64)
        case requestState(Region, ManagerReference)
        case monitorVisits(Bool)
        /// Commands that wait for the daemon or for authorization.
        case takeUp
        /// Events that no manager took.
        case deliverWaiting
        /// Says that all commands before it were carried out.
        case mark(@Sendable () -> Void)
    }

    struct State: Sendable {
        var managers: [ObjectIdentifier: ManagerReference] = [:]
        /// `nil` until the daemon reported it, or could not be reached.
        var authorization: ClientAuthorization?
        /// Whether that is current: changes are missed while no session listens.
        var isAuthorizationCurrent = false
        /// Whether the daemon ever answered.
        var wasReached = false
        /// The timeout of the last property, while a question in the background has not ended.
        var hanging: LocdClientError?
        /// Whether headings can be expected, and whether anything counts steps, as the daemon last said.
        var isHeadingAvailable = false
        var isStepCountingAvailable = false
        /// The number of inquiries to the daemon, and the number of the one that gave the known answer.
        var inquiries = 0
        var latestInquiry = 0
        /// Whether the regions below are the daemon's since the connection began.
        var knowsRegions = false
        /// How many regions the daemon started or stopped for this program.
        var regionChanges = 0
        /// The regions that the daemon monitors.
        var regions: [String: Region] = [:]
        /// Requests that could not be sent to the daemon yet.
        var pendingRegions: [String: Region] = [:]
        /// The last request for each region until it is carried out. With these the program's regions change
        /// immediately.
        var requested: [String: RequestedMonitoring] = [:]
        var requests: UInt64 = 0
        /// Requests for the states of regions that the daemon has not determined yet.
        var openInquiries: [RegionInquiry] = []
        /// Repeats these requests.
        var inquiring: Task<Void, Never>?
        /// The regions whose stop could not be sent to it yet.
        var pendingStops: Set<String> = []
        var hasPendingVisits = false
        /// How many starts and stops of visits are not carried out yet: the session stays for them.
        var visitCommands = 0
        var latest: CLLocation?
        /// Whether an earlier location is older than the latest: not after the time of the receiver went back, or when
        /// the daemon returned.
        var isLatestComparable = true
        var recent = RecentEvents()
        /// Events for all managers until the first one exists and the authorization is known.
        var waiting: [LocationEvent] = []
        /// Earlier ones whose managers were gone when it was their turn.
        var returned: [LocationEvent] = []
        var listening: Task<Void, Never>?
        /// Whether the session is about to be opened, and who waits until it is, or cannot be.
        var isOpening = false
        var openings: [CheckedContinuation<Void, Never>] = []
        /// Carries out commands, from the first one on.
        var carrying: Task<Void, Never>?
        /// The sequences of the program's authorization.
        var watchers: [UInt64: AsyncStream<ClientAuthorization>.Continuation] = [:]
        var nextWatcher: UInt64 = 0
        /// Whether live updates need a ``CLServiceSession``, and what those that the program holds request.
        var requiresServiceSession = UsageDescriptions.own.requiresServiceSession
        var serviceSessions: [ObjectIdentifier: ServiceNeeds] = [:]
        /// How many questions a person has not answered yet.
        var questions = 0
        var lacksServiceSession: Bool { requiresServiceSession && serviceSessions.isEmpty }
        var monitors = OpenMonitors()
    }

    let daemon: any LocationDaemon
    let label: String
    /// The directory of the monitors' conditions.
    let stateDirectory: URL
    let session: PersistentSession
    /// Commands that are carried out even if the manager that requested them is gone.
    private let commands: AsyncStream<Command>.Continuation
    private let queue: AsyncStream<Command>
    let state = Mutex(State())
    /// Held while a change is reported, so that another session that learned of it at the same time continues after
    /// that.
    let delivering = Mutex(())

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

    /// The program's authorization; asks for it if it is not known to be current.
    var authorization: ClientAuthorization {
        begin()
        if let current = state.withLock(\.currentAuthorization) { return current }
        learnAuthorizationNow()
        return state.withLock(\.authorization) ?? .unknown
    }

    /// The regions that are monitored; asks for them if they are not known, or their list was late.
    var regions: [Region] {
        if let known = state.withLock(\.currentAuthorization) {
            if known.isAuthorized { learnRegionsNow() }
        } else {
            _ = authorization
        }
        return state.withLock(\.monitoredRegions).values.sorted { $0.identifier < $1.identifier }
    }

    /// Registers a new manager: it receives the events for all managers, beginning with the authorization.
    func register(_ manager: ManagerReference) {
        state.withLock { $0.managers[manager.id] = manager }
        begin()
        delivering.withLock { _ in
            if let known = state.withLock(\.currentAuthorization) { manager.authorizationDidChange(to: known) }
            deliverWaiting()
        }
    }

    /// Removes a manager. With the last one the session ends.
    func unregister(_ id: ObjectIdentifier) {
        endIfAlone { $0.managers[id] = nil }
    }

    /// Runs a task, after all earlier ones.
    func perform(_ command: Command) {
        if case .monitorVisits = command { state.withLock { $0.visitCommands += 1 } }
        begin()
        enqueue(command)
    }

    /// The program's authorization, now and after each change.
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
        endIfAlone { $0.watchers[watcher] = nil }
    }

    /// Ends the session if nothing needs it any longer.
    func endIfAlone(after change: (inout State) -> Void) {
        let ended = state.withLock { state in
            change(&state)
            return state.endIfAlone()
        }
        ended?.cancel()
    }

    /// Begins to listen, unless it already does.
    func begin() {
        state.withLock { state in
            guard state.listening == nil else { return }
            state.isOpening = true
            state.listening = session.read { [self] in await take($0) }
        }
    }

    /// Waits for the session that is about to be opened: what somebody grants for one use ends unless there is one.
    func waitForSession() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.isOpening { state.openings.append(continuation) } else { continuation.resume() }
            }
        }
    }

    private func take(_ element: PersistentSession.Element) async {
        switch element {
        case .update(.connected): await didConnect()
        case .update(.disconnected(let error, _)): didLose(error)
        case .update(.events(let events)):
            if events.contains(where: \.isOfAuthorization) { await learnAuthorization() }
            deliver(events)
        case .update(.missed): break
        case .refused(let error): didLose(error)
        }
    }

    private func didConnect() async {
        let held = state.withLock { state in
            state.wasReached = true
            state.knowsRegions = false
            state.isLatestComparable = false
            state.endOpening()
            return state.serviceSessions
        }
        await learnAuthorization()
        for (id, needs) in held { request(needs, of: id) }
        enqueue(.takeUp)
        for manager in state.withLock({ Array($0.managers.values) }) { manager.daemonDidReturn() }
    }

    private func didLose(_ error: LocdClientError) {
        let accuracy = state.withLock { state in
            if !error.isUnreachable { state.wasReached = true }
            state.endOpening()
            return state.authorization?.accuracy ?? .fullAccuracy
        }
        if let status = error.refusedStatus {
            authorizationDidChange(to: ClientAuthorization(status: CLAuthorizationStatus(status), accuracy: accuracy))
        } else if error.isOfAbsence {
            didFindNobody()
        }
    }
}

extension ClientHub.State {
    /// The program's authorization, if it is known to be current.
    var currentAuthorization: ClientAuthorization? { isAuthorizationCurrent ? authorization : nil }

    /// Whether the daemon said that nobody has decided yet.
    var isUndecided: Bool { authorization?.status == .notDetermined }

    /// Whether the program has stopped a region: the daemon may not know yet.
    fileprivate func isStopped(_ identifier: String) -> Bool {
        pendingStops.contains(identifier) || requested[identifier].map { $0.region == nil } == true
    }

    /// Ends the session if nothing needs it any longer; returns what must be cancelled.
    fileprivate mutating func endIfAlone() -> Task<Void, Never>? {
        guard managers.isEmpty, watchers.isEmpty, serviceSessions.isEmpty, visitCommands == 0 else { return nil }
        defer { listening = nil }
        isAuthorizationCurrent = false
        endOpening()
        return listening
    }

    /// The session is open, or cannot be opened now.
    fileprivate mutating func endOpening() {
        for opening in openings { opening.resume() }
        (isOpening, openings) = (false, [])
    }
}

/// The latest events. Regions and visits belong to the program, and each of its sessions receives them: the first copy
/// counts, the others are recognized.
struct RecentEvents {
    /// More than the daemon stores for a client that is away.
    fileprivate static let capacity = 2048

    private var known: Set<LocationEvent> = []
    private var order: [LocationEvent] = []
    private var oldest = 0

    /// Whether an event is new; from now on it is known.
    mutating func isNew(_ event: LocationEvent) -> Bool {
        guard known.insert(event).inserted else { return false }
        if order.count < Self.capacity {
            order.append(event)
        } else {
            known.remove(order[oldest])
            order[oldest] = event
            oldest = (oldest + 1) % Self.capacity
        }
        return true
    }
}

/// An event of the program on its way to its managers, until each had its turn. If all are gone by then, it returns.
final class EventDelivery: Sendable {
    /// What became of it so far.
    enum Turn: Sendable {
        /// No manager had its turn.
        case waiting
        /// A manager was gone.
        case missed
        /// A manager took it.
        case taken
    }

    private let event: LocationEvent
    private let managers: [ObjectIdentifier]
    private let hub: ClientHub
    private let turn = Mutex(Turn.waiting)

    fileprivate init(_ event: LocationEvent, to managers: [ManagerReference], of hub: ClientHub) {
        self.event = event
        self.managers = managers.map(\.id)
        self.hub = hub
    }

    deinit {
        switch turn.withLock(\.self) {
        case .taken: break
        case .missed: hub.keep(event, unlessFor: [])
        case .waiting: hub.keep(event, unlessFor: managers)
        }
    }

    /// A manager has its turn, if it exists.
    func note(exists: Bool) {
        turn.withLock { turn in
            if turn != .taken { turn = exists ? .taken : .missed }
        }
    }
}

extension ClientHub {
    /// Reports an event of the program, as opposed to one manager's, to all managers, once: the first session that
    /// receives it counts.
    func deliver(_ events: [LocationEvent]) {
        for event in events where Self.isShared(event) {
            let identifier = Self.identifier(of: event)
            delivering.withLock { _ in
                _ = state.withLock { state -> [RegionInquiry] in
                    let isStopped = identifier.map(state.isStopped) ?? false
                    guard !isStopped, state.recent.isNew(event) else { return [] }
                    state.waiting.append(event)
                    if state.waiting.count > RecentEvents.capacity { state.waiting.removeFirst() }
                    // All managers receive the state now, including those that requested it.
                    guard case .region(let crossing) = event else { return [] }
                    return state.takeInquiries { $0.region.identifier == crossing.identifier }
                }
                deliverWaiting()
            }
        }
    }

    /// Reports what waits, after the authorization, to all managers, if there are any. Events of a region wait until
    /// its start is over. The caller holds `delivering`.
    func deliverWaiting() {
        let (managers, events) = state.withLock { state -> ([ManagerReference], [(LocationEvent, Region?)]) in
            guard !state.managers.isEmpty, state.currentAuthorization != nil else { return ([], []) }
            let waiting = state.returned + state.waiting
            (state.returned, state.waiting) = ([], [])
            return (
                Array(state.managers.values),
                waiting.compactMap { event in
                    guard let identifier = Self.identifier(of: event) else { return (event, nil) }
                    if state.requested[identifier]?.region != nil {
                        state.waiting.append(event)
                        return nil
                    }
                    return state.isStopped(identifier) ? nil : (event, state.regions[identifier])
                }
            )
        }
        for (event, region) in events {
            let delivery = EventDelivery(event, to: managers, of: self)
            for manager in managers { manager.deliver(event, of: region, by: delivery) }
        }
    }

    /// An event that no manager took waits for the next one, unless one of these managers exists: then its thread,
    /// which runs no loop, has dropped it, and would again.
    fileprivate func keep(_ event: LocationEvent, unlessFor managers: [ObjectIdentifier]) {
        let isKept = state.withLock { state in
            guard managers.allSatisfy({ state.managers[$0] == nil }) else { return false }
            state.returned.append(event)
            if state.returned.count > RecentEvents.capacity { state.returned.removeFirst() }
            return true
        }
        if isKept { enqueue(.deliverWaiting) }
    }

    /// A manager received a location: it becomes the program's latest, unless it is older than that.
    func note(_ location: CLLocation) {
        state.withLock { state in
            if let latest = state.latest, state.isLatestComparable, latest.timestamp > location.timestamp { return }
            (state.latest, state.isLatestComparable) = (location, true)
        }
    }

    /// The time of the receiver went back: the next location is the latest.
    func timeDidReset() {
        state.withLock { $0.isLatestComparable = false }
    }

    private static func isShared(_ event: LocationEvent) -> Bool {
        switch event {
        case .region, .visit: true
        case .failure(let failure): failure.region != nil
        default: false
        }
    }

    private static func identifier(of event: LocationEvent) -> String? {
        switch event {
        case .region(let event): event.identifier
        case .failure(let failure): failure.region
        default: nil
        }
    }
}
