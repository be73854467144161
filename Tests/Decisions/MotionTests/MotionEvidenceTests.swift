import LocationModel
import LocdTestSupport
import Testing

@testable import Motion

@Suite struct MotionEvidenceTests {
    /// Northwards at 10 m/s for two minutes, ten fixes a second, one of so many of them with a speed.
    private static func drive(speedEvery count: Int) -> MotionEvidence {
        var evidence = MotionEvidence(activityType: .other)
        for index in 0...1200 {
            let tells = index.isMultiple(of: count)
            var location = Location.sample(Double(index) / 10, north: Double(index), speed: tells ? 10 : nil)
            location.course = tells ? 0 : nil
            _ = evidence.receive(location, leaving: 25)
        }
        return evidence
    }

    @Test(arguments: [2, 5, 10]) func aSpeedHoldsForTheFixesWithoutOneThatFollow(count: Int) {
        let (sparse, full) = (Self.drive(speedEvery: count), Self.drive(speedEvery: 1))
        #expect(full.isMoving && full.travel.way > 900)
        #expect(sparse.isMoving && abs(sparse.travel.way - full.travel.way) < 100, "\(sparse.travel.way) m")
    }

    @Test(arguments: [1.0, 10, 25]) func locationsOfAQuarterOfAnHourAreKeptAtAnyRate(rate: Double) {
        var kept = KeptLocations()
        for index in 0...Int(rounding: 1600 * rate) {
            let location = Location.sample(Double(index) / rate)
            kept.keep(
                .init(location: location, travel: ReportedTravel(), place: .zero, reason: .stationary),
                noneBefore: location.timestamp.advanced(bySeconds: -800))
        }
        let times = kept.all.map { $0.location.timestamp.seconds(since: .sample(0)) }
        #expect(times.count <= 2048)
        #expect(times.first ?? .infinity < 801 && times.last ?? 0 > 1599)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < max(1.1 / rate, 0.5) })
    }

    @Test func afterAStepBackOfTheTimeTheDepartureIsNotInTheFuture() {
        var evidence = Self.drive(speedEvery: 1)
        #expect(evidence.isMoving && evidence.departedAt > 0)
        evidence.timeReset()
        #expect(evidence.isMoving && evidence.departedAt == 0)
    }
}
