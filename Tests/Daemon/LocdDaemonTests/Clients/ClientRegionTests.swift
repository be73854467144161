import FoundationEssentials
import LocationModel
import LocationServices
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdDaemon
@testable import LocdServer

/// Regions and visits of clients, in a whole daemon, through its socket.
@Suite(.timeLimit(.minutes(15))) struct ClientRegionTests {
    private let still = "recorder: {enabled: false}\n"
    private let home = Region(identifier: "home", center: .sample, radius: 100)

    /// Says a fix a second, so far north of the middle, and waits until all of them are through.
    private func say(_ seconds: Range<Int>, north: Double, to harness: DaemonHarness) async throws {
        let before = try await harness.client.status().fixes.accepted
        for second in seconds { harness.receiver.say(.sample(Double(second), north: north, speed: 0)) }
        try await harness.status { $0.fixes.accepted == before + seconds.count }
    }

    private func regionEvents(_ updates: inout LocationSession.Iterator) async throws -> [RegionEvent] {
        try await updates.events { if case .region = $0 { true } else { false } }
            .compactMap { if case .region(let region) = $0 { region } else { nil } }
    }

    @Test func `A session gets the regions of its client, and only these`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            var updates = try await harness.opened(label: "map")
            try await harness.client.startMonitoring(for: home, label: "map")
            await harness.receiver.calls.wait { $0 == [.start] }
            try await say(0..<3, north: 0, to: harness)
            let determined = try await regionEvents(&updates)
            #expect(determined.map(\.state) == [.inside] && determined.map(\.cause) == [.determined])
            try await say(3..<60, north: 500, to: harness)
            let exit = try await regionEvents(&updates)
            #expect(exit.map(\.identifier) == ["home"])
            #expect(exit.map(\.state) == [.outside] && exit.map(\.cause) == [.crossed])

            #expect(try await harness.client.regions(label: "map").map(\.state) == [.outside])
            #expect(try await harness.client.state(ofRegion: "home", label: "map") == .outside)
            // Another label is another client.
            #expect(try await harness.client.regions().isEmpty)
            let error = await #expect(throws: LocdClientError.self) {
                try await harness.client.state(ofRegion: "home")
            }
            #expect(error?.code == .refused(.noSuchRegion("home")))
        }
    }

    @Test func `A shared region reaches other clients, under a name that the administrator does not use`() async throws
    {
        let office = Region(identifier: "office", center: .sample.moved(north: 9000), radius: 100)
        try await DaemonHarness.run(regions: [office]) { harness in
            var others = try await harness.opened(label: "other", services: [.administeredRegions])
            let garden = Region(identifier: "garden", center: .sample, radius: 100)
            try await harness.client.startMonitoring(for: garden, label: "map")
            try await harness.client.startMonitoring(for: home, label: "map", until: nil, isShared: true)
            let error = await #expect(throws: LocdClientError.self) {
                try await harness.client.startMonitoring(for: office, label: "map", until: nil, isShared: true)
            }
            guard case .refused(.invalidRegion("office", _)) = error?.code else {
                Issue.record("\(String(describing: error))")
                return
            }
            // Others see what is shared, and whose it is; the owner sees no copy.
            let seen = try await harness.client.regions(label: "other").filter { $0.isAdministered != true }
            #expect(seen.map(\.region.identifier) == ["home"] && seen.map(\.owner) == ["map"])
            let own = try await harness.client.regions(label: "map").filter { $0.isAdministered != true }
            #expect(own.map(\.region.identifier).sorted() == ["garden", "home"])
            #expect(own.allSatisfy { $0.owner == nil })
            await harness.receiver.calls.wait { $0 == [.start] }
            try await say(0..<3, north: 0, to: harness)
            try await say(3..<60, north: 500, to: harness)
            var told: [RegionEvent] = []
            while !told.contains(where: { $0.cause == .crossed }) { told += try await regionEvents(&others) }
            #expect(Set(told.map(\.identifier)) == ["home"])
            #expect(told.last?.state == .outside)
        }
    }

    @Test func `The administrator's regions are seen by clients, but not the private ones`() async throws {
        let office = Region(identifier: "office", center: .sample.moved(north: 500), radius: 100)
        var secret = Region(identifier: "secret", center: .sample.moved(north: 9000), radius: 100)
        secret.privacy = .cut
        try await DaemonHarness.run(regions: [office, secret]) { harness in
            var updates = try await harness.opened(services: [.administeredRegions])
            // One that did not ask for them hears nothing of them.
            var others = try await harness.opened(services: [.updatingLocation])
            await harness.receiver.calls.wait { $0 == [.start] }
            try await say(0..<30, north: 0, to: harness)
            try await harness.client.startMonitoring(for: home)
            let listed = try await harness.client.regions()
            #expect(listed.map(\.region.identifier) == ["home", "office"])
            #expect(listed.map(\.isAdministered) == [nil, true])
            #expect(listed.last?.state == .outside)
            #expect(try await harness.client.state(ofRegion: "office") == .outside)
            let error = await #expect(throws: LocdClientError.self) {
                try await harness.client.state(ofRegion: "secret")
            }
            #expect(error?.code == .refused(.noSuchRegion("secret")))

            try await say(30..<90, north: 500, to: harness)
            var entries: [RegionEvent] = []
            repeat {
                entries += try await regionEvents(&updates).filter { $0.identifier == "office" }
            } while entries.isEmpty
            #expect(entries.map(\.state) == [.inside] && entries.map(\.cause) == [.crossed])
            #expect(try await harness.client.state(ofRegion: "office") == .inside)
            try await say(90..<150, north: 9000, to: harness)
            // In a private region nobody learns where it is not, either.
            #expect(try await harness.client.state(ofRegion: "office") == .unknown)
            try await harness.client.stopMonitoring(for: "home")
            let told = try await regionEvents(&others)
            #expect(told.allSatisfy { $0.identifier == "home" })
        }
    }

    @Test func `A restart inside loses nothing, invents nothing, and the exit waits for the client`() async throws {
        try await TemporaryDirectory.with { directory in
            try await DaemonHarness.run(in: directory, settings: still) { harness in
                try await harness.client.startMonitoring(for: home)
                await harness.receiver.calls.wait { $0 == [.start] }
                try await say(0..<30, north: 500, to: harness)
                try await say(30..<90, north: 0, to: harness)
                // The entry waits, for nobody is there.
                await eventually { (try? await harness.client.clients().first?.waiting) == 1 }
            }
            try await DaemonHarness.recording(in: directory, settings: still) { harness in
                #expect(try await harness.client.state(ofRegion: "home") == .inside)
                try await say(100..<110, north: 0, to: harness)
                #expect(try await harness.client.state(ofRegion: "home") == .inside)
                try await say(110..<170, north: 500, to: harness)
                await eventually { (try? await harness.client.clients().first?.waiting) == 2 }
            }
            try await DaemonHarness.run(in: directory, settings: still) { harness in
                var updates = try await harness.opened()
                let delivered = try await regionEvents(&updates)
                #expect(delivered.map(\.state) == [.inside, .outside])
                #expect(delivered.map(\.cause) == [.crossed, .crossed])
                #expect(try await harness.client.clients().map(\.waiting) == [0])

                try await harness.client.stopMonitoring(for: "home")
                #expect(try await harness.client.regions().isEmpty)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory)/state/clients").isEmpty)
        }
    }

    @Test func `Visits go on while nobody is there, until they are stopped`() async throws {
        try await DaemonHarness.run(settings: still) { harness in
            do {
                var updates = harness.client.session(services: [.monitoringVisits], reconnection: .never)
                    .makeAsyncIterator()
                _ = try await updates.next()
                await harness.receiver.calls.wait { $0 == [.start] }
            }
            try await say(0..<10, north: 1000, to: harness)
            try await say(10..<410, north: 0, to: harness)
            await eventually { (try? await harness.client.clients().map(\.waiting)) == [1] }

            var visits = harness.client.visits(reconnection: .never).makeAsyncIterator()
            let arrival = try #require(try await visits.next())
            #expect(arrival.arrivalDate == .sample(10))
            #expect(arrival.departureDate == nil)
            try await say(410..<470, north: 1000, to: harness)
            let departure = try #require(try await visits.next())
            #expect(departure.arrivalDate == .sample(10))
            #expect(departure.departureDate != nil)

            let session = harness.client.session(reconnection: .never)
            var updates = session.makeAsyncIterator()
            _ = try await updates.next()
            try await session.stop(.monitoringVisits)
            await harness.receiver.calls.wait { $0 == [.start, .stop] }
        }
    }

    @Test func `A client has so many regions, and a user so many clients`() async throws {
        let clock = ManualClock().clock
        let hub = LocationHub(receiver: ScriptedReceiver(), staleAfter: .seconds(5), clock: clock)
        let monitors = ClientMonitors(
            hub: hub, clock: clock, sessions: SessionList(staleAfter: .seconds(5)), store: nil)
        func region(_ number: Int) -> Region { Region(identifier: "\(number)", center: .sample, radius: 10) }
        func client(_ number: Int) -> ClientIdentity { ClientIdentity(user: 1000, label: "\(number)") }

        for number in 0..<ClientMonitor.maximumRegions {
            try await monitors.add(region(number), to: client(0), having: .everything)
        }
        await #expect(throws: VarlinkError.regionLimit(maximum: ClientMonitor.maximumRegions)) {
            try await monitors.add(region(-1), to: client(0), having: .everything)
        }
        // One that is there is replaced.
        try await monitors.add(region(0), to: client(0), having: .everything)

        for number in 1..<ClientMonitors.maximumPerUser {
            try await monitors.add(region(0), to: client(number), having: .everything)
        }
        await #expect(throws: VarlinkError.clientLimit(maximum: ClientMonitors.maximumPerUser)) {
            try await monitors.add(region(0), to: client(-1), having: .everything)
        }
        try await monitors.add(region(0), to: ClientIdentity(user: 1001), having: .everything)
        try await monitors.remove("0", from: client(1))
        try await monitors.add(region(0), to: client(-1), having: .everything)
    }
}
