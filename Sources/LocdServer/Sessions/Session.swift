import LocationModel
import LocationServices
import LocdProtocol
import Synchronization

/// A stream of one client: a location manager of its own, whose events go to the outbox of its connection.
final class Session: Sendable {
    private struct State {
        var services: Set<SessionService> = []
        var isInBackground = false
        var authorization: Authorization
        /// As they were asked for.
        var settings: SessionSettings
        var staleAfter: Duration
    }

    /// The name by which other connections configure the session.
    let identifier: String
    /// The client that it belongs to.
    let client: ClientIdentity
    /// The other end of its connection.
    let peer: Peer
    /// The method of its stream.
    let form: StreamEncoder.Form
    /// The monotonic instant at which it began.
    let began: Duration
    /// The replies for its connection.
    let outbox: Outbox
    /// Its location manager.
    let manager: LocationManager
    private let encoder: any EventEncoder
    private let state: Mutex<State>

    /// A session that nothing has been started in. Its manager must be run.
    /// - Throws: A `VarlinkError` with the name of the first setting that is out of range.
    convenience init(
        for caller: Caller, as form: StreamEncoder.Form, settings: SessionSettings, staleAfter: Duration,
        on hub: LocationHub, outbox: Outbox, encoder: StreamEncoder, clock: MonotonicClock
    ) throws(VarlinkError) {
        try self.init(
            for: caller, as: form, settings: settings, staleAfter: staleAfter, on: hub, outbox: outbox,
            encoding: StreamEncoder.Events(form: form, encoder: encoder), clock: clock)
    }

    /// The same in the words of any protocol.
    init(
        for caller: Caller, as form: StreamEncoder.Form, settings: SessionSettings, staleAfter: Duration,
        on hub: LocationHub, outbox: Outbox, encoding encoder: any EventEncoder, clock: MonotonicClock
    ) throws(VarlinkError) {
        let managed = try ManagerSettings(settings, staleAfter: staleAfter)
        let authorization = caller.authorization
        state = Mutex(State(authorization: authorization, settings: settings, staleAfter: staleAfter))
        identifier = Self.newIdentifier()
        client = caller.client
        peer = caller.peer
        self.form = form
        self.outbox = outbox
        self.encoder = encoder
        began = clock.now()
        // What a manager says at once, such as a refusal, comes after the name.
        outbox.hold()
        // What became of each fix is told of the recorder's, whose track somebody asks about later.
        manager = LocationManager(
            settings: managed, hub: hub, sink: SessionSink(outbox: outbox, encoder: encoder),
            clock: clock, remembering: 0, authorization: authorization)
    }

    /// Says its name: the first reply. `Events` says in it what the client may have.
    func open() {
        let authorization = state.withLock(\.authorization)
        outbox.open(with: encoder.opening(session: identifier, authorization))
    }

    /// Whether the client said that it is in the background.
    var isInBackground: Bool { state.withLock(\.isInBackground) }

    /// The authorization of its client.
    var authorization: Authorization { state.withLock(\.authorization) }

    /// Its client may have something else: it tells that, and goes on by it; or ends, where its form has nothing to tell any more.
    func authorize(_ authorization: Authorization) {
        let isNew = state.withLock { state in
            defer { state.authorization = authorization }
            return state.authorization != authorization
        }
        guard isNew else { return }
        manager.authorize(authorization)
        let isServed =
            switch form {
            case .Events: true
            case .Updates, .Visits, .NMEA, .gpsd, .GeoClue: authorization.disclosure != .nothing
            case .Heading: authorization.disclosure == .everything
            }
        if !isServed { outbox.end(.refused) }
    }

    /// Whether its stream tells of what happened to its client, and may: what its process may have is not always what another of
    /// the same client may.
    func takes(_ event: LocationEvent, disclosing disclosure: Disclosure) -> Bool {
        form.isDelivered(of: event) && authorization.disclosure >= disclosure
    }

    /// Whether it requests the administrator's regions, and is authorized for them.
    var takesAdministeredRegions: Bool {
        state.withLock { $0.services.contains(.administeredRegions) && $0.authorization.disclosure == .everything }
    }

