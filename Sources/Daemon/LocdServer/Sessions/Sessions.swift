package import LocationModel
package import LocationServices
package import LocdConfiguration
package import LocdProtocol
package import Logging
import Synchronization

/// Everything the daemon does for its clients besides reporting its status: sessions, single locations, regions,
/// visits.
public struct Sessions: Sendable {
    /// The default timeout of a request for one location; see `RequestLocation.timeout`.
    private static let timeout = RequestLocation.timeout

    /// Whether other programs get positions that are not trusted.
    private let passesUntrusted: Bool
    private let hub: LocationHub
    private let clock: MonotonicClock
    private let list: SessionList
    private let encoder = StreamEncoder()
    let monitors: ClientMonitors
    private let waker: ClientWaker
    private let receiverChanges: ReceiverChanges
    private let past = PastUses()
    package let administered: AdministeredRegions
    /// Whether the daemon listens to beacons.
    let isRangingAvailable: Bool
    /// Whether anything counts steps.
    package let stepCounting = StepAvailability()

    /// Creates the sessions; no client is served yet.
    /// - Parameters:
    ///   - staleAfter: How long without a location before a session receives a gap.
    ///   - administered: The administrator's regions.
    ///   - receiverChanges: Delivers changes of the receiver to sessions.
    ///   - isRangingAvailable: Whether the daemon listens to beacons.
    ///   - store: Stores the regions and visits of clients; `nil` does not store them.
    ///   - logger: The log for clients that cannot be started.
    package init(
        hub: LocationHub, clock: MonotonicClock, staleAfter: Duration, administered: AdministeredRegions? = nil,
        receiverChanges: ReceiverChanges = ReceiverChanges(), isRangingAvailable: Bool = false,
        passesUntrusted: Bool = true,
        store: ClientStore?, logger: Logger = Logger(label: "locd")
    ) {
        self.hub = hub
        self.clock = clock
        self.receiverChanges = receiverChanges
        self.passesUntrusted = passesUntrusted
        self.isRangingAvailable = isRangingAvailable
        self.administered = administered ?? AdministeredRegions(hub: hub, recorder: nil)
        list = SessionList(staleAfter: staleAfter)
        waker = ClientWaker(clock: clock, logger: logger)
        monitors = ClientMonitors(hub: hub, clock: clock, sessions: list, store: store, waker: waker)
    }

    /// Whether there is a region of that name that clients with full accuracy see.
    package func hasRegion(_ identifier: String) async -> Bool {
        if await administered.hasRegion(identifier) { return true }
        return await monitors.isShared(identifier)
    }

    /// What the box can measure besides locations, now.
    var sensors: AvailableSensors {
        AvailableSensors(
            heading: hub.headingSources.isAvailable, ranging: isRangingAvailable,
            steps: stepCounting.isAvailable)
    }

    /// Restores the stored data of clients. Call it once, before ``run()``.
    public func load() async {
        await monitors.load()
    }

    /// Monitors the regions and visits of all clients until cancelled.
    public func run() async {
        await monitors.run()
    }

    /// Changes how long without a location before a session receives a gap.
    package func apply(staleAfter: Duration) {
        list.apply(staleAfter: staleAfter)
    }

    /// Takes the sockets that start clients which are away, also for what waits already.
    package func apply(_ policy: ClientPolicy) async {
        waker.apply(policy)
        for client in await monitors.missed { waker.wake(client) }
    }

    /// Sends an event of the administrator's regions to the sessions that subscribe to them.
    package func deliver(_ event: RegionEvent) async {
        guard await administered.mayTell(event) else { return }
        for session in list.all where session.takes(.administeredRegions) { session.deliver([.region(event)]) }
    }

    package func deliver(_ change: TimeZoneChange) {
        for session in list.all where session.takes(.timeZone) { session.deliver([.timeZone(change)]) }
    }

    /// Sends steps to the sessions that subscribe to them.
    package func deliver(_ steps: StepCount) {
        for session in list.all where session.takes(.stepUpdates) { session.deliver([.steps(steps)]) }
    }

    /// A user looks at a display.
    package func displayTurnedOn(for user: UInt32) async { await monitors.displayTurnedOn(for: user) }

    /// What happened to regions that clients share, and whose they are; for one reader.
    package var sharedRegionEvents: AsyncStream<(event: RegionEvent, client: ClientIdentity)> { monitors.sharedEvents }

