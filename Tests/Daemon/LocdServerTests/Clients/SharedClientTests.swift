import LocationModel
import LocationServices
import LocdConfiguration
import LocdProtocol
import LocdTestSupport
import Logging
import NIOCore
import SystemSupport
import Testing

@testable import LocdServer

/// Processes that are one client, for user, unit and label are the same, and may not have the same: one is in the
/// group, one is not.
@Suite(.timeLimit(.minutes(15))) struct SharedClientTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    private static let client = ClientIdentity(user: 1000, label: "map")
    private static let visit = LocationEvent.visit(
        Visit(
            timestamp: .sample(400), arrivalDate: .sample(0), departureDate: nil, coordinate: .sample,
            horizontalAccuracy: 5))
    private static let crossing = LocationEvent.region(
        RegionEvent(timestamp: .sample(401), identifier: "home", state: .inside, cause: .crossed))
    private static let reduced = Authorization(.authorizedAlways, accuracy: .reducedAccuracy)

    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private let clock = ManualClock().clock
    private let hub: LocationHub
    private let list = SessionList(staleAfter: .seconds(5))
    private let authority = DefaultAuthority(daemonUser: 990, privilegedGroup: 991)

    init() {
        hub = LocationHub(receiver: ScriptedReceiver(), staleAfter: .seconds(5), clock: clock)
    }

    private func store(in directory: String) throws -> ClientStore {
        try ClientStore(directory: directory, thread: ExecutorThread(named: "test"), clock: clock, logger: logger)
    }

    private func monitors(_ store: ClientStore? = nil) -> ClientMonitors {
        ClientMonitors(hub: hub, clock: clock, sessions: list, store: store)
    }

    private func session(
        _ groups: [UInt32], by authority: (any Authority)? = nil, as form: StreamEncoder.Form = .Events
    ) throws -> Session {
        let peer = Peer(user: 1000, group: 1000, process: 1, supplementaryGroups: groups)
        return try Session(
            for: Caller(peer: peer, authority: authority ?? self.authority) { 0 }.labelled("map"), as: form,
            settings: SessionSettings(), staleAfter: .seconds(5), on: hub, outbox: Outbox { _ in },
            encoding: StreamEncoder.Events(form: form, encoder: StreamEncoder()), clock: clock)
    }

    /// The types of the events that a session has been told and not read yet.
    private func delivered(_ session: Session) throws -> [String] {
        var types: [String] = []
        while let frame = session.outbox.next() {
            let bytes = Array(frame.readableBytesView.dropLast())
            guard case .reply(let reply, continues: true) = VarlinkAnswer<EventsReply>(message: bytes) else {
                throw VarlinkError.other(String(decoding: bytes, as: UTF8.self))
            }
            types += (reply.events ?? []).compactMap { $0.event?.kind.rawValue }
        }
        return types
    }

    /// The client as it is kept, with what waits for it.
    private func record(_ authorization: Authorization, waiting: [LocationEvent]) -> ClientRecord {
        var record = ClientRecord(client: Self.client, authorization: authorization)
        record.monitorsVisits = true
        record.waiting = waiting.map(ReportedEvent.init)
        return record
    }

    /// Monitors that go on with a record, and their store.
    private func resumed(
        _ record: ClientRecord, in directory: String
    ) async throws -> (ClientMonitors, ClientStore) {
        let store = try store(in: directory)
        await store.save(record, revision: 0, isNeeded: true)
        let next = try self.store(in: directory)
        let monitors = monitors(next)
        await monitors.load()
        return (monitors, next)
    }

    private func waiting(_ monitors: ClientMonitors) async -> [Int] { await monitors.reports.map(\.waiting) }

    @Test(arguments: [true, false])
    func `An unauthorized process learns nothing of the others, in either order`(_ isMemberFirst: Bool) async throws {
        let monitors = monitors()
        let (member, other) = (try session([991]), try session([]))
        for session in isMemberFirst ? [member, other] : [other, member] {
            await monitors.join(session) { session.authorization }
            if session === member { try await monitors.monitorVisits(true, of: member) }
        }
        await monitors.happened([Self.visit, Self.crossing], to: Self.client, hiding: PrivacyZones())
        #expect(try delivered(member) == ["visit", "region"])
        #expect(try delivered(other).isEmpty)
        // A decision about somebody else changes nothing for either.
        await monitors.authorize(by: authority)
        await monitors.happened([Self.crossing], to: Self.client, hiding: PrivacyZones())
        #expect(try delivered(member) == ["region"])
        #expect(try delivered(other).isEmpty)
    }

    @Test func `A process that may not have places does not make the monitor of the others rest`() async throws {
        let store = try store(in: directory)
        let monitors = monitors(store)
        let (member, other) = (try session([991]), try session([]))
        for session in [member, other] { await monitors.join(session) { session.authorization } }
        try await monitors.monitorVisits(true, of: member)
        await monitors.join(try session([])) { Authorization(.notDetermined) }
        await monitors.authorize(by: authority)
        try await monitors.add(
            Region(identifier: "home", center: .sample, radius: 100), to: Self.client, having: .everything)
        #expect(await store.load().map(\.authorization) == [.everything])
    }

    @Test func `A shared region is told to others, and stays shared over a restart`() async throws {
        let store = try store(in: directory)
        let first = monitors(store)
        let home = Region(identifier: "home", center: .sample, radius: 100)
        try await first.add(home, isShared: true, to: Self.client, having: .everything)
        try await first.add(
            Region(identifier: "own", center: .sample, radius: 100), to: Self.client, having: .everything)
        let second = monitors(try self.store(in: directory))
        await second.load()
        #expect(await second.regions(of: Self.client).map(\.isShared) == [true, nil])
        let own = LocationEvent.region(
            RegionEvent(timestamp: .sample(402), identifier: "own", state: .inside, cause: .crossed))
        await second.happened([own, Self.crossing], to: Self.client, hiding: PrivacyZones())
        var shared = second.sharedEvents.makeAsyncIterator()
        let told = await shared.next()
        #expect(told?.event.identifier == "home")
        #expect(told?.client == Self.client)
        // One that is added again without is nobody else's business any more.
        try await second.add(home, to: Self.client, having: .everything)
        #expect(await second.regions(of: Self.client).map(\.isShared) == [nil, nil])
    }

    @Test func `Waiting events are kept for authorized processes`() async throws {
        let monitors = monitors()
        let member = try session([991])
        try await monitors.monitorVisits(true, of: member)
        await monitors.join(member) { .everything }
        let other = try session([])
        await monitors.join(other) { Authorization(.notDetermined) }
        // It is away while the other is there.
        list.remove(member)
        await monitors.happened([Self.visit], to: Self.client, hiding: PrivacyZones())
        #expect(try delivered(other).isEmpty)
        #expect(await waiting(monitors) == [1])
        let again = try session([991])
        await monitors.join(again) { .everything }
        #expect(try delivered(again) == ["visit"])
        #expect(await waiting(monitors) == [0])
    }

    @Test func `A process that may not have places takes nothing from the others that are away`() async throws {
        let (monitors, store) = try await resumed(record(.everything, waiting: [Self.visit]), in: directory)
        let other = try session([])
        await monitors.join(other) { Authorization(.notDetermined) }
        await monitors.authorize(by: authority)
        try await monitors.add(
            Region(identifier: "home", center: .sample, radius: 100), to: Self.client, having: .everything)
        #expect(await store.load().map(\.authorization) == [.everything])
        #expect(await waiting(monitors) == [1])
        list.remove(other)
        await monitors.left(by: Self.client) { nil }
        #expect(try delivered(other).isEmpty)
        let member = try session([991])
        await monitors.join(member) { .everything }
        #expect(try delivered(member) == ["visit"])
    }

    @Test func `A process that is there and may have places no more makes the monitor rest`() async throws {
        let (monitors, store) = try await resumed(record(.everything, waiting: []), in: directory)
        // What was decided is reset: only the group, which it is not in, says anything now.
        await monitors.join(try session([], by: FixedAuthority(.everything))) { .everything }
        await monitors.authorize(by: authority)
        try await monitors.add(
            Region(identifier: "home", center: .sample, radius: 100), to: Self.client, having: .everything)
        #expect(await store.load().map(\.authorization) == [Authorization(.notDetermined)])
    }

    @Test(arguments: [false, true])
    func `A decision that is reset ends for a client that is away`(_ wasThereBefore: Bool) async throws {
        let (monitors, store) = try await resumed(record(.everything, waiting: [Self.visit]), in: directory)
        if wasThereBefore {
            let session = try session([], by: FixedAuthority(.everything))
            await monitors.join(session) { .everything }
            list.remove(session)
            await monitors.left(by: Self.client) { .everything }
        } else {
            await monitors.authorize(by: FixedAuthority(.everything))
        }
        // Nothing is decided about it now.
        await monitors.authorize(by: authority)
        await monitors.happened([Self.visit], to: Self.client, hiding: PrivacyZones())
        #expect(await waiting(monitors) == [0])
        try await monitors.add(
            Region(identifier: "home", center: .sample, radius: 100), to: Self.client, having: .everything)
        #expect(await store.load().map(\.authorization) == [Authorization(.notDetermined)])
    }

    /// It is in the group, which nobody sees while it is away.
    @Test func `A rule that limits the accuracy applies to a client that is away`() async throws {
        try await TemporaryDirectory.with { directory in
            let (monitors, store) = try await resumed(record(.everything, waiting: [Self.crossing]), in: directory)
            let ruling = ClientAuthority(defaults: authority, clock: clock, logger: logger)
            await monitors.authorize(by: ruling)
            #expect(await waiting(monitors) == [1])
            let text = "users: {\"1000\": {accuracyAuthorization: reducedAccuracy}}"
            ruling.apply(try ClientPolicy.read(Array(text.utf8), name: "clients.yaml") { _ in nil })
            await monitors.authorize(by: ruling)
            #expect(await waiting(monitors) == [0])
            try await monitors.add(
                Region(identifier: "home", center: .sample, radius: 100), to: Self.client, having: Self.reduced)
            #expect(await store.load().map(\.authorization) == [Self.reduced])
        }
    }

    @Test func `A reduced client gets the visits that waited, after a start and after decisions about others`()
        async throws
    {
        let (monitors, _) = try await resumed(record(Self.reduced, waiting: [Self.visit]), in: directory)
        let authority = FixedAuthority(Self.reduced)
        for _ in 0..<3 { await monitors.authorize(by: authority) }
        #expect(await waiting(monitors) == [1])
        let session = try session([], by: authority)
        await monitors.join(session) { Self.reduced }
        #expect(try delivered(session) == ["visit"])
    }

    @Test(arguments: [
        (Authorization.everything, reduced), (.everything, Authorization(.denied)), (reduced, Authorization(.denied)),
    ])
    func `Waiting events are dropped when authorization is reduced`(_ before: Authorization, _ now: Authorization)
        async throws
    {
        let (monitors, _) = try await resumed(record(before, waiting: [Self.visit]), in: directory)
        await monitors.authorize(by: FixedAuthority(now))
        // A denied client may be told of what was on its way neither.
        if now.disclosure == .nothing {
            await monitors.happened([Self.visit], to: Self.client, hiding: PrivacyZones())
        }
        await monitors.authorize(by: FixedAuthority(.everything))
        let session = try session([], by: FixedAuthority(.everything))
        await monitors.join(session) { .everything }
        #expect(try delivered(session).isEmpty)
    }

    @Test func `A decision made while a stream opens applies to stream and client`() async throws {
        let store = try store(in: directory)
        let monitors = monitors(store)
        let late = try session([], by: FixedAuthority(.everything))
        try await monitors.monitorVisits(true, of: late)
        await monitors.happened([Self.visit], to: Self.client, hiding: PrivacyZones())
        // Refused now; the session has not heard of it.
        await monitors.join(late) { Authorization(.denied) }
        #expect(late.authorization.status == .denied)
        #expect(try delivered(late).isEmpty)
        #expect(try await monitors.monitorVisitsIsRefused(late))
        // And what is decided when it is in the list it hears of.
        await monitors.authorize(by: FixedAuthority(Self.reduced))
        #expect(late.authorization == Self.reduced)
    }

    /// A client in the background gets the decision when it returns; what waits for its reader is dropped at once.
    @Test(arguments: [Authorization(.denied), reduced])
    func `What waits for a reader is dropped with the decision`(_ now: Authorization) async throws {
        let session = try session([], by: FixedAuthority(.everything))
        await monitors().join(session) { .everything }
        session.enterBackground(true)
        session.deliver([Self.visit, Self.crossing])
        session.authorize(now)
        #expect(try delivered(session).isEmpty)
        // A decision that gives more drops nothing.
        session.deliver([Self.visit])
        session.authorize(.everything)
        #expect(try delivered(session) == ["visit"])
    }

    @Test func `A change that a client missed is kept over a restart, and dropped when it is denied`() async throws {
        try await TemporaryDirectory.with { directory in
            var kept = record(.everything, waiting: [])
            kept.monitorsChanges = true
            let (first, _) = try await resumed(kept, in: directory)
            await first.happened([.location(.sample(400))], to: Self.client, hiding: PrivacyZones())
            #expect(await first.missed == [Self.client])
            // It stores the client.
            try await first.add(
                Region(identifier: "home", center: .sample, radius: 100), to: Self.client, having: .everything)
            let second = monitors(try store(in: directory))
            await second.load()
            #expect(await second.missed == [Self.client])
            await second.authorize(by: FixedAuthority(Authorization(.denied)))
            await second.happened([.location(.sample(500))], to: Self.client, hiding: PrivacyZones())
            #expect(await second.missed.isEmpty)
        }
    }

    /// The hub has no private regions, as it has others than this file while a reload renames one.
    @Test func `A private region of the administrator is hidden, whatever the hub hides`() async {
        var home = Region(identifier: "home", center: .sample, radius: 100)
        home.privacy = .cut
        let yard = Region(identifier: "yard", center: Coordinate.sample.moved(north: 5000), radius: 50)
        let regions = AdministeredRegions([home, yard], hub: hub, recorder: nil)
        #expect(await regions.reported().map(\.region.identifier) == ["yard"])
        #expect(await regions.state(ofRegion: "home") == nil)
        regions.apply([home])
        #expect(await regions.reported().isEmpty)
    }

    @Test func `An ended monitor never removes what its successor keeps`() async throws {
        let store = try store(in: directory)
        let monitors = monitors(store)
        let home = Region(identifier: "home", center: .sample, radius: 100)
        for round in 0..<300 {
            try await monitors.add(home, to: Self.client, having: .everything)
            async let removed: Void = monitors.remove("home", from: Self.client)
            async let added: Void = monitors.add(
                Region(identifier: "\(round)", center: .sample, radius: 100), to: Self.client, having: .everything)
            _ = try await (removed, added)
            #expect(await store.load().map { $0.regions.map(\.identifier) } == [["\(round)"]])
            try await monitors.remove("\(round)", from: Self.client)
            #expect(await store.load().isEmpty)
        }
    }

    /// A region around a circle of so many points.
    private func polygon(_ identifier: String, points: Int) throws -> Region {
        let vertices = (0..<points).map { number in
            Coordinate(latitude: 47 + Double(number) / 100_000, longitude: 8 + (number % 2 == 0 ? 0 : 0.5))
        }
        return Region(
            identifier: identifier, shape: .polygons([Polygon(exterior: try #require(Ring(vertices)))]))
    }

    @Test func `The regions of a client and of a user are limited by size`() async throws {
        let monitors = monitors()
        func detail(_ body: () async throws -> Void) async throws -> String? {
            do { try await body() } catch VarlinkError.invalidRegion(_, let detail) { return detail }
            return nil
        }
        func add(_ region: Region, _ label: Int, user: UInt32 = 1000) async throws -> String? {
            try await detail {
                try await monitors.add(
                    region, to: ClientIdentity(user: user, label: "\(label)"), having: .everything)
            }
        }
        let whole = try polygon("whole", points: ClientMonitor.maximumPoints)
        let point = Region(identifier: "point", center: .sample, radius: 10)
        let clients = ClientMonitors.maximumPointsPerUser / ClientMonitor.maximumPoints
        for label in 0..<clients { #expect(try await add(whole, label) == nil) }
        // It is replaced, so there is room for it.
        #expect(try await add(whole, 0) == nil)
        let ofClient = try #require(try await add(point, 0))
        #expect(ofClient.contains("this client") && ofClient.contains("\(ClientMonitor.maximumPoints)"))
        let ofUser = try #require(try await add(point, clients))
        #expect(ofUser.contains("this user") && ofUser.contains("\(ClientMonitors.maximumPointsPerUser)"))
        #expect(await monitors.reports.count == clients)
        #expect(try await add(whole, 0, user: 1001) == nil)

        var named = point
        named.name = String(repeating: "é", count: ClientMonitors.maximumNameLength / 2)
        #expect(try await add(named, 1, user: 1001) == nil)
        named.name?.append("x")
        #expect(try await add(named, 1, user: 1001)?.contains("1024 bytes") == true)
    }
}

extension ClientMonitors {
    /// Whether the client of a session may not have visits monitored.
    fileprivate func monitorVisitsIsRefused(_ session: Session) async throws -> Bool {
        do {
            try await monitorVisits(true, of: session)
            return false
        } catch VarlinkError.notAuthorized {
            return true
        }
    }
}