    /// Delivers an event of the client, in addition to those of its own manager.
    func tell(_ events: [LocationEvent]) {
        outbox.put(encoder.frames(events))
    }

    /// Starts a service; ``SessionService/monitoringVisits`` is the client's, and only noted here.
    func start(_ service: SessionService) {
        state.withLock { _ = $0.services.insert(service) }
        switch service {
        case .updatingLocation: manager.startUpdatingLocation()
        case .updatingHeading: manager.startUpdatingHeading()
        case .monitoringSignificantLocationChanges: manager.startMonitoringSignificantLocationChanges()
        case .activityUpdates: manager.startActivityUpdates()
        case .monitoringVisits, .administeredRegions: break
        }
    }

    /// Stops a service.
    func stop(_ service: SessionService) {
        state.withLock { _ = $0.services.remove(service) }
        switch service {
        case .updatingLocation: manager.stopUpdatingLocation()
        case .updatingHeading: manager.stopUpdatingHeading()
        case .monitoringSignificantLocationChanges: manager.stopMonitoringSignificantLocationChanges()
        case .activityUpdates: manager.stopActivityUpdates()
        case .monitoringVisits, .administeredRegions: break
        }
    }

    /// Sets all settings.
    func configure(_ settings: SessionSettings) throws(VarlinkError) {
        // What is asked for at once by several takes effect in the order in which it is remembered.
        try state.withLock { (state) throws(VarlinkError) in
            manager.apply(try ManagerSettings(settings, staleAfter: state.staleAfter))
            state.settings = settings
        }
    }

    /// Sets the time without a location after which a gap is reported.
    func apply(staleAfter: Duration) {
        state.withLock { state in
            // The settings themselves were looked at when they came.
            guard staleAfter != state.staleAfter,
                let managed = try? ManagerSettings(state.settings, staleAfter: staleAfter)
            else { return }
            state.staleAfter = staleAfter
            manager.apply(managed)
        }
    }

    /// The client went to the background, or is back.
    func enterBackground(_ isInBackground: Bool) {
        state.withLock { $0.isInBackground = isInBackground }
        if isInBackground { manager.enterBackground() } else { manager.enterForeground() }
    }

    /// Its status at a monotonic instant.
    func report(at now: Duration) async -> ReportedClient {
        let state = state.withLock { $0 }
        let counts = outbox.counts
        var report = ReportedClient(client)
        report.process = Int(peer.process)
        report.method = form
        report.services = SessionService.allCases.filter(state.services.contains)
        report.settings = state.settings
        report.settingsInForce = await manager.status.settingsInForce.map { SettingsStatus($0) }
        report.age = (now - began).inMilliseconds
        report.delivered = counts.delivered
        report.missed = counts.missed
        report.waiting = counts.waiting
        report.isInBackground = state.isInBackground
        return report
    }

    /// 128 bits of the system's randomness: a name cannot be guessed, and its user must still be the owner.
    private static func newIdentifier() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// Writes what a manager delivers for the connection of its session, and never waits for it.
private struct SessionSink: LocationSink {
    let outbox: Outbox
    let encoder: any EventEncoder

    nonisolated(nonsending) func receive(_ events: [LocationEvent]) async {
        guard let index = events.lastIndex(where: \.restrictsPlaces) else {
            outbox.put(encoder.frames(events))
            return
        }
        // What waits for its reader, and what came at once with the word of it, was meant for the client as it was.
        outbox.forgetPlaces()
        let remaining = events.enumerated().filter { $0 >= index || !$1.kind.tellsPlace }.map(\.element)
        outbox.put(encoder.frames(remaining))
    }
}

extension LocationEvent {
    /// Whether it ends the client's full accuracy.
    fileprivate var restrictsPlaces: Bool {
        if case .authorization(let authorization) = self { authorization.disclosure != .everything } else { false }
    }
}

extension ReportedClient {
    /// A client of which nothing but its identity is known.
    init(_ client: ClientIdentity) {
        self.init(user: Int(client.user), unit: client.unit, label: client.label)
    }
}

extension Duration {
    /// Seconds, to the millisecond.
    var inMilliseconds: Double { Double((self / .milliseconds(1)).rounded()) / 1000 }
}
