import LocationModel
import LocationServices
import LocdProtocol
import SystemSupport

/// The monitors of all clients that have regions or visits. A connected client gets events at once; for a client that
/// is away they wait.
actor ClientMonitors {
    /// The maximum number of a user's clients with regions or visits: labels cost nothing, monitors do.
    static let maximumPerUser = 32
    /// The maximum number of points of all their regions together.
    static let maximumPointsPerUser = 100_000
    /// The maximum number of bytes of a region's name.
    static let maximumNameLength = 1024
    /// How often the state is stored while there are no events. This limits the loss in a power cut: the side of a
    /// region without notifications, half a visit.
    static let interval = Duration.seconds(300)

    private let hub: LocationHub
    private let clock: MonotonicClock
    /// The time of day at which regions end.
    private let wallTime: @Sendable () -> Timestamp
    private let sessions: SessionList
    private let store: ClientStore?
    /// Starts clients that are away; `nil` starts none.
    private let waker: ClientWaker?
    private var monitors: [ClientIdentity: ClientMonitor] = [:]
    private var revision = 0
    /// Clients whose monitors have events.
    private let arrivals: AsyncStream<ClientIdentity>
    private let arrivalsContinuation: AsyncStream<ClientIdentity>.Continuation
    /// Clients with changes that are not stored yet.
    private var changed: Set<ClientIdentity> = []
    /// Clients with events that occurred while they were away.
    nonisolated let usesAlways: AsyncStream<ClientIdentity>
    private let usesContinuation: AsyncStream<ClientIdentity>.Continuation
    /// Events of regions that clients share, and their owners.
    nonisolated let sharedEvents: AsyncStream<(event: RegionEvent, client: ClientIdentity)>
    private let sharedContinuation: AsyncStream<(event: RegionEvent, client: ClientIdentity)>.Continuation
    private let changes: AsyncStream<Void>
    private let changesContinuation: AsyncStream<Void>.Continuation

    /// Monitors with a store; without one (`nil`) they do not survive a restart.
    init(
        hub: LocationHub, clock: MonotonicClock, sessions: SessionList, store: ClientStore?, waker: ClientWaker? = nil,
        wallTime: @escaping @Sendable () -> Timestamp = { Timestamp(clock: SystemClock.wallTime) }
    ) {
        self.hub = hub
        self.clock = clock
        self.wallTime = wallTime
        self.sessions = sessions
        self.store = store
        self.waker = waker
        (arrivals, arrivalsContinuation) = AsyncStream.makeStream()
        (usesAlways, usesContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
        (sharedEvents, sharedContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
        (changes, changesContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Restores the stored state. Call it once, before anything else.
    func load() async {
        for record in await store?.load() ?? [] {
            let monitor = begin(record)
            if !monitor.endRegions(at: wallTime()).isEmpty { await save(monitor) }
        }
    }

    /// Runs until cancelled, and then stores the state.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.keepChanges() }
            group.addTask { await self.keepAll() }
            if let waker = self.waker {
                group.addTask {
                    for client in await self.missed { waker.wake(client) }
                    await waker.run { await self.wakeReason(of: $0) }
                }
            }
            for await client in arrivals {
                if let monitor = monitors[client] { await takeEvents(of: monitor) }
            }
            group.cancelAll()
        }
        for monitor in monitors.values { await save(monitor) }
        await store?.removeAgain()
    }

    private func keepChanges() async {
        for await _ in changes {
            while let client = changed.popFirst() {
                if let monitor = monitors[client] { await save(monitor) }
            }
        }
    }

    private func keepAll() async {
        while await clock.rest(for: Self.interval) {
            for monitor in monitors.values {
                _ = monitor.endRegions(at: wallTime())
                await save(monitor)
            }
            await store?.removeAgain()
        }
    }

    /// The monitor of a client, without the regions whose time is over, so that nobody sees these.
    private func current(_ client: ClientIdentity) -> ClientMonitor? {
        guard let monitor = monitors[client] else { return nil }
        if !monitor.endRegions(at: wallTime()).isEmpty { keepSoon(client) }
        return monitor
    }

    /// The regions of a client, and their known states.
    func regions(of client: ClientIdentity) async -> [MonitoredRegion] {
        guard let monitor = current(client) else { return [] }
        var found: [MonitoredRegion] = []
        for region in monitor.regions {
            let state = await monitor.manager.state(ofRegion: region.identifier)
            var reported = MonitoredRegion(region: ReportedRegion(region), state: state)
            reported.until = monitor.end(ofRegion: region.identifier)?.description
            if monitor.isShared(region.identifier) { reported.isShared = true }
            found.append(reported)
        }
        return found
    }

    /// The regions that other clients share, each with the name of its owner.
    func regionsShared(with client: ClientIdentity) async -> [MonitoredRegion] {
        var found: [MonitoredRegion] = []
        for owner in monitors.keys where owner != client {
            for var region in await regions(of: owner) where region.isShared == true {
                region.owner = owner.label ?? owner.unit ?? "user \(owner.user)"
                found.append(region)
            }
        }
        return found.sorted { ($0.region.identifier, $0.owner ?? "") < ($1.region.identifier, $1.owner ?? "") }
    }

    /// Whether a client shares a region of that name.
    func isShared(_ identifier: String) -> Bool {
        monitors.keys.contains { current($0)?.isShared(identifier) ?? false }
    }

    /// The known state of a client's region; `nil` if it has no region of that name.
    func state(ofRegion identifier: String, of client: ClientIdentity) async -> RegionState? {
        guard let monitor = current(client), monitor.hasRegion(identifier) else { return nil }
        return await monitor.manager.state(ofRegion: identifier)
    }

    /// Adds a region to a client. `end`: when it is removed automatically, by the time of day. `isShared`: whether
    /// hooks and other clients receive its events, too.
    func add(
        _ region: Region, until end: Timestamp? = nil, isShared: Bool = false, to client: ClientIdentity,
        having authorization: @autoclosure @Sendable () -> Authorization
    ) async throws(VarlinkError) {
        if let end, end <= wallTime() {
            throw .invalidRegion(
                identifier: region.identifier, detail: "It would end at \(end), which is over. Give a time to come.")
        }
        _ = current(client)
        try checkSize(of: region, for: client)
        // Looked up here: from now on it gets decisions as all others do.
        let monitor = try monitor(for: client, authorization: authorization())
        try monitor.add(region, until: end, isShared: isShared)
        await save(monitor)
    }

    func remove(_ identifier: String, from client: ClientIdentity) async throws(VarlinkError) {
        guard let monitor = current(client) else { throw .noSuchRegion(identifier) }
        try monitor.remove(identifier)
        await save(monitor)
    }

    /// Starts or stops the visits of the client of a session.
    func monitorVisits(_ isWanted: Bool, of session: Session) async throws(VarlinkError) {
        guard isWanted || monitors[session.client] != nil else { return }
        let authorization = session.authorization
        guard !isWanted || authorization.disclosure != .nothing else { throw .notAuthorized(authorization.status) }
        let monitor = try monitor(for: session.client, authorization: authorization)
        if monitor.monitorVisits(isWanted) { await save(monitor) }
    }

    /// Starts or stops the significant changes for which the client of a session is started while it is away. That
    /// needs a socket that starts it; without one, changes end with the session.
    func monitorChanges(_ isWanted: Bool, of session: Session) async throws(VarlinkError) {
        guard isWanted ? waker?.canStart(session.client) == true : monitors[session.client] != nil,
            !isWanted || session.authorization.disclosure != .nothing
        else { return }
        let monitor = try monitor(for: session.client, authorization: session.authorization)
        if monitor.monitorChanges(isWanted) { await save(monitor) }
    }

    /// A significant change of a client; one that is there learns of it by its session.
    private func changed(_ client: ClientIdentity, at timestamp: Timestamp) {
        guard let monitor = monitors[client], sessions.sessions(of: client).isEmpty else { return }
        monitor.missChange(at: timestamp)
        usesContinuation.yield(client)
        waker?.wake(client)
        keepSoon(client)
    }

    /// Limits how much memory and disk a user can use.
    private func checkSize(of region: Region, for client: ClientIdentity) throws(VarlinkError) {
        func refusal(_ detail: String) -> VarlinkError { .invalidRegion(identifier: region.identifier, detail: detail) }
        guard region.name?.utf8.count ?? 0 <= Self.maximumNameLength else {
            throw refusal("A name has at most \(Self.maximumNameLength) bytes.")
        }
        let own = monitors[client]?.pointCount(without: region.identifier) ?? 0
        guard own + region.shape.pointCount <= ClientMonitor.maximumPoints else {
            throw refusal(
                """
                With this region, the regions of this client would have more than \(ClientMonitor.maximumPoints) points. Simplify it, or remove \
                others.
                """)
        }
        let others = monitors.values.filter { $0.client.user == client.user && $0.client != client }
        guard others.reduce(own + region.shape.pointCount, { $0 + $1.pointCount() }) <= Self.maximumPointsPerUser else {
            throw refusal(
                """
                With this region, the regions of all clients of this user would have more than \(Self.maximumPointsPerUser) points. Simplify \
                it, or remove others.
                """)
        }
    }

    /// Begins a session of a client: the session sends its name, the waiting events, and from then on each event.
    /// `authorization` is the client's current authorization.
    func join(_ session: Session, having authorization: @Sendable () -> Authorization) async {
        // Waiting events, or a visit that lasts, may be older than the private region that they are in.
        let zones = await hub.zones
        // The reader of the name may use it at once. So nothing else happens between here and the end: waiting events
        // come first.
        sessions.add(session)
        // The session missed decisions from before it was in the list. Asking and setting happen in one step, as in
        // ``authorize(by:)``, so that neither undoes the other.
        session.authorize(authorization())
        guard let monitor = monitors[session.client] else { return session.open(with: []) }
        let wasMissed = monitor.wakeReason != nil
        monitor.missChange(at: nil)
        let present = sessions.authorization(of: session.client) ?? session.authorization
        // A process without any decision says nothing about another process of the client that is away: that one's
        // authorization stays.
        if present.status != .notDetermined { monitor.authorize(present) }
        let waiting = monitor.takeWaiting(for: session)
        session.open(with: waiting.compactMap(zones.redacted))
        if wasMissed { keepSoon(monitor.client) }
    }

    /// Ends a session of a client. `decided` is what a decision or a rule says of it.
    func left(by client: ClientIdentity, having decided: @Sendable () -> Authorization?) {
        guard let monitor = monitors[client], sessions.sessions(of: client).isEmpty else { return }
        monitor.authorize(whileAway: decided())
    }

    /// Asks for the authorization of all sessions and clients. That of a client which is away may be unknown: then the
    /// last one applies, and events are delivered only when it is back and authorized. A client also counts as away if
    /// only processes of it are connected that were never authorized.
    func authorize(by authority: any Authority) {
        let before = monitors.keys.compactMap { client in sessions.authorization(of: client).map { (client, $0) } }
        let had = Dictionary(before) { $1 }
        for session in sessions.all {
            session.authorize(authority.authorization(of: session.client, at: session.peer))
        }
        for (client, monitor) in monitors {
            let present = sessions.authorization(of: client).flatMap { now in
                now.status == .notDetermined && had[client]?.status == .notDetermined ? nil : now
            }
            if let present {
                monitor.authorize(present)
            } else {
                monitor.authorize(
                    whileAway: authority.authorization(ofAbsent: client), isLimited: authority.isLimited(client))
                keepSoon(client)
            }
        }
    }

    /// The clients, with their regions and services.
    var reports: [(client: ClientIdentity, regions: Int, waiting: Int, services: [SessionService])] {
        monitors.values.map { monitor in
            let counts = monitor.counts
            let services: [SessionService?] = [
                monitor.monitorsChanges ? .monitoringSignificantLocationChanges : nil,
                monitor.monitorsVisits ? .monitoringVisits : nil,
            ]
            return (monitor.client, counts.regions, counts.waiting, services.compactMap(\.self))
        }
    }

    /// Passes on what a client's manager has reported.
    private func takeEvents(of monitor: ClientMonitor) async {
        let zones = await hub.zones
        let events = monitor.takeEvents()
        if !events.isEmpty { happened(events, to: monitor.client, hiding: zones) }
    }

    /// Events for a client, with the private regions of now.
    func happened(_ events: [LocationEvent], to client: ClientIdentity, hiding zones: PrivacyZones) {
        guard let monitor = monitors[client] else { return }
        // Nobody needs the place of a change: a client that is started asks for it itself.
        for case .location(let location) in events { changed(client, at: location.timestamp) }
        let ended = monitor.endRegions(at: wallTime())
        let valid = events.filter {
            switch $0 {
            case .region(let event): !ended.contains(event.identifier)
            case .location: false
            default: true
            }
        }
        for case .region(let event) in valid where monitor.isShared(event.identifier) {
            sharedContinuation.yield((event, client))
        }
        for event in valid.compactMap(zones.redacted)
        where !sessions.deliver(event, to: client, disclosing: monitor.disclosure(of: event)) {
            monitor.keep(event)
            usesContinuation.yield(client)
            if isMissed(client) { waker?.wake(client) }
        }
        if !valid.isEmpty { keepSoon(client) }
    }

    /// The user looks at a display: regions that want it are reported again to those of the user's clients that run, if
    /// they are inside.
    func displayTurnedOn(for user: UInt32) async {
        for monitor in monitors.values where monitor.client.user == user {
            for region in monitor.regions where region.notifyEntryStateOnDisplay {
                guard await monitor.manager.state(ofRegion: region.identifier) == .inside else { continue }
                let event = RegionEvent(
                    timestamp: wallTime(), identifier: region.identifier, state: .inside, cause: .requested)
                _ = sessions.deliver(
                    .region(event), to: monitor.client, disclosing: monitor.disclosure(of: .region(event)))
            }
        }
    }

    /// Whether a client is away and events wait for it.
    private func isMissed(_ client: ClientIdentity) -> Bool {
        wakeReason(of: client) != nil
    }

    /// Why a client that is away is to be started.
    private func wakeReason(of client: ClientIdentity) -> WakeReason? {
        sessions.sessions(of: client).isEmpty ? monitors[client]?.wakeReason : nil
    }

    /// The clients that are away and for which events wait.
    var missed: [ClientIdentity] { monitors.keys.filter(isMissed) }

    private func keepSoon(_ client: ClientIdentity) {
        changed.insert(client)
        changesContinuation.yield()
    }

    private func monitor(
        for client: ClientIdentity, authorization: Authorization
    ) throws(VarlinkError) -> ClientMonitor {
        if let monitor = monitors[client] { return monitor }
        guard monitors.keys.count(where: { $0.user == client.user }) < Self.maximumPerUser else {
            throw .clientLimit(maximum: Self.maximumPerUser)
        }
        return begin(ClientRecord(client: client, authorization: authorization))
    }

    @discardableResult
    private func begin(_ record: ClientRecord) -> ClientMonitor {
        let monitor = ClientMonitor(
            record, isThere: !sessions.sessions(of: record.client).isEmpty, hub: hub,
            onEvents: { [arrivalsContinuation, client = record.client] in arrivalsContinuation.yield(client) })
        monitors[record.client] = monitor
        return monitor
    }

    private func save(_ monitor: ClientMonitor) async {
        if !monitor.isNeeded, monitors[monitor.client] === monitor {
            monitors[monitor.client] = nil
            monitor.manager.finish()
        }
        // The later one contains everything from before: the order in which the two are compared does not matter.
        revision += 1
        let revision = revision
        // No event is in the manager's state that the client has not got and that is not stored as waiting.
        let services = await monitor.manager.serviceState
        await takeEvents(of: monitor)
        let record = monitor.record(services)
        // The monitor may belong to another client meanwhile, which stores itself.
        guard monitors[monitor.client].map({ $0 === monitor }) ?? true else { return }
        await store?.save(record, revision: revision, isNeeded: monitor.isNeeded)
    }
}

extension PrivacyZones {
    /// A visit as the client may receive it; other monitored events contain no place.
    fileprivate func redacted(_ event: LocationEvent) -> LocationEvent? {
        guard case .visit(let visit) = event else { return event }
        return redacted(visit).map(LocationEvent.visit)
    }
}
