import LocationModel
import LocationServices
import LocdProtocol

/// The monitors of all clients that have regions or visits. A client that is there is told what happens; for one that is
/// away it waits.
actor ClientMonitors {
    /// Clients with regions or visits that a user may have: labels cost nothing, monitors do.
    static let maximumPerUser = 32
    /// Points that the regions of all these together may have.
    static let maximumPointsPerUser = 100_000
    /// Bytes of the name of a region.
    static let maximumNameLength = 1024
    /// How often what is to be kept is kept while nothing is told. It bounds what a power cut may cost: the side of a region
    /// that nobody asked to be told of, half a visit.
    static let interval = Duration.seconds(300)

    private let hub: LocationHub
    private let clock: MonotonicClock
    private let sessions: SessionList
    private let store: ClientStore?
    private var monitors: [ClientIdentity: ClientMonitor] = [:]
    private var revision = 0
    private let beginnings: AsyncStream<ClientMonitor>
    private let continuation: AsyncStream<ClientMonitor>.Continuation
    /// Clients to whom something happened that is not kept yet.
    private var changed: Set<ClientIdentity> = []
    /// Clients that something happened to while they were away.
    nonisolated let usesAlways: AsyncStream<ClientIdentity>
    private let usesContinuation: AsyncStream<ClientIdentity>.Continuation
    private let changes: AsyncStream<Void>
    private let changesContinuation: AsyncStream<Void>.Continuation

    /// Monitors that are kept in a store; `nil` keeps none over a restart.
    init(
        hub: LocationHub, clock: MonotonicClock, sessions: SessionList, store: ClientStore?
    ) {
        self.hub = hub
        self.clock = clock
        self.sessions = sessions
        self.store = store
        (beginnings, continuation) = AsyncStream.makeStream()
        (usesAlways, usesContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
        (changes, changesContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Goes on with what was kept. Call it once, before anything else.
    func load() async {
        for record in await store?.load() ?? [] { begin(record) }
    }

    /// Works until cancelled; then what is to be kept is kept.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.keepChanges() }
            group.addTask { await self.keepAll() }
            for await monitor in beginnings { group.addTask { await monitor.manager.run() } }
            group.cancelAll()
        }
        for monitor in monitors.values { await save(monitor) }
    }

    /// A manager does not say what must not be forgotten before its sink has returned: the sink cannot wait for it.
    private func keepChanges() async {
        for await _ in changes {
            while let client = changed.popFirst() {
                if let monitor = monitors[client] { await save(monitor) }
            }
        }
    }

    private func keepAll() async {
        while await clock.rest(for: Self.interval) {
            for monitor in monitors.values { await save(monitor) }
        }
    }

    /// The regions of a client, and where they are known to be.
    func regions(of client: ClientIdentity) async -> [MonitoredRegion] {
        guard let monitor = monitors[client] else { return [] }
        var found: [MonitoredRegion] = []
        for region in monitor.regions {
            let state = await monitor.manager.state(ofRegion: region.identifier)
            found.append(MonitoredRegion(region: ReportedRegion(region), state: state))
        }
        return found
    }

    /// Where a region of a client is known to be; `nil` where it has none of that name.
    func state(ofRegion identifier: String, of client: ClientIdentity) async -> RegionState? {
        guard let monitor = monitors[client], monitor.hasRegion(identifier) else { return nil }
        return await monitor.manager.state(ofRegion: identifier)
    }

    /// Adds a region to a client.
    func add(
        _ region: Region, to client: ClientIdentity, having authorization: @autoclosure @Sendable () -> Authorization
    ) async throws(VarlinkError) {
        try checkSize(of: region, for: client)
        // Asked here: what is decided from now on is told to it as to all others.
        let monitor = try monitor(for: client, authorization: authorization())
        try monitor.add(region)
        await save(monitor)
    }

    /// Removes a region of a client.
    func remove(_ identifier: String, from client: ClientIdentity) async throws(VarlinkError) {
        guard let monitor = monitors[client] else { throw .noSuchRegion(identifier) }
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

    /// Refuses what a user could fill memory and disk with.
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

    /// A session of a client begins: it says its name, is told what waited, and from now on what happens. `authorization` says
    /// what it may have now.
    func join(_ session: Session, having authorization: @Sendable () -> Authorization) async {
        // What waited, or a visit that lasts, may be older than the private region that it is in.
        let zones = await hub.zones
        // Whoever reads its name may use it at once. From here on nothing else is done in between: what waited comes first.
        sessions.add(session)
        session.open()
        // What was decided before it was in the list it has not heard of. It is asked and set at one stroke, as in
        // ``authorize(by:)``, so neither undoes what the other knew.
        session.authorize(authorization())
        guard let monitor = monitors[session.client] else { return }
        let present = sessions.authorization(of: session.client) ?? session.authorization
        // One about whom nobody decided says nothing of another process of the client that is away: what that had holds.
        if present.status != .notDetermined { monitor.authorize(present, isThere: true) }
        let waiting = monitor.takeWaiting(for: session)
        session.tell(waiting.compactMap(zones.redacted))
        if !waiting.isEmpty { keepSoon(monitor.client) }
    }

    /// A session of a client ended.
    func left(by client: ClientIdentity) {
        guard let monitor = monitors[client], sessions.sessions(of: client).isEmpty else { return }
        monitor.authorize(monitor.authorization, isThere: false)
    }

    /// Asks for all sessions and clients what they may have. Of one that is away nobody may know: then what it had holds, and what happened
    /// is told only when it is back and may be told it. A client is away as well where only processes of it are there that never had anything.
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
            monitor.authorize(
                present ?? authority.authorization(ofAbsent: client) ?? monitor.authorization, isThere: present != nil)
        }
    }

    /// The clients, with what they have.
    var reports: [(client: ClientIdentity, regions: Int, waiting: Int, monitorsVisits: Bool)] {
        monitors.values.map { monitor in
            let counts = monitor.counts
            return (monitor.client, counts.regions, counts.waiting, monitor.monitorsVisits)
        }
    }

    /// Something happened to a client.
    func happened(_ events: [LocationEvent], to client: ClientIdentity) async {
        let zones = await hub.zones
        guard let monitor = monitors[client] else { return }
        for event in events.compactMap(zones.redacted)
        where !sessions.tell(event, to: client, disclosing: monitor.disclosure(of: event)) {
            monitor.keep(event)
            usesContinuation.yield(client)
        }
        keepSoon(client)
    }

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
            record, isThere: !sessions.sessions(of: record.client).isEmpty, hub: hub, clock: clock,
            sink: MonitorSink(client: record.client, monitors: self))
        monitors[record.client] = monitor
        continuation.yield(monitor)
        return monitor
    }

    private func save(_ monitor: ClientMonitor) async {
        if !monitor.isNeeded, monitors[monitor.client] === monitor {
            monitors[monitor.client] = nil
            monitor.manager.finish()
        }
        // Who is later has all that was there before: which of two is told apart first says nothing.
        revision += 1
        let revision = revision
        let record = await monitor.record()
        // Another may be the client's meanwhile, and keeps itself.
        guard monitors[monitor.client].map({ $0 === monitor }) ?? true else { return }
        await store?.save(record, revision: revision, isNeeded: monitor.isNeeded)
    }
}

extension PrivacyZones {
    /// What a client is told of a visit; all else that is monitored names no place.
    fileprivate func redacted(_ event: LocationEvent) -> LocationEvent? {
        guard case .visit(let visit) = event else { return event }
        return redacted(visit).map(LocationEvent.visit)
    }
}

/// Hands on what the regions and visits of a client say.
private struct MonitorSink: LocationSink {
    let client: ClientIdentity
    weak let monitors: ClientMonitors?

    nonisolated(nonsending) func receive(_ events: [LocationEvent]) async {
        // Its other services never run.
        let newEvents = events.filter { event in
            switch event {
            case .visit, .region: true
            default: false
            }
        }
        if !newEvents.isEmpty { await monitors?.happened(newEvents, to: client) }
    }
}
