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
        /// The settings as requested.
        var settings: SessionSettings
        var staleAfter: Duration
    }

    /// The name by which other connections configure the session.
    let identifier: String
    let client: ClientIdentity
    /// The other end of its connection.
    let peer: Peer
    let form: StreamEncoder.Form
    /// The monotonic instant of its beginning.
    let began: Duration
    /// The replies for its connection.
    let outbox: Outbox
    /// When it last got a location, or what tells of one.
    let latestUse = UseMark()
    let manager: LocationManager
    private let encoder: any EventEncoder
    /// Whether it gets locations that are not trusted.
    private let deliversUntrusted: Bool
    private let clock: MonotonicClock
    private let state: Mutex<State>

    /// A session without services.
    /// - Throws: A `VarlinkError` with the name of the first setting that is out of range.
    init(
        for caller: Caller, as form: StreamEncoder.Form, settings: SessionSettings, staleAfter: Duration,
        on hub: LocationHub, outbox: Outbox, encoding encoder: any EventEncoder, deliversUntrusted: Bool = true,
        clock: MonotonicClock
    ) throws(VarlinkError) {
        let managed = try ManagerSettings(
            settings, staleAfter: staleAfter, deliversUntrusted: deliversUntrusted)
        self.deliversUntrusted = deliversUntrusted
        let authorization = caller.authorization
        state = Mutex(State(authorization: authorization, settings: settings, staleAfter: staleAfter))
        identifier = Self.newIdentifier()
        client = caller.client
        peer = caller.peer
        self.form = form
        self.outbox = outbox
        self.encoder = encoder
        self.clock = clock
        began = clock.now()
        // Events that a manager reports at once, such as a refusal, come after the name.
        outbox.hold()
        // The outcome of each fix is stored for the recorder only, because people ask later about its track.
        manager = LocationManager(
            settings: managed, hub: hub,
            sink: SessionSink(outbox: outbox, encoder: encoder, mark: latestUse, clock: clock),
            remembering: 0, authorization: authorization)
    }

    /// Sends its name, the first reply, which in `Events` also contains the authorization; then the events that waited
    /// for its client, and then what its manager has reported since it began.
    func open(with waiting: [LocationEvent]) {
        latestUse.note(waiting, clock)
        outbox.open(
            with: [encoder.opening(session: identifier, authorization)].compactMap(\.self) + encoder.frames(waiting))
    }

    /// Whether the client reported that it is in the background.
    var isInBackground: Bool { state.withLock(\.isInBackground) }

    var authorization: Authorization { state.withLock(\.authorization) }

    /// Takes a change of its client's authorization: reports it and continues accordingly, or ends if the stream can
    /// deliver nothing more.
    func authorize(_ authorization: Authorization) {
        let old = state.withLock { state in
            defer { state.authorization = authorization }
            return state.authorization
        }
        guard authorization != old else { return }
        // The manager does so later: in the background, when the client returns.
        if authorization.disclosure < old.disclosure { outbox.forgetPlaces() }
        manager.authorize(authorization)
        let isServed =
            switch form {
            case .Events: true
            case .Updates, .Visits, .NMEA, .gpsd, .GeoClue: authorization.disclosure != .nothing
            case .Heading: authorization.disclosure == .everything
            }
        if !isServed { outbox.end(.refused) }
    }

    /// Whether its stream delivers the events of its client, and is authorized for them: the processes of one client
    /// can have different authorizations.
    func takes(_ event: LocationEvent, disclosing disclosure: Disclosure) -> Bool {
        form.isDelivered(of: event) && authorization.disclosure >= disclosure && !outbox.isEnded
    }

    /// Whether it requests a service that is the same for all clients, such as the administrator's regions, and is
    /// authorized for it.
    func takes(_ service: SessionService) -> Bool {
        state.withLock { $0.services.contains(service) && $0.authorization.disclosure == .everything }
    }

    /// Whether a service runs that tells where this machine is, and may.
    var isUsing: Bool {
        state.withLock { $0.authorization.disclosure != .nothing && $0.services.contains(where: \.tellsPlace) }
    }

    /// Delivers an event of the client, in addition to those of its own manager.
    func deliver(_ events: [LocationEvent]) {
        latestUse.note(events, clock)
        outbox.put(encoder.frames(events))
    }

    /// Starts or stops a service. ``SessionService/monitoringVisits`` belongs to the client, and is only noted here.
    func set(_ service: SessionService, isOn: Bool) {
        state.withLock { $0.services = isOn ? $0.services.union([service]) : $0.services.subtracting([service]) }
        switch service {
        case .updatingLocation: isOn ? manager.startUpdatingLocation() : manager.stopUpdatingLocation()
        case .updatingHeading: isOn ? manager.startUpdatingHeading() : manager.stopUpdatingHeading()
        case .monitoringSignificantLocationChanges:
            isOn
                ? manager.startMonitoringSignificantLocationChanges()
                : manager.stopMonitoringSignificantLocationChanges()
        case .rangingBeacons: isOn ? manager.startRangingBeacons() : manager.stopRangingBeacons()
        case .activityUpdates: isOn ? manager.startActivityUpdates() : manager.stopActivityUpdates()
        case .monitoringVisits, .administeredRegions, .timeZone, .stepUpdates, .receiver: break
        }
    }

    func configure(_ settings: SessionSettings) throws(VarlinkError) {
        // Concurrent requests take effect in the order in which they are stored.
        try state.withLock { (state) throws(VarlinkError) in
            manager.apply(
                try ManagerSettings(
                    settings, staleAfter: state.staleAfter, deliversUntrusted: deliversUntrusted))
            state.settings = settings
        }
    }

    /// Sets the time without a location after which a gap is reported.
    func apply(staleAfter: Duration) {
        state.withLock { state in
            // The settings themselves were checked when they arrived.
            guard staleAfter != state.staleAfter,
                let managed = try? ManagerSettings(
                    state.settings, staleAfter: staleAfter, deliversUntrusted: deliversUntrusted)
            else { return }
            state.staleAfter = staleAfter
            manager.apply(managed)
        }
    }

    /// Puts the client into the background, or back into the foreground.
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
        report.age = (now - began).secondsInMilliseconds
        report.delivered = counts.delivered
        report.missed = counts.missed
        report.waiting = counts.waiting
        report.isInBackground = state.isInBackground
        return report
    }

    /// 128 random bits of the system: the name cannot be guessed, and its user must be the owner anyway.
    private static func newIdentifier() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in (generator.next() as UInt64).hexadecimal }.joined()
    }
}

