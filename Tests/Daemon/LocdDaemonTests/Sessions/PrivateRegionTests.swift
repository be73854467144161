import FoundationEssentials
import LocationModel
import LocationServices
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdDaemon

/// What a whole daemon tells its clients of a private region.
@Suite(.timeLimit(.minutes(15))) struct PrivateRegionTests {
    private static let still = "recorder: {enabled: false}\n"
    private static let middle = Coordinate.sample.moved(north: 1000)

    private static func home(_ privacy: RegionPrivacy?) -> Region {
        var home = Region(identifier: "home", center: middle, radius: 150)
        home.privacy = privacy
        return home
    }

    private static func zone(_ privacy: RegionPrivacy) throws -> PrivacyZone {
        try #require(PrivacyZones([home(privacy)]).zone(at: middle))
    }

    /// Says fixes at 10 m/s northwards that pass the middle after 100 s, and waits until all of them are through.
    private static func drive(_ seconds: Range<Int>, by harness: DaemonHarness) async throws {
        let before = try await harness.client.status().fixes.accepted
        for second in seconds {
            harness.receiver.say(.sample(Double(second), north: 10 * Double(second), accuracy: 4, speed: 10))
        }
        try await harness.status { $0.fixes.accepted == before + seconds.count }
    }

    private static func says(_ north: Double, _ seconds: Range<Int>, by harness: DaemonHarness) async throws {
        let before = try await harness.client.status().fixes.accepted
        for second in seconds { harness.receiver.say(.sample(Double(second), north: north, speed: 0)) }
        try await harness.status { $0.fixes.accepted == before + seconds.count }
    }

    @Test(arguments: RegionPrivacy.allCases, [nil, 25])
    func `A stream tells of the way there and away, and has a gap with its cause`(
        _ privacy: RegionPrivacy, _ distanceFilter: Double?
    ) async throws {
        let zone = try Self.zone(privacy)
        try await DaemonHarness.run(settings: Self.still, regions: [Self.home(privacy)]) { harness in
            var settings = SessionSettings()
            settings.distanceFilter = distanceFilter
            var updates = try await harness.opened(services: [.updatingLocation], settings: settings)
            await harness.receiver.calls.wait { $0 == [.start] }
            try await Self.drive(0..<201, by: harness)
            let delivered = try await updates.events { ($0.timestamp ?? .earliest) >= .sample(197) }
            let within = delivered.locations.filter { zone.contains($0.coordinate) }
            switch privacy {
            case .cut: #expect(within.isEmpty && delivered.gaps.count == 1)
            case .blur:
                #expect(!within.isEmpty && delivered.gaps.count == 2)
                for location in within {
                    // The socket tells 1 cm of a place.
                    #expect(location.coordinate.distance(to: zone.center) < 0.02)
                    #expect(abs((location.horizontalAccuracy ?? 0) - zone.radius) < 0.1)
                    #expect(location.speed == nil && location.altitude == nil && location.satellitesUsed == nil)
                }
            }
            #expect(delivered.gaps.allSatisfy { $0.cause == .privateRegion })
            #expect(delivered.locations.count - within.count > (distanceFilter == nil ? 100 : 30))
        }
    }

    @Test func `Inside a cut, the status has no place, a request fails, and a region of a client is not entered`()
        async throws
    {
        try await DaemonHarness.run(settings: Self.still, regions: [Self.home(.cut)]) { harness in
            try await harness.client.startMonitoring(
                for: Region(identifier: "probe", center: Self.middle, radius: 80))
            await harness.receiver.calls.wait { $0 == [.start] }
            try await Self.drive(0..<101, by: harness)
            try await Self.says(1000, 101..<161, by: harness)
            let status = try await harness.client.status()
            #expect(status.location == nil)
            #expect(
                status.receiver.state == .fix3D && status.horizontalAccuracy != nil && status.locationAge != nil)
            #expect(try await harness.client.state(ofRegion: "probe") == .outside)

            let end = harness.clock.clock.now() + .seconds(3)
            let sleepers = harness.clock.sleepers(until: end)
            async let failure = Self.failure { () async throws(LocdClientError) in
                try await harness.client.location(timeout: .seconds(3))
            }
            await harness.clock.sleepers(until: end, atLeast: sleepers + 1)
            harness.clock.advance(by: .seconds(3))
            #expect(await failure?.code == .refused(.locationUnknown))

            try await Self.drive(161..<171, by: harness)
            #expect(try await harness.client.status().location != nil)
        }
    }

    @Test func `Inside a blur, status and request have the place of the zone`() async throws {
        let zone = try Self.zone(.blur)
        try await DaemonHarness.run(settings: Self.still, regions: [Self.home(.blur)]) { harness in
            var updates = harness.client.session(services: [.updatingLocation], reconnection: .never)
                .makeAsyncIterator()
            _ = try await updates.next()
            await harness.receiver.calls.wait { $0 == [.start] }
            try await Self.drive(95..<101, by: harness)
            let location = try await harness.client.location(desiredAccuracy: .threeKilometers)
            #expect(location.coordinate.distance(to: zone.center) < 0.02)
            let status = try await harness.client.status()
            let delivered = try #require(status.location).location
            #expect(delivered.coordinate.distance(to: zone.center) < 0.02 && delivered.speed == nil)
            // How well the receiver does is told.
            #expect(status.horizontalAccuracy == 4)
        }
    }

    @Test func `A reload that adds a private region hides it from streams that run, and from what waits`() async throws
    {
        let zone = try Self.zone(.cut)
        try await DaemonHarness.run(settings: Self.still) { harness in
            // A visit that begins before, and waits for a client that is away.
            do {
                var away = harness.client.session(
                    label: "away", services: [.monitoringVisits], reconnection: .never
                ).makeAsyncIterator()
                _ = try await away.next()
                await harness.receiver.calls.wait { $0 == [.start] }
            }
            var updates = try await harness.opened(services: [.updatingLocation])
            try await Self.says(1000, 0..<400, by: harness)
            await eventually {
                (try? await harness.client.clients().contains { $0.label == "away" && $0.waiting == 1 }) ?? false
            }
            let before = try await updates.events { ($0.timestamp ?? .earliest) >= .sample(290) }
            #expect(before.locations.contains { zone.contains($0.coordinate) })

            let text = """
                {"type":"Feature","id":"home","properties":{"radius":150,"private":true},
                 "geometry":{"type":"Point","coordinates":[\(Self.middle.longitude),\(Self.middle.latitude)]}}
                """
            try Data(text.utf8).write(to: URL(filePath: "\(harness.directory)/regions.geojson"))
            _ = try await harness.client.reload()
            #expect(try await harness.client.status().location == nil)
            try await Self.says(1000, 400..<430, by: harness)
            try await Self.says(3000, 430..<500, by: harness)
            let after = try await updates.events { event in
                if case .gap = event { true } else { false }
            }
            #expect(after.locations.allSatisfy { !zone.contains($0.coordinate) || $0.timestamp < .sample(400) })
            #expect(after.gaps.map(\.cause) == [.privateRegion])

            var back = try await harness.opened(label: "away")
            try await Self.says(6000, 500..<1000, by: harness)
            // The visit at the next place comes, that in the region does not, neither its beginning nor its end.
            guard case .events(let delivered)? = try await back.next() else {
                Issue.record("The stream ended")
                return
            }
            let visits = delivered.compactMap { if case .visit(let visit) = $0 { visit } else { nil } }
            #expect(visits.count == delivered.count && !visits.isEmpty)
            #expect(visits.allSatisfy { $0.coordinate.distance(to: Self.middle) > 2500 })
        }
    }

    private static func failure(
        of body: () async throws(LocdClientError) -> Location
    ) async -> LocdClientError? {
        do throws(LocdClientError) { _ = try await body() } catch { return error }
        return nil
    }
}
