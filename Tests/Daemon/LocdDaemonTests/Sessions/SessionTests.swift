import CommandText
import FoundationEssentials
import LocationModel
import LocationServices
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdDaemon
@testable import LocdServer

/// Sessions of a whole daemon, through its socket, by the client that ships.
@Suite(.timeLimit(.minutes(15))) struct SessionTests {
    private let still = "recorder: {enabled: false}\n"

    /// Says fixes that move north at 20 m/s, the first at a second.
    private func say(_ seconds: Range<Int>, to harness: DaemonHarness) {
        for second in seconds {
            harness.receiver.say(.sample(Double(second), north: 20 * Double(second), speed: 20))
        }
    }

    private func north(_ location: Location) -> Double {
        location.coordinate.distance(to: .sample).rounded()
    }

    @Test func `Streams and requests for reduced accuracy get reduced locations`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            let exact = harness.client.updates(reconnection: .never)
            async let found = locations(of: exact, count: 5)
            await harness.receiver.calls.wait { $0 == [.start] }
            say(0..<5, to: harness)
            #expect(try await found.allSatisfy { $0.horizontalAccuracy == 5 })
            var settings = SessionSettings()
            settings.desiredAccuracy = "reduced"
            var reduced = harness.client.session(
                services: [.updatingLocation], settings: settings, reconnection: .never
            ).makeAsyncIterator()
            let delivered = try #require(try await locations(&reduced).first)
            #expect((delivered.horizontalAccuracy ?? 0) > 4000 && delivered.speed == nil)
            #expect(try await harness.client.location(desiredAccuracy: .reduced) == delivered)
        }
    }

    /// The receiver is held already, so nothing but the session itself can be late.
    @Test func `Events right after the first reply arrive`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            var other = harness.client.session(services: [.updatingLocation], reconnection: .never)
                .makeAsyncIterator()
            _ = try await other.next()
            await harness.receiver.calls.wait { $0 == [.start] }
            for round in 0..<50 {
                var late = harness.client.session(services: [.updatingLocation], reconnection: .never)
                    .makeAsyncIterator()
                guard case .connected? = try await late.next() else { throw VarlinkError.noSuchSession }
                say(3 * round..<3 * round + 3, to: harness)
                // The latest that was known comes before them.
                var places: [Double] = []
                while places.last != 20 * Double(3 * round + 2) { places += try await locations(&late).map(north) }
                #expect(places.suffix(3) == (0..<3).map { 20 * Double(3 * round + $0) })
            }
        }
    }

    @Test func `A reload changes what is a gap, for streams that run and those that come`() async throws {
        let settings = still + "receiver: {staleAfter: 60}\n"
        try await DaemonHarness.run(settings: settings) { harness in
            var early = try await harness.opened(services: [.updatingLocation])
            await harness.receiver.calls.wait { $0 == [.start] }
            say(0..<3, to: harness)
            say(30..<33, to: harness)
            #expect(try await gaps(&early, until: 32).isEmpty)

            let reloaded = try await harness.reload(still + "receiver: {staleAfter: 5}\n")
            guard case .success = reloaded else { throw VarlinkError.noSuchSession }
            var late = try await harness.opened(services: [.updatingLocation])
            // Without an interval that it knows, a stream takes a minute for a gap.
            say(33..<36, to: harness)
            say(60..<63, to: harness)
            for gaps in [try await gaps(&early, until: 62), try await gaps(&late, until: 62)] {
                #expect(gaps.map(\.from) == [.sample(35)] && gaps.map(\.to) == [.sample(60)])
            }
        }
    }

    @Test func `A second connection configures the stream, and stops and starts it`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            let session = harness.client.session(services: [.updatingLocation], reconnection: .never)
            var iterator = session.makeAsyncIterator()
            guard case .connected? = try await iterator.next() else { throw VarlinkError.noSuchSession }
            await harness.receiver.calls.wait { $0 == [.start] }
            say(0..<1, to: harness)
            #expect(try await locations(&iterator).map(north) == [0])

            var settings = SessionSettings()
            settings.distanceFilter = 50
            try await session.configure(settings)
            say(1..<7, to: harness)
            #expect(try await locations(&iterator).map(north) == [60])
            #expect(try await locations(&iterator).map(north) == [120])

            try await session.stop(.updatingLocation)
            await harness.receiver.calls.wait { $0 == [.start, .stop] }
            try await session.start(.updatingLocation)
            await harness.receiver.calls.wait { $0 == [.start, .stop, .start] }
            say(7..<8, to: harness)
            #expect(try await locations(&iterator).map(north) == [140])

            settings.distanceFilter = -1
            let error = await #expect(throws: LocdClientError.self) { try await session.configure(settings) }
            #expect(error?.code == .refused(.invalidParameter("distanceFilter")))
        }
    }

    @Test func `A session is its owner's, and nobody else's`() throws {
        let sessions = SessionList(staleAfter: .seconds(5))
        let authority = DefaultAuthority(privilegedGroup: nil)
        func caller(_ user: UInt32, _ unit: String?, _ label: String?) -> Caller {
            let peer = Peer(user: user, group: user, process: 1, supplementaryGroups: [])
            return Caller(peer: peer, unit: unit, authority: authority) { 0 }.labelled(label)
        }
        let clock = ManualClock().clock
        let hub = LocationHub(receiver: ScriptedReceiver(), staleAfter: .seconds(5), clock: clock)
        let session = try Session(
            for: caller(1000, "map.service", "map"), as: .Events, settings: SessionSettings(),
            staleAfter: .seconds(5), on: hub, outbox: Outbox { _ in },
            encoding: StreamEncoder.Events(form: .Events, encoder: StreamEncoder()), clock: clock)
        sessions.add(session)
        // The label is nobody's word for anything.
        for same in [caller(1000, "map.service", "map"), caller(1000, "map.service", nil)] {
            #expect(try sessions.session(session.identifier, for: same) === session)
        }
        for other in [
            caller(1001, "map.service", "map"), caller(1000, nil, "map"), caller(1000, "other.service", "map"),
            caller(0, nil, nil),
        ] {
            #expect(throws: VarlinkError.noSuchSession) { try sessions.session(session.identifier, for: other) }
        }
        sessions.remove(session)
        #expect(throws: VarlinkError.noSuchSession) {
            try sessions.session(session.identifier, for: caller(1000, "map.service", "map"))
        }
        #expect(session.identifier.count == 32)
    }

    @Test func `A session ends with its connection, and the receiver is let go of`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            do {
                let session = harness.client.session(services: [.updatingLocation], reconnection: .never)
                var iterator = session.makeAsyncIterator()
                _ = try await iterator.next()
                await harness.receiver.calls.wait { $0 == [.start] }
                #expect(try await harness.client.clients().map(\.method) == [.Events])
            }
            // No fix comes, so nothing is written: the end of the connection itself is what is noticed.
            await harness.receiver.calls.wait { $0 == [.start, .stop] }
            await eventually { (try? await harness.client.clients().isEmpty) ?? false }
        }
    }

    @Test func `One location is given, or none at the timeout`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            async let location = harness.client.location(desiredAccuracy: .hundredMeters)
            await harness.receiver.calls.wait { $0 == [.start] }
            say(3..<4, to: harness)
            let place = north(try await location)
            #expect(place == 60)
            await harness.receiver.calls.wait { $0 == [.start, .stop] }

            harness.clock.advance(by: .seconds(100))
            async let none = result { () async throws(LocdClientError) in
                try await harness.client.location(timeout: .seconds(5))
            }
            await harness.receiver.calls.wait { $0 == [.start, .stop, .start] }
            await harness.clock.sleepers(atLeast: 1)
            harness.clock.advance(by: .seconds(6))
            guard case .failure(let error) = await none else {
                Issue.record("There was a location")
                return
            }
            #expect(error.code == .refused(.locationUnknown))
            #expect(ExitStatus(error) == .noFix)
        }
    }

    @Test func `A receiver whose clock is put right meanwhile gives the location all the same`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            // It knows a time that is ahead of the true one.
            async let first = harness.client.location(desiredAccuracy: .hundredMeters)
            await harness.receiver.calls.wait { $0 == [.start] }
            harness.receiver.say(.sample(100_000, north: 0, speed: 20))
            _ = try await first
            await harness.receiver.calls.wait { $0 == [.start, .stop] }

            async let second = harness.client.location(desiredAccuracy: .hundredMeters)
            await harness.receiver.calls.wait { $0 == [.start, .stop, .start] }
            say(3..<30, to: harness)
            let location = try await second
            #expect(location.timestamp < .sample(100))
        }
    }

    @Test func `A disconnected request releases the receiver`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            let call = try VarlinkCall.encode(LocationInterface.Location.self, LocationParameters(timeout: 3600))
            try await DaemonSocket.with(path: harness.client.socketPath, timeout: .seconds(300)) {
                (connection: DaemonSocket) async throws(LocdClientError) in
                // The second waits behind the first when both are given up.
                try await connection.send(call + call)
                await harness.receiver.calls.wait { $0 == [.start] }
            }
            // The clock stands still: only that the caller is gone can end it.
            await harness.receiver.calls.wait { $0.last == .stop }
            await eventually { (try? await harness.client.status().clients) == 0 }
            #expect(harness.receiver.calls.value.last == .stop)
        }
    }

    @Test func `In the background it waits, and comes as one batch`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            let session = harness.client.session(services: [.updatingLocation], reconnection: .never)
            var iterator = session.makeAsyncIterator()
            _ = try await iterator.next()
            await harness.receiver.calls.wait { $0 == [.start] }
            try await session.enterBackground()
            say(0..<5, to: harness)
            await eventually { await (try? harness.client.status().fixes.accepted) == 5 }
            #expect(try await harness.client.clients().map(\.isInBackground) == [true])
            try await session.enterForeground()
            #expect(try await locations(&iterator).map(north) == [0, 20, 40, 60, 80])
        }
    }

    @Test func `A session is put to sleep and its accuracy raised, and the reply shows it`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            var settings = SessionSettings()
            settings.distanceFilter = 7
            let session = harness.client.session(
                label: "map", services: [.updatingLocation], settings: settings, reconnection: .never)
            var iterator = session.makeAsyncIterator()
            _ = try await iterator.next()
            await harness.receiver.calls.wait { $0 == [.start] }
            say(0..<1, to: harness)
            _ = try await locations(&iterator)
            let known = try await harness.client.clients()
            #expect(known.map(\.settings) == [settings] && known.map(\.settingsInForce) == [nil])

            try await session.sleep()
            await eventually { (try? await harness.client.clients().map(\.settingsInForce?.reason)) == [.sleep] }
            say(1..<60, to: harness)
            await eventually { await (try? harness.client.status().fixes.accepted) == 60 }
            try await session.wake()
            await eventually { (try? await harness.client.clients().map(\.settingsInForce)) == [nil] }
            say(60..<61, to: harness)
            // What was said meanwhile was not told.
            #expect(try await locations(&iterator).map(north) == [1200])

            try await session.raiseAccuracy(to: .bestForNavigation, for: .seconds(60))
            await eventually { (try? await harness.client.clients().map(\.settingsInForce?.reason)) == [.raised] }
            let error = await #expect(throws: LocdClientError.self) {
                try await session.raiseAccuracy(to: .best, for: .seconds(90_000))
            }
            #expect(error?.code == .refused(.invalidParameter("seconds")))
        }
    }

    @Test func `The receiver is told at once and when it changes, and that is no use`() async throws {
        try await DaemonHarness.recording { harness in
            let session = harness.client.session(services: [.receiver], reconnection: .never)
            var iterator = session.makeAsyncIterator()
            _ = try await receiver(&iterator)
            harness.receiver.say(.sample(0))
            #expect(try await receiver(&iterator) == ReceiverChange(state: .fix3D))
            harness.receiver.say([.link(ReceiverLink(.absent(.unplugged)))])
            #expect(try await receiver(&iterator) == ReceiverChange(state: .absent, cause: .unplugged))
            var late = harness.client.session(services: [.receiver], reconnection: .never).makeAsyncIterator()
            #expect(try await receiver(&late) == ReceiverChange(state: .absent, cause: .unplugged))
            #expect(try await harness.client.uses().isEmpty)
        }
    }

    @Test func `Who uses the location is told, and who did`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            let first = harness.client.session(label: "map", services: [.updatingLocation], reconnection: .never)
            var iterator = first.makeAsyncIterator()
            _ = try await iterator.next()
            let waiting = try await harness.client.uses()
            #expect(waiting.map(\.label) == ["map"] && waiting.map(\.isActive) == [true])
            #expect(waiting.first?.lastUseAge == nil)
            await harness.receiver.calls.wait { $0 == [.start] }
            say(0..<1, to: harness)
            #expect(try await locations(&iterator).count == 1)
            harness.clock.advance(by: .seconds(3))
            #expect(try await harness.client.uses().map(\.lastUseAge) == [3])
            try await first.stop(.updatingLocation)
            await eventually { (try? await harness.client.uses().map(\.isActive)) == [false] }
            // A status with the position is a use too, of a client without a label.
            #expect(try await harness.client.status().location != nil)
            let uses = try await harness.client.uses()
            #expect(uses.map(\.label) == [nil, "map"] && uses.allSatisfy { !$0.isActive })
            #expect(uses.first?.lastUseAge == 0)
        }
    }

    private func receiver(_ iterator: inout LocationSession.Iterator) async throws -> ReceiverChange? {
        try await iterator.events { if case .receiver = $0 { true } else { false } }
            .compactMap { if case .receiver(let change) = $0 { change } else { nil } }.first
    }

    @Test func `The sky is reported, while there is one`() async throws {
        try await DaemonHarness.recording { harness in
            let before = try await harness.client.satellites()
            #expect(before.isEmpty)
            var satellite = Satellite(constellation: .galileo, identifier: 7, isUsed: true)
            (satellite.signalStrength, satellite.elevation, satellite.azimuth) = (41.5, 30, 90)
            harness.receiver.say([.sky(SkyView(satellites: [satellite])), .fix(.sample(0))])
            await eventually {
                (try? await harness.client.satellites()) == [ReportedSatellite(satellite)]
            }
            // Where they stand tells where they are seen from: not without a place that may be told.
            #expect(try await harness.client.satellites().first?.azimuth == 90)
            harness.receiver.say([.link(ReceiverLink(.absent(.unplugged)))])
            await eventually { (try? await harness.client.satellites()) == [] }
        }
    }

    private func locations(_ iterator: inout LocationSession.Iterator) async throws -> [Location] {
        try await iterator.events { if case .location = $0 { true } else { false } }.locations
    }

    /// The gaps that are told before the location of a second, and with it.
    private func gaps(_ iterator: inout LocationSession.Iterator, until second: Double) async throws -> [Gap] {
        try await iterator.events { event in
            if case .location(let location) = event { location.timestamp == .sample(second) } else { false }
        }.gaps
    }

    private func locations(of updates: SessionElements<Location>, count: Int) async throws -> [Location] {
        var found: [Location] = []
        for try await location in updates {
            found.append(location)
            if found.count == count { break }
        }
        return found
    }

    private func result<Value>(
        _ body: () async throws(LocdClientError) -> Value
    ) async -> Result<Value, LocdClientError> {
        do throws(LocdClientError) { return .success(try await body()) } catch { return .failure(error) }
    }
}

extension LocationSession.Iterator {
    /// The events from here on, until the update that brings the last one, or until the session ends.
    mutating func events(until isLast: (LocationEvent) -> Bool) async throws -> [LocationEvent] {
        var found: [LocationEvent] = []
        while let update = try await next() {
            guard case .events(let events) = update else { continue }
            found += events
            if events.contains(where: isLast) { break }
        }
        return found
    }
}
