import LocationModel
import Testing
import TrackTestSupport
import Tracks

@testable import TrackTools

@Suite("Days of a track")
struct PeriodStatisticsTests {
    private static let midnight = moment("2026-11-22T00:00:00Z")

    private func day(_ time: Timestamp) -> TrackInterval {
        TrackInterval(from: time.day.midnight, to: time.day.midnight.advanced(bySeconds: 86_400))
    }

    /// Northwards at 10 m/s, a location a second, from so many seconds after midnight on.
    private func drive(_ seconds: Range<Int>) -> [TrackStep] {
        seconds.map { second in
            var location = Location(
                timestamp: Self.midnight.advanced(bySeconds: Double(second)),
                coordinate: Coordinate(latitude: 47.5, longitude: 8.5).moved(
                    by: 10 * Double(second + 10_000), bearing: 0))
            location.speed = 10
            return .location(location)
        }
    }

    private func periods(_ steps: [TrackStep]) -> [PeriodStatistics.Period] {
        var statistics = PeriodStatistics(interval: day)
        var found = steps.compactMap { statistics.add($0) }
        if let last = statistics.finish() { found.append(last) }
        return found
    }

    @Test func noMetreIsLostAtMidnight() {
        let found = periods(drive(-100..<101))
        #expect(found.map(\.locations) == [100, 101])
        #expect(found.map(\.interval.from) == [Self.midnight.advanced(bySeconds: -86_400), Self.midnight])
        #expect(abs(found.reduce(0) { $0 + $1.statistics.distance } - 2000) < 0.1)
    }

    @Test func eachDayHasItsPartOfAGap() {
        let gap = Gap(
            from: Self.midnight.advanced(bySeconds: -3600), to: Self.midnight.advanced(bySeconds: 7200), cause: .noFix)
        let found = periods(drive(-3700..<(-3599)) + [.broken(.gap(gap))] + drive(7200..<7300))
        #expect(found.map { $0.statistics.gapTime[.noFix] } == [3600, 7200])
        #expect(found.map(\.locations) == [101, 100])
    }

    @Test func aDayWithoutALocationIsNone() {
        let found = periods(drive(0..<10) + drive(3 * 86_400..<(3 * 86_400 + 10)))
        #expect(found.count == 2)
    }

    @Test func aDayEndsMovingOrParked() throws {
        var day = DaySummary()
        for step in drive(0..<600) { day.add(step) }
        day.finish()
        #expect(day.trips.count == 1)
        #expect(day.motion(at: Self.midnight.advanced(bySeconds: 620)) == .moving(since: Self.midnight))
        #expect(
            day.motion(at: Self.midnight.advanced(bySeconds: 2000))
                == .parked(since: Self.midnight.advanced(bySeconds: 599)))
        #expect(DaySummary().motion(at: Self.midnight) == .parked(since: nil))
    }
}
