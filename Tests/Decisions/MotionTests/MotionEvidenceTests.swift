import Glibc
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

    @Test(arguments: [2, 5, 10]) func `A speed holds for the fixes without one that follow`(count: Int) {
        let (sparse, full) = (Self.drive(speedEvery: count), Self.drive(speedEvery: 1))
        #expect(full.isMoving && full.travel.way > 900)
        #expect(sparse.isMoving && abs(sparse.travel.way - full.travel.way) < 100, "\(sparse.travel.way) m")
    }

    @Test(arguments: [1.0, 10, 25]) func `Locations of a quarter of an hour are kept at any rate`(rate: Double) {
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

    /// Stands for ten minutes with speeds of 0.1 m/s. Then it reports `speed`, is so many metres off after so many
    /// seconds, and stays there for a minute; without a fix while it goes there if that is `unseen`. Whether that was a
    /// departure.
    private static func isDeparture(
        by metres: Double, in seconds: Double, rate: Double, unseen: Bool = false, at speed: Double = 0.1
    ) -> Bool {
        var evidence = MotionEvidence(activityType: .other)
        var isMoving = false
        for index in 0...Int(rounding: (660 + seconds) * rate) {
            let time = Double(index) / rate
            let part = min(max((time - 600) / seconds, 0), 1)
            if unseen, part > 0, part < 1 { continue }
            var location = Location.sample(time, north: sin(time) + metres * part, speed: time < 590 ? 0.1 : speed)
            location.course = Double(index * 137 % 360)
            _ = evidence.receive(location, leaving: 25)
            isMoving = isMoving || evidence.isMoving
        }
        return isMoving
    }

    @Test(arguments: [1, 3, 10, 20], [1.0, 10]) func `A reflection of several fixes is no departure`(
        seconds: Double, rate: Double
    ) {
        #expect(!Self.isDeparture(by: 48, in: seconds, rate: rate))
    }

    @Test(arguments: [1.0, 10]) func `What moved in a silence has departed`(rate: Double) {
        #expect(Self.isDeparture(by: 48, in: 60, rate: rate, unseen: true))
    }

    /// Receivers that hold slow speeds at zero do not know.
    @Test(arguments: [0, 0.1], [1.0, 10]) func `What is slower than receivers show departs`(speed: Double, rate: Double)
    {
        #expect(Self.isDeparture(by: 48, in: 60, rate: rate, at: speed))
    }

    @Test func `After a step back of the time the departure is not in the future`() {
        var evidence = Self.drive(speedEvery: 1)
        #expect(evidence.isMoving && evidence.departedAt > 0)
        evidence.timeReset()
        #expect(evidence.isMoving && evidence.departedAt == 0)
    }
}
