import LocationModel
import LocdTestSupport
import Testing
import Tracks

@testable import TrackTools

@Suite struct TrackFilterTests {
    private static func filtered(
        _ records: [TrackRecord], _ change: (inout TrackFilter.Limits) -> Void
    ) -> (records: [TrackRecord], refused: [RejectionReason: Int]) {
        var limits = TrackFilter.Limits()
        change(&limits)
        var filter = TrackFilter(limits)
        var passed: [TrackRecord] = []
        for record in records { filter.add(record) { passed.append($0) } }
        filter.restart { passed.append($0) }
        return (passed, filter.refused)
    }

    /// North at 13 m/s, and meanwhile so many metres aside.
    private static func drive(aside: Double, _ seconds: Range<Int>) -> [TrackRecord] {
        (0..<100).map { second in
            .event(
                .location(
                    .sample(
                        Double(second), north: 13 * Double(second), east: seconds.contains(second) ? aside : 0)))
        }
    }

    @Test func `An excursion is left out`() {
        let records = Self.drive(aside: 500, 40..<45)
        let result = Self.filtered(records) { $0.maximumSpeed = 100 }
        #expect(result.records == Array(records[..<40] + records[45...]))
        #expect(result.refused == [.tooFast: 5])
    }

    @Test func `A leap that stays loses nothing`() {
        let records = Self.drive(aside: 500, 40..<100)
        let result = Self.filtered(records) { $0.maximumSpeed = 100 }
        let gap = TrackRecord.event(.gap(Gap(from: .sample(39), to: .sample(40), cause: .rejected)))
        #expect(result.records == Array(records[..<40] + [gap] + records[40...]))
        #expect(result.refused.isEmpty)
    }

    @Test func `A line that is interrupted already gets no other gap`() {
        var records = Self.drive(aside: 500, 40..<100)
        records.insert(.event(.gap(Gap(from: .sample(39), to: .sample(40), cause: .silent))), at: 40)
        #expect(Self.filtered(records) { $0.maximumSpeed = 100 }.records == records)
    }

    /// Whatever becomes of the locations around them.
    @Test(arguments: [45, 100]) func `Other records pass in their order`(end: Int) {
        var records = Self.drive(aside: 500, 40..<end)
        for index in [80, 44, 41, 40] {
            let time = Timestamp.sample(Double(index))
            let steps = StepCount(from: .sample(0), to: time, numberOfSteps: index, source: .counter)
            records.insert(.event(.steps(steps)), at: index)
        }
        let result = Self.filtered(records) { $0.maximumSpeed = 100 }
        let times = result.records.compactMap { record -> Timestamp? in
            if case .event(.gap) = record { nil } else { record.timestamp }
        }
        #expect(times == times.sorted())
        #expect(result.records.count { if case .event(.steps) = $0 { true } else { false } } == 4)
    }

    /// A location that is not trusted is in no doubt: it stays, and no leap stays in its place.
    @Test(arguments: [41, 43]) func `What is not trusted is no leap`(index: Int) {
        var records = Self.drive(aside: 500, 40..<45)
        let expected = Array(records[..<40] + records[45...])
        var location = Location.sample(Double(index) - 0.5, north: 0, east: 0)
        location.integrity = .notTrusted
        let untrusted = TrackRecord.event(.location(location))
        records.insert(untrusted, at: index)
        let result = Self.filtered(records) { $0.maximumSpeed = 100 }
        #expect(result.records.filter { $0 != untrusted } == expected)
        #expect(result.records.contains(untrusted))
        #expect(result.refused == [.tooFast: 5])
    }

    @Test func `What is in doubt at the end is left out`() {
        let result = Self.filtered(Self.drive(aside: 500, 95..<100)) { $0.maximumSpeed = 100 }
        #expect(result.records.count == 95 && result.refused == [.tooFast: 5])
    }

    @Test func `Limits of time and distance apply to what was in doubt`() {
        let result = Self.filtered(Self.drive(aside: 500, 40..<100)) {
            ($0.maximumSpeed, $0.minimumInterval, $0.distanceFilter) = (100, 2, 30)
        }
        let locations = result.records.compactMap { record -> Location? in
            if case .event(.location(let location)) = record { location } else { nil }
        }
        #expect(zip(locations, locations.dropFirst()).allSatisfy { $0.distance(to: $1) >= 30 })
        #expect(locations.count == 34 && result.refused == [.minimumInterval: 34, .distanceFilter: 32])
    }
}
