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
        return steps.flatMap { statistics.add($0) } + statistics.finish()
    }

    @Test func `No metre is lost at midnight`() {
        let found = periods(drive(-100..<101))
        #expect(found.map(\.locations) == [100, 101])
        #expect(found.map(\.interval.from) == [Self.midnight.advanced(bySeconds: -86_400), Self.midnight])
        #expect(abs(found.reduce(0) { $0 + $1.statistics.distance } - 2000) < 0.1)
    }

    @Test func `Each day has its part of a gap`() {
        let gap = Gap(
            from: Self.midnight.advanced(bySeconds: -3600), to: Self.midnight.advanced(bySeconds: 7200), cause: .noFix)
        let found = periods(drive(-3700..<(-3599)) + [.broken(.gap(gap))] + drive(7200..<7300))
        #expect(found.map { $0.statistics.gapTime[.noFix] } == [3600, 7200])
        #expect(found.map(\.locations) == [101, 100])
    }

    /// Lines were lost over midnight, and time was set back over it: both count in the day in which they end.
    @Test func `Lost lines and corrected times count in their day`() {
        func time(_ second: Double) -> Timestamp { Self.midnight.advanced(bySeconds: second) }
        let loss = TrackLoss(from: time(-99), to: time(49), lines: 149, cause: .diskFull)
        let reset = TimeReset(timestamp: time(-500), previous: time(59))
        let found = periods(
            drive(-200..<(-99)) + [.broken(.loss(loss))] + drive(50..<60) + [.broken(.timeReset(reset))]
                + drive(-500..<(-400)))
        #expect(found.map(\.statistics.lostLines) == [0, 149])
        #expect(found.map(\.statistics.timeResets) == [1, 0])
        #expect(found.map(\.locations) == [201, 10])
    }

    /// An import that is read behind the day's own file, or a time that was reset.
    @Test func `A day that comes twice is one`() {
        let found = periods(drive(-100..<0) + drive(0..<300) + drive(-300..<(-100)) + drive(300..<500))
        #expect(found.map(\.locations) == [300, 500])
        #expect(found.map(\.interval.from) == [Self.midnight.advanced(bySeconds: -86_400), Self.midnight])
    }

    @Test func `A day without a location is none`() {
        let found = periods(drive(0..<10) + drive(3 * 86_400..<(3 * 86_400 + 10)))
        #expect(found.count == 2)
    }

    @Test func `A day ends moving or parked`() throws {
        var day = DaySummary()
        for step in drive(0..<600) { day.add(step) }
        day.finish()
        #expect(day.trips.count == 1)
        #expect(day.motion(at: Self.midnight.advanced(bySeconds: 620)) == .moving(since: Self.midnight))
        #expect(
            day.motion(at: Self.midnight.advanced(bySeconds: 2000))
                == .parked(since: Self.midnight.advanced(bySeconds: 599)))
        #expect(DaySummary().motion(at: Self.midnight) == .unknown)
    }

    /// A location a second with these speeds, northwards, from so many seconds after midnight on; those of a stop are
    /// held back, as the recorder does, with its first twenty seconds.
    private func heldTrack(_ legs: [(speed: Double, seconds: Int)], from start: Int) -> [TrackStep] {
        var (way, second) = (0.0, start)
        var steps: [TrackStep] = []
        for leg in legs {
            for index in 0..<leg.seconds {
                way += leg.speed
                second += 1
                guard leg.speed > 0 || index < 20 else { continue }
                var location = Location(
                    timestamp: Self.midnight.advanced(bySeconds: Double(second)),
                    coordinate: Coordinate(latitude: 47.5, longitude: 8.5).moved(by: way, bearing: 0))
                location.speed = leg.speed
                steps.append(.location(location))
            }
        }
        return steps
    }

    private func summary(_ steps: [TrackStep], in interval: TrackInterval = .all) -> DaySummary {
        var day = DaySummary(in: interval)
        for step in steps { day.add(step) }
        day.finish()
        return day
    }

    /// A halt of 21 s, and one over midnight: each day has its own part, whoever asks.
    @Test func `A stop over midnight counts in each day its part`() throws {
        let legs: [(Double, Int)] = [(12, 300), (0, 21), (12, 200), (0, 387), (12, 300), (0, 60)]
        let steps = heldTrack(legs, from: -77 - 521)
        let before = Self.midnight.advanced(bySeconds: -86_400)
        let found = periods(steps)
        for (index, day) in [day(before), day(Self.midnight)].enumerated() {
            let alone = summary(steps, in: day)
            #expect(abs(alone.statistics.stoppedTime - [98, 310 + 20][index]) <= 4)
            #expect(alone.statistics.stopCount == [2, 2][index])
            #expect(found[index].statistics.stoppedTime == alone.statistics.stoppedTime)
            #expect(found[index].statistics.stops == alone.statistics.stops)
            #expect(found[index].statistics.distance == alone.statistics.distance)
            #expect(abs(alone.trips.reduce(0) { $0 + $1.statistics.distance } - alone.statistics.distance) < 15)
        }
        let whole = summary(steps)
        #expect(abs(found.reduce(0) { $0 + $1.statistics.distance } - whole.statistics.distance) < 0.01)
        #expect(abs(found.reduce(0) { $0 + $1.statistics.stoppedTime } - whole.statistics.stoppedTime) < 0.01)
        #expect(abs(found.reduce(0) { $0 + $1.statistics.movingTime } - whole.statistics.movingTime) < 0.01)
    }

    /// Midnight inside a trip: each day has its own part, and they add up.
    @Test(arguments: [-46_800, -12_600, 0, 20_700, 46_800])
    func `A trip over midnight adds up in every zone`(offset: Int) throws {
        let midnight = Self.midnight.advanced(bySeconds: Double(offset))
        let steps = heldTrack([(0, 60), (13, 1200), (0, 900)], from: offset - 700)
        let first = summary(steps, in: TrackInterval(from: midnight.advanced(bySeconds: -86_400), to: midnight))
        let second = summary(steps, in: TrackInterval(from: midnight, to: midnight.advanced(bySeconds: 86_400)))
        let whole = try #require(summary(steps).trips.first)
        let parts = try [#require(first.trips.first), #require(second.trips.first)]
        #expect(parts[0].to == midnight && parts[1].from == midnight)
        #expect(abs(parts.reduce(0) { $0 + $1.statistics.distance } - whole.statistics.distance) < 0.01)
        #expect(abs(whole.statistics.distance - 1200 * 13) < 20)
        #expect(abs(first.statistics.distance - parts[0].statistics.distance) < 1)
    }

    /// A visit is written five minutes after the arrival: the trip ends at the halt all the same, and nothing is lost
    /// of it.
    @Test func `Trips end at the halt and add up to the day`() throws {
        var steps: [TrackStep] = []
        for step in heldTrack([(0, 30), (13, 460), (0, 600), (13, 300), (0, 400)], from: 0) {
            if case .location(let location) = step, let last = steps.last, case .location(let before) = last,
                location.timestamp.seconds(since: before.timestamp) > 300
            {
                steps.append(
                    .visit(
                        Visit(
                            timestamp: before.timestamp.advanced(bySeconds: 300), arrivalDate: before.timestamp,
                            departureDate: nil, coordinate: before.coordinate, horizontalAccuracy: 3)))
            }
            steps.append(step)
        }
        let day = summary(steps)
        #expect(day.trips.count == 2)
        let trips = day.trips.reduce(0) { $0 + $1.statistics.distance }
        #expect(abs(trips - day.statistics.distance) < 15 && abs(trips - 760 * 13) < 30)
        let first = try #require(day.trips.first)
        // The last location before the departure.
        #expect((20...30).contains(first.from.seconds(since: Self.midnight)))
        #expect(abs(first.to.seconds(since: Self.midnight) - 490) <= 3)
        #expect(first.statistics.stopCount == 0 && first.statistics.stoppedTime == 0)
    }

    /// The recorder pauses during a halt, and goes on some seconds before the departure, or without one.
    @Test(arguments: [0, 27])
    func `A halt with a pause is one stop`(secondsAfter: Int) throws {
        let steps = heldTrack([(13, 300), (0, 400), (13, 300)], from: 0)
        let place = Coordinate(latitude: 47.5, longitude: 8.5).moved(by: 13 * 300, bearing: 0)
        var paused: [TrackStep] = []
        for step in steps {
            guard case .location(let location) = step else { continue }
            if location.timestamp == Self.midnight.advanced(bySeconds: 701) {
                let pause = Pause(
                    timestamp: Self.midnight.advanced(bySeconds: 650), coordinate: place, cause: .stationary)
                paused.append(.broken(.pause(pause)))
                for second in (701 - secondsAfter)..<701 {
                    var drifted = location
                    drifted.timestamp = Self.midnight.advanced(bySeconds: Double(second))
                    (drifted.coordinate, drifted.speed) = (place.moved(by: 4, bearing: 90), 0)
                    paused.append(.location(drifted))
                }
            }
            paused.append(step)
        }
        let statistics = summary(paused).statistics
        #expect(statistics.stopCount == 1 && statistics.stops.count == 1)
        #expect(abs(statistics.stoppedTime - 400) <= 3)
    }

    /// Parked since the evening: the last line is the visit's.
    @Test func `The stop that lasts now is a stop`() throws {
        var steps = heldTrack([(13, 300), (0, 5)], from: 0)
        let last = Self.midnight.advanced(bySeconds: 305)
        let place = Coordinate(latitude: 47.5, longitude: 8.5).moved(by: 13 * 300, bearing: 0)
        #expect(summary(steps).statistics.stopCount == 0)
        steps.append(
            .visit(
                Visit(
                    timestamp: last.advanced(bySeconds: 300), arrivalDate: last, departureDate: nil,
                    coordinate: place, horizontalAccuracy: 3)))
        let statistics = summary(steps).statistics
        #expect(statistics.stopCount == 1)
        #expect(abs(statistics.stoppedTime - 305) <= 2)
    }
}
