import LocationModel
import LocdConfiguration
import LocdTestSupport
import Testing

@testable import Publish

struct SinkFilterTests {
    static let now = Timestamp("2026-11-20T12:00:00Z") ?? .earliest

    static func sink(_ accuracy: PublishSink.Accuracy = .full, _ kind: PublishSink.Kind = .command) -> PublishSink {
        var sink = PublishSink(name: "x", kind: kind)
        sink.accuracy = accuracy
        return sink
    }

    static func home(_ privacy: RegionPrivacy) -> PrivacyZones {
        var region = Region(identifier: "home", center: Coordinate(latitude: 47.505, longitude: 8.5), radius: 100)
        region.privacy = privacy
        return PrivacyZones([region])
    }

    static func pass(_ filter: inout SinkFilter, _ range: Range<Int>, step: Int = 1) -> [PublishedRecord] {
        stride(from: range.lowerBound, to: range.upperBound, by: step).flatMap {
            filter.pass(.location(place($0)), at: now)
        }
    }

    @Test func `Nothing of a private region is sent`() {
        let zones = Self.home(.cut)
        var filter = SinkFilter(Self.sink(), hiding: zones)
        let records = Self.pass(&filter, 0..<1200)
        let places = records.compactMap(\.place)
        #expect(!places.isEmpty && places.allSatisfy { zones.zone(at: $0) == nil })
        #expect(records.contains { if case .gap(let gap) = $0.event { gap.cause == .privateRegion } else { false } })
    }

    @Test func `Reduced accuracy gives middles of cells four times an hour`() {
        var filter = SinkFilter(Self.sink(.reduced), hiding: PrivacyZones())
        let records = Self.pass(&filter, 0..<3600)
        #expect(records.count == 4)
        let exact = Set((0..<3600).map { place($0).coordinate })
        #expect(records.compactMap(\.place).allSatisfy { !exact.contains($0) })
        #expect(
            records.allSatisfy { if case .location(let location) = $0.event { location.speed == nil } else { false } })
    }

    @Test(arguments: [50.0, 300, 2000]) func `A radius is kept`(radius: Double) {
        var filter = SinkFilter(Self.sink(.radius(radius)), hiding: PrivacyZones())
        for number in 0..<3600 {
            for record in filter.pass(.location(place(number)), at: Self.now) {
                guard case .location(let location) = record.event else { continue }
                #expect(location.coordinate.distance(to: place(number).coordinate) <= radius)
                #expect(location.horizontalAccuracy! <= radius)
                #expect(location.coordinate != place(number).coordinate)
            }
        }
    }

    @Test func `With less than full accuracy only locations are sent`() {
        let region = RegionEvent(timestamp: place(1).timestamp, identifier: "home", state: .inside, cause: .crossed)
        let visit = Visit(
            timestamp: place(1).timestamp, arrivalDate: nil, departureDate: nil, coordinate: place(1).coordinate)
        let gap = Gap(from: place(0).timestamp, to: place(1).timestamp, cause: .noFix)
        for accuracy in [PublishSink.Accuracy.reduced, .radius(500)] {
            var filter = SinkFilter(Self.sink(accuracy), hiding: PrivacyZones())
            for event in [LocationEvent.region(region), .visit(visit), .gap(gap)] {
                #expect(filter.pass(event, at: Self.now).isEmpty)
            }
        }
    }

    @Test func `What is not trusted decides no place of reduced accuracy`() {
        for accuracy in [PublishSink.Accuracy.reduced, .radius(500)] {
            var filter = SinkFilter(Self.sink(accuracy), hiding: PrivacyZones())
            var spoofed = place(0)
            spoofed.coordinate.latitude += 2
            spoofed.integrity = .notTrusted
            #expect(filter.pass(.location(spoofed), at: Self.now).isEmpty)
            #expect(filter.pass(.location(place(1)), at: Self.now).count == 1)
        }
    }

    @Test func `An old backlog is thinned and counted`() {
        var sink = Self.sink()
        sink.thinAfter = 1
        sink.thinTo = 60
        var filter = SinkFilter(sink, hiding: PrivacyZones())
        let late = Self.now.advanced(bySeconds: 5 * 86400)
        let kept = (0..<600).flatMap { filter.pass(.location(place($0)), at: late) }
        #expect(kept.count == 10)
        #expect(filter.memory.thinned == 590)
        #expect((600..<700).flatMap { filter.pass(.location(place($0)), at: Self.now) }.count == 100)
    }

    /// After a restart in the middle the same lines give the same records, with the same identifiers.
    @Test(arguments: [PublishSink.Accuracy.full, .reduced, .radius(200)], [RegionPrivacy.cut, .blur])
    func `Goes on from its memory`(accuracy: PublishSink.Accuracy, privacy: RegionPrivacy) throws {
        var sink = Self.sink(accuracy)
        sink.thinAfter = 0.1
        sink.thinTo = 7
        let zones = Self.home(privacy)
        var whole = SinkFilter(sink, hiding: zones)
        let expected = Self.pass(&whole, 0..<4000, step: 3)
        for cut in stride(from: 30, to: 3900, by: 390) {
            var first = SinkFilter(sink, hiding: zones)
            var records = Self.pass(&first, 0..<cut, step: 3)
            var position = CursorTests.position(1)
            position.memory = first.memory
            var text = CursorText()
            text.take(position)
            var second = SinkFilter(sink, hiding: zones)
            second.memory = try #require(CursorText(text.lines).latest).memory
            records += Self.pass(&second, cut..<4000, step: 3)
            #expect(records.map(\.identifier) == expected.map(\.identifier), "cut at \(cut)")
        }
    }

    @Test func `Home Assistant gets no backlog`() {
        var filter = SinkFilter(Self.sink(.full, .homeAssistant), hiding: PrivacyZones())
        #expect(filter.pass(.location(place(0)), at: place(61).timestamp).isEmpty)
        #expect(filter.pass(.location(place(2)), at: place(61).timestamp).count == 1)
        // The clock is behind.
        #expect(filter.pass(.location(place(86_399)), at: place(61).timestamp).isEmpty)
        #expect(filter.latest == place(86_399))
    }

    @Test func `A place of a wrong year is the latest only until the next one`() {
        var filter = SinkFilter(Self.sink(), hiding: PrivacyZones())
        var wrong = place(0)
        wrong.timestamp = Self.now.advanced(bySeconds: 1024 * 7 * 86_400)
        _ = filter.pass(.location(wrong), at: Self.now)
        #expect(filter.latest == wrong)
        for number in [1, 5, 3] { _ = filter.pass(.location(place(number)), at: Self.now) }
        #expect(filter.latest == place(5), "the last was written late")
    }

    @Test func `The identifier is of what is sent`() {
        var filter = SinkFilter(Self.sink(.reduced), hiding: PrivacyZones())
        let record = filter.pass(.location(place(0)), at: Self.now)[0]
        // Two exact places of one cell and one second cannot be told apart.
        var other = SinkFilter(Self.sink(.reduced), hiding: PrivacyZones())
        var near = place(0)
        near.coordinate.longitude += 0.0001
        near.speed = 12
        #expect(other.pass(.location(near), at: Self.now)[0].identifier == record.identifier)
    }
}