/// Writes the events of a manager for the connection of its session, and never waits for it.
private struct SessionSink: LocationSink {
    let outbox: Outbox
    let encoder: any EventEncoder
    let mark: UseMark
    let clock: MonotonicClock

    func receive(_ events: [LocationEvent]) {
        mark.note(events, clock)
        guard let index = events.lastIndex(where: \.restrictsPlaces) else {
            outbox.put(encoder.frames(events))
            return
        }
        // Waiting replies, and events that arrived together with the change, were meant for the client's earlier
        // authorization.
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
    /// A client of which only the identity is known.
    init(_ client: ClientIdentity) {
        self.init(user: Int(client.user), unit: client.unit, label: client.label)
    }
}

/// When a session last got a location, or what tells of one. It costs a look at the clock for each delivery.
final class UseMark: Sendable {
    private static let never = Int64.min
    /// Nanoseconds of the monotonic clock.
    private let nanoseconds = Atomic<Int64>(UseMark.never)

    /// The instant; `nil` if there was none.
    var instant: Duration? {
        let value = nanoseconds.load(ordering: .relaxed)
        return value == Self.never ? nil : .nanoseconds(value)
    }

    /// Events are on their way to the client.
    func note(_ events: [LocationEvent], _ clock: MonotonicClock) {
        guard events.contains(where: \.isUse) else { return }
        nanoseconds.store(clock.now().wholeNanoseconds, ordering: .relaxed)
    }
}

extension LocationEvent {
    /// As its kind says, without a look at its record: this is asked for each session and location.
    fileprivate var isUse: Bool {
        if case .location = self { true } else { kind.tellsPlace }
    }
}