    /// Sends an event of a region that a client shares to the sessions of others; false if no session may receive it.
    package func deliver(_ event: RegionEvent, sharedBy client: ClientIdentity) async -> Bool {
        guard await administered.mayTell(event) else { return false }
        for session in list.all where session.takes(.administeredRegions) && session.client != client {
            session.deliver([.region(event)])
        }
        return true
    }

    /// Updates the authorization of all sessions whenever it may have changed.
    func follow(_ authority: any Authority) async {
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await _ in authority.changes() { await monitors.authorize(by: authority) }
            }
            group.addTask { await monitors.authorize(by: authority) }
            // A client that is away uses its provisional authorization.
            for await client in monitors.usesAlways {
                group.addTask {
                    let nobody = Peer(user: client.user, group: .max, process: 0, supplementaryGroups: [])
                    try? await authority.request(.keepAlways, for: client, at: nobody, purpose: nil)
                }
            }
            group.cancelAll()
        }
    }

    /// Whether a client is in use, and may request authorization: it has a session that is not in the background, or no
    /// session.
    func isInUse(_ client: ClientIdentity) -> Bool {
        let sessions = list.sessions(of: client)
        return sessions.isEmpty || sessions.contains { !$0.isInBackground }
    }

    /// Serves a stream until its connection is closed.
    /// - Throws: A `VarlinkError` if something else ends it, or if the settings are refused.
    func stream(
        _ form: StreamEncoder.Form, _ services: [SessionService], _ settings: SessionSettings, for caller: Caller
    ) async throws {
        try await serve(
            try Session(
                for: caller, as: form, settings: settings, staleAfter: list.staleAfter, on: hub,
                outbox: caller.openOutbox(), encoding: StreamEncoder.Events(form: form, encoder: encoder),
                clock: clock), services, for: caller)
    }

    /// Serves every location, unfiltered, to a program that uses another protocol, until its connection is closed or
    /// its authorization ends.
    /// - Parameters:
    ///   - form: The protocol, as the list of clients names it.
    ///   - isReduced: Whether the program requests reduced accuracy.
    ///   - encoder: Encodes the events of the session.
    /// - Throws: A `VarlinkError` if something other than the connection ends it.
    package func share(
        _ form: ReportedClient.Method, for caller: Caller, isReduced: Bool = false, encoding encoder: any EventEncoder
    ) async throws {
        var settings = SessionSettings()
        // Other programs treat silence as a missing receiver.
        settings.pausesLocationUpdatesAutomatically = false
        if isReduced { settings.desiredAccuracy = "reduced" }
        try await serve(
            try Session(
                for: caller, as: form, settings: settings, staleAfter: list.staleAfter, on: hub,
                outbox: caller.openOutbox(), encoding: encoder, deliversUntrusted: passesUntrusted, clock: clock),
            [.updatingLocation],
            for: caller)
    }

    private func serve(_ session: Session, _ services: [SessionService], for caller: Caller) async throws {
        caller.uses(true)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await run(session, services, for: caller))
        } catch {
            outcome = .failure(error)
        }
        session.manager.finish()
        list.remove(session)
        receiverChanges.remove(session)
        past.note(session)
        await monitors.left(by: session.client) { caller.authorizationWhileAway }
        caller.uses(false)
        try outcome.get()
    }

    private func run(_ session: Session, _ services: [SessionService], for caller: Caller) async throws {
        try await set(services, isOn: true, of: session)
        // The session joins once its first services run: from then on it can be stopped, and it receives what is
        // reported.
        await session.manager.settle()
        // What waits stays for a connection that reads it.
        guard !caller.end.isOver else { return }
        await monitors.join(session) { caller.authorization }
        for await end in session.outbox.ends {
            switch end {
            case .closed: return
            case .overflowed(let waiting): throw VarlinkError.tooSlow(waiting: waiting)
            case .refused: throw caller.authorization.refusal ?? VarlinkError.fullAccuracyRequired
            }
        }
    }

    /// Returns one location.
    /// - Throws: `VarlinkError.locationUnknown` if no location came in time.
    func location(
        _ desiredAccuracy: DesiredAccuracy?, timeout: Duration?, for caller: Caller
    ) async throws(VarlinkError) -> Location {
        var settings = ManagerSettings()
        settings.desiredAccuracy = desiredAccuracy ?? settings.desiredAccuracy
        settings.reducesAccuracy = desiredAccuracy == .reduced
        caller.uses(true)
        past.begin(caller)
        defer {
            past.end(caller)
            caller.uses(false)
        }
        let disclosure = caller.authorization.disclosure
        let (events, sink) = AsyncStream.makeStream(of: LocationEvent.self, bufferingPolicy: .bufferingOldest(1))
        let manager = LocationManager(
            settings: settings, hub: hub, sink: StreamSink(continuation: sink), remembering: 0,
            authorization: caller.authorization)
        defer { manager.finish() }
        // The timeout may be an hour; a caller that closes its connection meanwhile must not keep the receiver on.
        caller.end.notify { sink.finish() }
        defer { caller.end.notify(nil) }
        manager.requestLocation(timeout: timeout ?? Self.timeout)
        let answer = await events.first { _ in true }
        // A decision made meanwhile applies to this reply.
        let authorization = caller.authorization
        guard authorization.disclosure == disclosure else {
            throw authorization.disclosure == .nothing ? .notAuthorized(authorization.status) : .locationUnknown
        }
        guard case .location(let location) = answer else { throw .locationUnknown }
        note(caller)
        return location
    }

    /// A session, for a caller with the same owner.
    func session(_ identifier: String, for caller: Caller) throws(VarlinkError) -> Session {
        try list.session(identifier, for: caller)
    }

    /// Starts or stops services of a session.
    func set(_ services: [SessionService], isOn: Bool, of session: Session) async throws(VarlinkError) {
        if isOn, services.contains(.rangingBeacons), !isRangingAvailable { throw .rangingUnavailable }
        for service in services {
            if service == .monitoringVisits { try await monitors.monitorVisits(isOn, of: session) }
            if service == .monitoringSignificantLocationChanges { try await monitors.monitorChanges(isOn, of: session) }
            session.set(service, isOn: isOn)
            guard service == .receiver else { continue }
            if isOn {
                receiverChanges.add(session, before: await hub.status.condition)
            } else {
                receiverChanges.remove(session)
            }
        }
    }

    /// A caller got the location, or what tells of it, with a single call.
    func note(_ caller: Caller) {
        past.note(caller.client, process: caller.peer.process, at: clock.now())
    }

    /// Who uses the location now, and who did since the daemon started: those who use it first, and then the latest.
    func uses() -> [ReportedUse] {
        past.reports(with: list.all, at: clock.now())
    }

    /// The sessions, and after them the clients that are away.
    func clients() async -> [ReportedClient] {
        let now = clock.now()
        let sessions = list.all
        var away: [ReportedClient] = []
        var regions: [ClientIdentity: Int] = [:]
        let present = Set(sessions.map(\.client))
        for monitor in await monitors.reports {
            regions[monitor.client] = monitor.regions
            guard !present.contains(monitor.client) else { continue }
            var report = ReportedClient(monitor.client)
            report.services = monitor.services
            report.regions = monitor.regions
            report.waiting = monitor.waiting
            away.append(report)
        }
        var there: [ReportedClient] = []
        for session in sessions {
            var report = await session.report(at: now)
            report.regions = regions[session.client] ?? 0
            there.append(report)
        }
        return there
            + away.sorted { ($0.user, $0.unit ?? "", $0.label ?? "") < ($1.user, $1.unit ?? "", $1.label ?? "") }
    }
}

/// Passes the answer to a location request on; other events, such as a time reset, are ignored.
private struct StreamSink: LocationSink {
    let continuation: AsyncStream<LocationEvent>.Continuation

    func receive(_ events: [LocationEvent]) {
        for event in events {
            switch event {
            case .location, .failure: continuation.yield(event)
            default: break
            }
        }
    }
}

/// What the box can measure besides locations, as the authorization's reply tells every client.
struct AvailableSensors: Sendable, Hashable {
    /// Headings can be expected.
    var heading = false
    /// The daemon listens to beacons.
    var ranging = false
    /// Something counts steps.
    var steps = false
}

/// Whether anything counts steps. `CMPedometer.isStepCountingAvailable()` asks.
package final class StepAvailability: Sendable {
    private let known = Atomic(false)

    /// Whether the machine has a step counter that counts, or another device has reported steps.
    var isAvailable: Bool { known.load(ordering: .relaxed) }

    /// A counter was switched on or off, or another device reported steps.
    package func changed(to isAvailable: Bool) { known.store(isAvailable, ordering: .relaxed) }
}
