import LocationModel
import LocdTestSupport
import Testing

@testable import LocationServices

/// What managers of clients learn of a drive through a private region, and one that sees them.
@Suite(.timeLimit(.minutes(15))) struct PrivacyScreenTests {
    /// Where the drive is after 100 s.
    private static let middle = Coordinate.sample.moved(north: 1000)

    private static func zones(_ privacy: RegionPrivacy) -> PrivacyZones {
        var home = Region(identifier: "home", center: middle, radius: 150)
        home.privacy = privacy
        return PrivacyZones([home])
    }

    /// Fixes at 10 m/s northwards.
    private static func drive(_ seconds: Range<Int>, by bench: HubBench) {
        for second in seconds { bench.receiver.say(.sample(Double(second), north: 10 * Double(second), speed: 10)) }
    }

    @Test func `Only the authorized client gets all, the others get a gap or the place of the zone`() async throws {
        for privacy in RegionPrivacy.allCases {
            let zones = Self.zones(privacy)
            let zone = try #require(zones.zone(at: Self.middle))
            let bench = HubBench(hiding: zones)
            let (owner, track) = bench.client(seesPrivateRegions: true)
            let filters: [Double?] = [nil, 25]
            let clients = filters.map { filter in bench.client { $0.distanceFilter = filter } }
            let managers = [owner] + clients.map(\.manager)
            await bench.run {
                await bench.start(managers)
                Self.drive(0..<201, by: bench)
                await track.locations(atLeast: 201)
                // The drive ends outside. A filter may leave its last location out.
                for (client, last) in zip(clients, [200.0, 199]) {
                    await client.sink.events.wait { ($0.last?.timestamp ?? .earliest) >= .sample(last) }
                }
            }
            #expect(track.locations.count { zone.contains($0.coordinate) } > 30)
            #expect(track.events.value.gaps.isEmpty)
            for (_, sink) in clients {
                let within = sink.locations.filter { zone.contains($0.coordinate) }
                #expect(privacy == .blur ? !within.isEmpty : within.isEmpty)
                for location in within { #expect(zone.redacted(location) == location) }
                let gaps = sink.events.value.gaps
                #expect(gaps.map(\.cause) == Array(repeating: .privateRegion, count: privacy == .blur ? 2 : 1))
            }
            let delivered = clients[0].sink.locations
            #expect(
                delivered.count { !zone.contains($0.coordinate) }
                    == track.locations.count { !zone.contains($0.coordinate) })
        }
    }

    @Test func `After a restart in a zone, nothing is told before the first location`() throws {
        let heading = HubReport.heading(Heading(timestamp: .sample(0), magneticHeading: 90))
        var screen = PrivacyScreen(Self.zones(.cut), at: Self.middle)
        #expect(screen.pass([heading]).isEmpty)
        var unknown = PrivacyScreen(Self.zones(.cut))
        #expect(unknown.pass([heading]).isEmpty)
        var outside = PrivacyScreen(Self.zones(.cut), at: .sample)
        #expect(outside.pass([heading]) == [heading])

        func status(after last: Location?, hiding zones: PrivacyZones) -> LocationHub.Status {
            let core = HubCore(staleAfter: .seconds(5), resumingAfter: last, hiding: zones, at: .live(.zero))
            return LocationHub.Status(of: core, source: "test")
        }
        let inside = status(after: Location(timestamp: .sample(0), coordinate: Self.middle), hiding: Self.zones(.cut))
        #expect(inside.latestZone != nil && inside.isPlaceHidden)
        #expect(status(after: nil, hiding: Self.zones(.cut)).isPlaceHidden)
        #expect(!status(after: .sample(0), hiding: Self.zones(.cut)).isPlaceHidden)
        #expect(!status(after: nil, hiding: PrivacyZones()).isPlaceHidden)
    }

    @Test func `The trust in the position is told behind the zone`() throws {
        let change = IntegrityChange(
            timestamp: .sample(0), state: .doubtful, reasons: [.jamming], since: .sample(0))
        var screen = PrivacyScreen(Self.zones(.cut), at: Self.middle)
        #expect(screen.pass([.integrity(change)]).isEmpty)
        let reports = screen.pass([.location(.sample(60), timeReset: nil, arrival: .zero)])
        let told = IntegrityChange(
            timestamp: .sample(60), state: .doubtful, reasons: [.jamming], since: .sample(60))
        #expect(reports.contains(.integrity(told)))
    }

    @Test func `However short, a cut is a gap, and clients get one error for it`() async throws {
        var small = Region(identifier: "corner", center: Self.middle, radius: 1)
        small.privacy = .cut
        let bench = HubBench(hiding: PrivacyZones([small]))
        let (manager, sink) = bench.client()
        await bench.run(starting: manager) {
            // 100 m a second: two fixes or three lie within, and a hole of three seconds is none otherwise.
            for second in 0...20 { bench.receiver.say(.sample(Double(second), north: 100 * Double(second))) }
            await sink.events.wait { $0.last?.timestamp == .sample(20) }
        }
        let gap = try #require(sink.events.value.gaps.first)
        #expect(gap.cause == .privateRegion && gap.to.seconds(since: gap.from) <= 5)
        let failures = sink.events.value.filter { if case .failure = $0 { true } else { false } }
        #expect(failures.count == 1)
    }

    @Test func `Clients that come inside a region get nothing, not even the heading`() async throws {
        let bench = HubBench(hiding: Self.zones(.cut))
        let (first, all) = bench.client(seesPrivateRegions: true)
        let (late, sink) = bench.client()
        await bench.run(starting: first) {
            Self.drive(90..<101, by: bench)
            await all.locations(atLeast: 11)
            late.startUpdatingHeading()
            await bench.start(late)
            bench.receiver.say([.heading(Heading(timestamp: .sample(101), trueHeading: 12))])
            Self.drive(101..<111, by: bench)
            Self.drive(140..<142, by: bench)
            bench.receiver.say([.heading(Heading(timestamp: .sample(142), trueHeading: 34))])
            await sink.events.wait { events in events.contains { if case .heading = $0 { true } else { false } } }
        }
        #expect(sink.locations.map(\.timestamp) == [.sample(140), .sample(141)])
        let headings = sink.events.value.compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
        #expect(headings.map(\.trueHeading) == [34])
    }

    @Test func `A region that becomes private is hidden at once, and one that is public again is delivered`()
        async throws
    {
        let bench = HubBench()
        let (owner, track) = bench.client(seesPrivateRegions: true)
        let (manager, sink) = bench.client()
        await bench.run(starting: owner, manager) {
            Self.drive(90..<95, by: bench)
            await sink.locations(atLeast: 5)
            await bench.hub.apply(Self.zones(.cut))
            Self.drive(95..<100, by: bench)
            await track.locations(atLeast: 10)
            await bench.hub.apply(PrivacyZones())
            Self.drive(100..<105, by: bench)
            await sink.locations(atLeast: 10)
        }
        #expect(sink.locations.map(\.timestamp) == (Array(90..<95) + Array(100..<105)).map { .sample(Double($0)) })
        #expect(sink.events.value.gaps == [Gap(from: .sample(94), to: .sample(100), cause: .privateRegion)])
    }

    /// One that is over when the region is left needs none.
    @Test(arguments: [(55, 0), (5, 1)])
    func `A time correction during a cut is reported after it`(begin: Int, count: Int) async throws {
        let bench = HubBench(hiding: Self.zones(.cut))
        let (manager, sink) = bench.client()
        await bench.run(starting: manager) {
            Self.drive(60..<105, by: bench)
            // It goes back: the fixes that agree with each other are taken from there on.
            for second in 0..<60 {
                bench.receiver.say(.sample(Double(second + begin), north: 1050 + 10 * Double(second), speed: 10))
            }
            await sink.events.wait { $0.last?.timestamp == .sample(Double(begin + 59)) }
        }
        let resets = sink.events.value.compactMap { if case .timeReset(let reset) = $0 { reset } else { nil } }
        #expect(resets.count == count)
        guard count > 0 else { return }
        let first = try #require(sink.events.value.firstIndex { if case .timeReset = $0 { true } else { false } })
        let after = try #require(
            sink.events.value[first...].compactMap { event in
                if case .location(let location) = event { location } else { nil }
            }.first)
        #expect(resets.first?.timestamp == after.timestamp)
    }
}
