import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite struct PrivacyFilterTests {
    private static let home = Coordinate(latitude: 47.5, longitude: 8.5)
    private static let start = Timestamp(milliseconds: 1_795_240_800_000) ?? .earliest

    private static func zones(_ privacy: RegionPrivacy) -> PrivacyZones {
        var region = Region(identifier: "home", center: home, radius: 200)
        region.privacy = privacy
        return PrivacyZones([region])
    }

    private static func time(_ second: Int) -> Timestamp {
        Timestamp(milliseconds: start.milliseconds + Int64(second) * 1000) ?? .earliest
    }

    /// `metres` east of home; all that a receiver tells is told.
    private static func location(_ metres: Double, at second: Int) -> Location {
        var location = Location.full(at: home.moved(by: metres, bearing: 90))
        location.timestamp = time(second)
        return location
    }

    /// A drive home at 10 m/s, half an hour there, and away again.
    private static func visit(_ privacy: RegionPrivacy) -> (delivered: [LocationEvent], hidden: Int, zone: PrivacyZone?)
    {
        var filter = PrivacyFilter(zones(privacy))
        var delivered: [LocationEvent] = []
        for second in 0..<2000 {
            let metres = second < 100 ? 1000 - 10 * Double(second) : max(Double(second - 1900) * 10, 0)
            delivered += filter.filter(.location(location(metres, at: second)))
        }
        return (delivered, filter.hiddenCount, zones(privacy).zone(at: home))
    }

    @Test func `Steps in a zone, and those that began there, are hidden`() {
        var filter = PrivacyFilter(Self.zones(.cut))
        func steps(_ from: Int, _ to: Int) -> LocationEvent {
            .steps(StepCount(from: Self.time(from), to: Self.time(to), numberOfSteps: 20, source: .counter))
        }
        _ = filter.filter(.location(Self.location(1000, at: 0)))
        #expect(filter.filter(steps(-60, 0)) == [steps(-60, 0)])
        _ = filter.filter(.location(Self.location(100, at: 10)))
        #expect(filter.filter(steps(0, 5)).isEmpty)
        _ = filter.filter(.location(Self.location(50, at: 20)))
        _ = filter.filter(.location(Self.location(1000, at: 100)))
        // Written late: they were made in the zone, or before it.
        #expect(filter.filter(steps(5, 15)).isEmpty && filter.filter(steps(15, 60)).isEmpty)
        #expect(filter.filter(steps(21, 60)).isEmpty && filter.filter(steps(101, 130)) == [steps(101, 130)])
    }

    private static func locations(_ events: [LocationEvent]) -> [Location] {
        events.compactMap { if case .location(let location) = $0 { location } else { nil } }
    }

    private static func gaps(_ events: [LocationEvent]) -> [Gap] {
        events.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    }

    @Test func `A crossing that can only be in a zone is withheld, wherever the latest location was`() throws {
        var home = Region(identifier: "home", center: Self.home, radius: 200)
        home.privacy = .cut
        let zone = try #require(PrivacyZones([home]).zone(at: Self.home))
        let others = [
            Region(identifier: "garden", center: Self.home, radius: 60),
            Region(identifier: "street", center: Self.home.moved(by: 900, bearing: 90), radius: 800),
            // Its boundary is far from the zone, which it holds, or which it does not reach.
            Region(identifier: "town", center: Self.home, radius: 5000),
            Region(identifier: "office", center: zone.center.moved(by: zone.radius + 110, bearing: 180), radius: 100),
        ]
        var filter = PrivacyFilter(PrivacyZones([home] + others))
        // As with a filter of locations that lets none through on the way home.
        _ = filter.filter(.location(Self.location(4000, at: 0)))
        let delivered = others.map(\.identifier).filter { identifier in
            let event = RegionEvent(
                timestamp: Self.time(1), identifier: identifier, state: .inside, cause: .crossed)
            return !filter.filter(.region(event)).isEmpty
        }
        #expect(delivered == ["town", "office"])
    }

    @Test func `Cut tells nothing within and a gap with its cause`() throws {
        let (delivered, hidden, zone) = Self.visit(.cut)
        let locations = Self.locations(delivered)
        #expect(locations.count + hidden == 2000)
        #expect(try locations.allSatisfy { try !#require(zone).contains($0.coordinate) })
        let gap = try #require(Self.gaps(delivered).first)
        #expect(Self.gaps(delivered).count == 1)
        #expect(gap.cause == .privateRegion)
        // From the last that was told to the next.
        let before = try #require(delivered.firstIndex(of: .gap(gap)))
        #expect(delivered[before - 1].timestamp == gap.from)
        #expect(delivered[before + 1].timestamp == gap.to)
    }

    @Test func `Blur tells one place on entry and nothing else of it`() throws {
        let (delivered, _, zone) = Self.visit(.blur)
        let circle = try #require(zone)
        let within = Self.locations(delivered).filter { circle.contains($0.coordinate) }
        // When it begins to move there, before it leaves, would tell how far that is.
        #expect(within.count == 1)
        for location in within {
            var expected = Location(timestamp: location.timestamp, coordinate: circle.center)
            expected.horizontalAccuracy = circle.radius
            #expect(location == expected)
        }
        // Nobody went to that place: no line leads there, none away.
        #expect(Self.gaps(delivered).map(\.cause) == [.privateRegion, .privateRegion])
        #expect(
            delivered.firstIndex { Self.locations([$0]) == [within[0]] }.map { delivered[$0 - 1] }
                == .gap(Self.gaps(delivered)[0]))
    }

    /// A time that goes on behind the region needs no correction; one that went back has it there, not inside.
    @Test(arguments: [95, -10])
    func `Events within a region are withheld, time corrections too`(exit: Int) {
        var filter = PrivacyFilter(Self.zones(.cut))
        _ = filter.filter(.location(Self.location(900, at: 0)))
        _ = filter.filter(.location(Self.location(10, at: 100)))
        let events: [LocationEvent] = [
            .timeReset(TimeReset(timestamp: Self.time(exit - 5), previous: Self.time(100))),
            .pause(Pause(timestamp: Self.time(110), coordinate: Self.home, cause: .stationary)),
            .pause(Pause(timestamp: Self.time(110), coordinate: nil, cause: .stationary)),
            .resume(Resume(timestamp: Self.time(120), coordinate: nil, cause: .speed)),
            .gap(Gap(from: Self.time(100), to: Self.time(130), cause: .noFix)),
            .visit(Visit(timestamp: Self.time(140), arrivalDate: nil, departureDate: nil, coordinate: Self.home)),
            .region(RegionEvent(timestamp: Self.time(140), identifier: "office", state: .outside, cause: .crossed)),
            .activity(MotionActivity(timestamp: Self.time(140), kind: .walking, confidence: .low)),
        ]
        for event in events { #expect(filter.filter(event) == [], "\(event)") }
        #expect(filter.hiddenCount == 9)
        let outside = LocationEvent.location(Self.location(900, at: exit))
        let from = Self.time(min(exit, 0))
        let gap = LocationEvent.gap(Gap(from: from, to: Self.time(exit), cause: .privateRegion))
        let reset = LocationEvent.timeReset(TimeReset(timestamp: Self.time(exit), previous: Self.time(0)))
        #expect(filter.filter(outside) == (exit < 0 ? [reset, gap, outside] : [gap, outside]))
    }

    @Test func `Late events are judged by their own place`() {
        var filter = PrivacyFilter(Self.zones(.cut))
        _ = filter.filter(.location(Self.location(900, at: 0)))
        let atHome = Visit(timestamp: Self.time(1), arrivalDate: nil, departureDate: nil, coordinate: Self.home)
        #expect(filter.filter(.visit(atHome)) == [])
        let paused = Pause(timestamp: Self.time(1), coordinate: Self.home, cause: .stationary)
        #expect(filter.filter(.pause(paused)) == [])
        let region = RegionEvent(timestamp: Self.time(1), identifier: "home", state: .inside, cause: .crossed)
        #expect(filter.filter(.region(region)) == [])
        var shop = atHome
        shop.coordinate = Self.home.moved(by: 3000, bearing: 0)
        _ = filter.filter(.location(Self.location(0, at: 2)))
        #expect(filter.filter(.visit(shop)) == [.visit(shop)])
    }

    @Test func `Gaps outside are reported and those within are one`() {
        var filter = PrivacyFilter(Self.zones(.cut))
        let gap = Gap(from: Self.time(0), to: Self.time(60), cause: .unplugged)
        let first = Self.location(900, at: 0)
        let second = Self.location(800, at: 60)
        _ = filter.filter(.location(first))
        #expect(filter.filter(.gap(gap)) == [] && filter.filter(.location(second)) == [.gap(gap), .location(second)])
        // Where the second one ends is private, and so is when it ended.
        #expect(filter.filter(.gap(Gap(from: Self.time(60), to: Self.time(200), cause: .restart))) == [])
        #expect(filter.filter(.location(Self.location(5, at: 200))) == [])
        #expect(filter.filter(.gap(Gap(from: Self.time(200), to: Self.time(300), cause: .restart))) == [])
        let out = Self.location(700, at: 300)
        #expect(
            filter.filter(.location(out)) == [
                .gap(Gap(from: Self.time(60), to: Self.time(300), cause: .privateRegion)), .location(out),
            ])
    }

    /// What has no place of its own, at a second.
    private static func placeless(at second: Int) -> [LocationEvent] {
        [
            .steps(StepCount(from: time(second - 9), to: time(second), numberOfSteps: 20, source: .counter)),
            .activity(MotionActivity(timestamp: time(second), kind: .walking, confidence: .low)),
            .heading(Heading(timestamp: time(second), magneticHeading: 90)),
            .timeZone(TimeZoneChange(timestamp: time(second), timeZone: "Europe/Zurich")),
            .region(RegionEvent(timestamp: time(second), identifier: "desk", state: .inside, cause: .crossed)),
        ]
    }

    @Test func `Before the first location nothing is told that may be private`() {
        var filter = PrivacyFilter(Self.zones(.cut))
        let gap = LocationEvent.gap(Gap(from: Self.time(-60), to: Self.time(5), cause: .restart))
        for event in Self.placeless(at: 0) { #expect(filter.filter(event) == [], "\(event)") }
        #expect(filter.filter(gap) == [] && filter.isHiding)
        let out = LocationEvent.location(Self.location(900, at: 6))
        #expect(filter.filter(out) == [gap, out] && !filter.isHiding)
        for event in Self.placeless(at: 20) { #expect(filter.filter(event) == [event]) }
    }

    @Test func `Where it was before is where it is`() {
        var inside = PrivacyFilter(Self.zones(.cut), since: Self.time(-100), at: Self.home)
        for event in Self.placeless(at: 0) { #expect(inside.filter(event) == [], "\(event)") }
        // It was switched off there, and drives away after a restart.
        #expect(inside.filter(.gap(Gap(from: Self.time(-10), to: Self.time(90), cause: .restart))) == [])
        let out = LocationEvent.location(Self.location(900, at: 130))
        let hidden = LocationEvent.gap(Gap(from: Self.time(-100), to: Self.time(130), cause: .privateRegion))
        #expect(inside.filter(out) == [hidden, out])
        let shop = Self.home.moved(by: 3000, bearing: 0)
        var outside = PrivacyFilter(Self.zones(.cut), at: shop)
        for event in Self.placeless(at: 0) { #expect(outside.filter(event) == [event]) }
    }

    @Test func `Zones hide at once where it stands`() {
        var filter = PrivacyFilter(PrivacyZones())
        _ = filter.filter(.location(Self.location(5, at: 0)))
        filter.apply(Self.zones(.cut))
        for event in Self.placeless(at: 20) { #expect(filter.filter(event) == [], "\(event)") }
    }

    @Test func `The end of a visit elsewhere does not tell when it was noticed in a zone`() {
        var filter = PrivacyFilter(Self.zones(.cut))
        let shop = Self.home.moved(by: 3000, bearing: 0)
        _ = filter.filter(.location(Self.location(3000, at: 0)))
        var visit = Visit(
            timestamp: Self.time(9000), arrivalDate: Self.time(-900), departureDate: Self.time(10), coordinate: shop)
        let told = filter.filter(.visit(visit))
        visit.timestamp = Self.time(10)
        #expect(told == [.visit(visit)])
    }

    @Test func `The trust that a zone hid is told behind it`() {
        var filter = PrivacyFilter(Self.zones(.cut))
        func change(_ state: IntegrityState, at second: Int, since: Int) -> LocationEvent {
            .integrity(
                IntegrityChange(
                    timestamp: Self.time(second), state: state, reasons: [.jamming], since: Self.time(since)))
        }
        _ = filter.filter(.location(Self.location(900, at: 0)))
        _ = filter.filter(.location(Self.location(5, at: 100)))
        #expect(filter.filter(change(.doubtful, at: 110, since: 105)) == [])
        var other = PrivacyFilter(Self.zones(.cut))
        other.memory = filter.memory
        let out = Self.location(900, at: 200)
        for var filter in [filter, other] {
            #expect(
                filter.filter(.location(out)).dropFirst() == [change(.doubtful, at: 200, since: 200), .location(out)])
            #expect(
                filter.filter(change(.notTrusted, at: 210, since: 105)) == [change(.notTrusted, at: 210, since: 210)])
        }
    }

    @Test func `Another filter goes on as if it had seen everything`() {
        var filter = PrivacyFilter(Self.zones(.cut))
        _ = filter.filter(.location(Self.location(900, at: 0)))
        _ = filter.filter(.location(Self.location(5, at: 10)))
        _ = filter.filter(.location(Self.location(900, at: 100)))
        let gap = LocationEvent.gap(Gap(from: Self.time(100), to: Self.time(160), cause: .noFix))
        #expect(filter.filter(gap) == [])
        var other = PrivacyFilter(Self.zones(.cut))
        other.memory = filter.memory
        let late = LocationEvent.steps(
            StepCount(from: Self.time(5), to: Self.time(50), numberOfSteps: 20, source: .reported))
        #expect(other.filter(late) == [])
        let out = LocationEvent.location(Self.location(800, at: 161))
        #expect(other.filter(out) == [gap, out])
    }

    @Test(arguments: [RegionPrivacy.cut, .blur], [0, 40, 400])
    func `A part of a track that begins in a zone does not tell when it began to move`(
        _ privacy: RegionPrivacy, moved: Int
    ) {
        var filter = PrivacyFilter(Self.zones(privacy), since: Self.time(-3600))
        // It stood, was not recorded, and left at a time that depends on how far it is to the edge.
        let within = (500 - moved..<500).flatMap { filter.filter(.location(Self.location(5, at: $0))) }
        let out = Self.location(900, at: 500)
        let delivered = within + filter.filter(.location(Self.location(5, at: 500))) + filter.filter(.location(out))
        #expect(Self.gaps(delivered).map(\.from) == [Self.time(-3600)])
        #expect(Self.locations(delivered).map(\.timestamp).dropLast() == (privacy == .blur ? [Self.time(-3600)] : []))
    }

    @Test func `Without zones everything passes`() {
        var filter = PrivacyFilter(PrivacyZones())
        let event = LocationEvent.location(Self.location(0, at: 0))
        #expect(filter.filter(event) == [event])
        #expect(filter.hiddenCount == 0)
    }
}
