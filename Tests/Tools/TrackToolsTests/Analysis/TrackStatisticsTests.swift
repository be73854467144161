import LocationModel
import LocdTestSupport
import Motion
import Testing
import TrackTestSupport
import Tracks

@testable import TrackTools

@Suite("Statistics")
struct TrackStatisticsTests {
    private let start = moment("2026-11-21T06:00:00Z")
    private let home = Coordinate(latitude: 47.5, longitude: 8.5)

    /// Northwards at these speeds in m/s, one second each.
    private func drive(_ speeds: [Double], tellsSpeed: Bool = true, from offset: Double = 0) -> [Location] {
        var way = offset
        return speeds.enumerated().map { index, speed in
            way += speed
            var location = Location(
                timestamp: start.advanced(bySeconds: Double(index)), coordinate: home.moved(by: way, bearing: 0))
            location.speed = tellsSpeed ? speed : nil
            return location
        }
    }

    private func statistics(_ steps: [TrackStep], holds: Bool = true) -> TrackStatistics {
        var statistics = TrackStatistics(holdsPosition: holds)
        for step in steps { statistics.add(step) }
        statistics.finish()
        return statistics
    }

    private func statistics(_ locations: [Location]) -> TrackStatistics {
        statistics(locations.map { .location($0) })
    }

    private func trips(_ steps: [TrackStep]) -> [TrackTrip] {
        var finder = TripFinder()
        return steps.compactMap { finder.add($0) } + [finder.finish()].compactMap(\.self)
    }

    private func trips(_ locations: [Location]) -> [TrackTrip] { trips(locations.map { .location($0) }) }

    /// A drive out, an hour's halt, and a drive back, with a location so many seconds apart.
    @Test(arguments: [60.0, 180, 240, 300, 420, 600, 900, 1200], [0.0, 0.13])
    func `Sparse track has trips a stop and a distance`(interval: Double, jitter: Double) throws {
        let (length, halt) = (7200.0, 10_800.0)
        let times = stride(from: 0, through: 2 * length + halt, by: interval)
        let locations = times.enumerated().map { index, regular -> Location in
            let time = regular + (index % 2 == 0 ? 0 : jitter * interval)
            let way = time < length ? time : time < length + halt ? length : 2 * length + halt - time
            return Location(
                timestamp: start.advanced(bySeconds: time), coordinate: home.moved(by: 20 * way, bearing: 90))
        }
        let trips = trips(locations)
        #expect(trips.count == 2)
        #expect(trips.first?.from == start)
        let first = try #require(trips.first)
        #expect(abs(first.to.seconds(since: start) - length) <= 1.2 * interval)
        let whole = statistics(locations)
        #expect(abs(whole.distance - 2 * 20 * length) < 20 * 1.3 * interval)
        // At the end of the halt one location is nearly at its place.
        #expect((1...2).contains(whole.stops.count))
        #expect(abs(whole.stoppedTime - halt) <= 2.5 * interval)
    }

    /// The tracker is off while nothing moves.
    @Test func `Silence of a sparse track ends a trip if it is longer than usual`() {
        let times = (0...12).map { Double($0) * 300 } + (0...12).map { 14_400 + Double($0) * 300 }
        let locations = times.enumerated().map { index, time in
            Location(
                timestamp: start.advanced(bySeconds: time),
                coordinate: home.moved(by: Double(index) * 4000, bearing: 90))
        }
        #expect(trips(locations).map { $0.to.seconds(since: $0.from) } == [3600, 3600])
    }

    /// The location of the night before is not the start of a trip at 1 Hz, and a silence in it still ends one.
    @Test(arguments: [310.0, 900, 3000])
    func `Silence of a track at one hertz ends a trip`(silence: Double) {
        var locations = drive(repeated(20, 100))
        let before = Location(
            timestamp: start.advanced(bySeconds: -silence), coordinate: home.moved(by: 5000, bearing: 9))
        locations.insert(before, at: 0)
        locations += drive(repeated(20, 100), from: 2000).map {
            var later = $0
            later.timestamp = later.timestamp.advanced(bySeconds: 100 + silence)
            return later
        }
        #expect(trips(locations).map(\.from) == [start, start.advanced(bySeconds: 100 + silence)])
    }

    @Test func `Steps are counted and interrupt nothing`() {
        func steps(_ second: Double, _ count: Int) -> TrackStep {
            let end = start.advanced(bySeconds: second)
            return .steps(
                StepCount(from: end.advanced(bySeconds: -10), to: end, numberOfSteps: count, source: .counter))
        }
        let drive = drive(repeated(10, 100)).map(TrackStep.location)
        let result = statistics(Array(drive[..<50]) + [steps(40, 18), steps(50, 19)] + Array(drive[50...]))
        #expect(result.steps.numberOfSteps == 37)
        #expect(result.distance == statistics(drive).distance && result.gapCount == 0)
        #expect(statistics(drive).steps.numberOfSteps == nil)
        // A day in a house has steps and no location.
        var days = PeriodStatistics { moment in
            let day = (moment.milliseconds / 86_400_000) * 86_400_000
            return TrackInterval(from: Timestamp(milliseconds: day), to: Timestamp(milliseconds: day + 86_400_000))
        }
        var periods = drive.flatMap { days.add($0) }
        periods += days.add(steps(50, 18)) + days.add(steps(86_400, 400)) + days.finish()
        #expect(periods.map(\.statistics.steps.numberOfSteps) == [18, 400])
        #expect(periods.map(\.locations) == [100, 0])
    }

    private func repeated(_ speed: Double, _ count: Int) -> [Double] { Array(repeating: speed, count: count) }

    @Test(arguments: [true, false])
    func `Stop of a drive is found where the speed says so`(tellsSpeed: Bool) throws {
        let speeds = repeated(10, 100) + repeated(0, 40) + repeated(10, 100) + repeated(0, 5) + repeated(10, 50)
        let result = statistics(drive(speeds, tellsSpeed: tellsSpeed))
        let stop = try #require(result.stops.first)
        #expect(result.stopCount == 1)
        #expect(abs(stop.from.seconds(since: start) - 100) <= 6)
        #expect(abs(stop.to.seconds(since: start) - 140) <= 6)
        #expect(abs(result.distance - 2490) < 20)
        #expect(abs(result.movingTime + result.stoppedTime - Double(speeds.count - 1)) < 0.001)
        #expect(abs(result.stoppedTime - 40) <= 6)
        #expect(try abs(#require(result.maximumSpeed) - 10) < 0.5)
    }

    /// A drive with two stops, each second, and of it what a recorder with a distance filter keeps.
    private func filtered(_ speed: Double, acceleration: Double, stop: Int, tellsSpeed: Bool, crawl: Double = 0)
        -> (whole: [Location], kept: [Location])
    {
        let ramp = Int(rounding: speed / acceleration, .up)
        let change = (1...ramp).map { max(crawl, min(speed, Double($0) * acceleration)) }
        let leg = repeated(speed, 40) + change.reversed() + repeated(crawl, stop) + change
        let whole = drive(leg + leg + repeated(speed, 40), tellsSpeed: tellsSpeed)
        var kept: [Location] = []
        for location in whole where kept.last.map({ location.distance(to: $0) >= 10 }) ?? true {
            kept.append(location)
        }
        return (whole, kept)
    }

    @Test(
        arguments: [
            // A car at a light, one in a hurry, a bicycle, a runner, a walker who waits at a kerb.
            (9.0, 2.0, 14), (14, 2.5, 18), (5, 1, 20), (3, 1, 20), (1.4, 1, 25),
        ], [true, false])
    func `A short stop is found in a recorded track too`(
        drive: (speed: Double, acceleration: Double, stop: Int), tellsSpeed: Bool
    ) {
        let (whole, kept) = filtered(
            drive.speed, acceleration: drive.acceleration, stop: drive.stop, tellsSpeed: tellsSpeed)
        let (raw, recorded) = (statistics(whole), statistics(kept))
        #expect(raw.stopCount == 2 && recorded.stopCount == 2)
        for (one, other) in zip(raw.stops, recorded.stops) {
            #expect(min(one.to, other.to).seconds(since: max(one.from, other.from)) >= 8)
        }
        // Slow ways are dated from the last location before the stop.
        #expect((0.7...1.7).contains(recorded.stoppedTime / (2 * Double(drive.stop))))
        #expect(
            abs(recorded.movingTime + recorded.stoppedTime - (kept.last?.timestamp ?? start).seconds(since: start)) < 1)
    }

    /// A jam that crawls on, a slow bend, a steep path.
    @Test(arguments: [(9.0, 0.9, 60), (5, 1.2, 40), (1.4, 0.9, 300)], [true, false])
    func `Crawling is no stop in a recorded track`(
        drive: (speed: Double, crawl: Double, seconds: Int), tellsSpeed: Bool
    ) {
        let kept = filtered(
            drive.speed, acceleration: 1, stop: drive.seconds, tellsSpeed: tellsSpeed, crawl: drive.crawl
        ).kept
        #expect(statistics(kept).stopCount == 0)
    }

    @Test func `Without altitudes the rest is the same`() throws {
        var locations = drive(repeated(10, 100) + repeated(0, 40) + repeated(10, 300))
        for index in locations.indices { locations[index].altitude = 400 + Double(index) }
        let all = statistics(locations)
        var fewer = TrackStatistics(measuresAltitudes: false)
        for location in locations { fewer.add(.location(location)) }
        fewer.finish()
        #expect(try #require(all.climb) > 200)
        #expect(fewer.climb == nil && fewer.highestAltitude == nil)
        #expect(fewer.distance == all.distance && fewer.movingTime == all.movingTime && fewer.stops == all.stops)
    }

    @Test func `The highest speed is not below the mean`() throws {
        var locations = drive(repeated(10, 100))
        for index in locations.indices { locations[index].speed = 4 }
        let result = statistics(locations)
        #expect(try #require(result.maximumSpeed) >= #require(result.averageSpeed))
    }

    /// An error of 10 m in the second location, of whose speed there is nothing but one second.
    @Test func `The highest speed is measured over seconds at the beginning too`() throws {
        var locations = drive(repeated(2, 100), tellsSpeed: false)
        locations[1].coordinate = locations[1].coordinate.moved(by: 10, bearing: 90)
        let highest = try #require(statistics(locations).maximumSpeed)
        #expect((1.9..<3.5).contains(highest), "\(highest) m/s")
    }

    @Test(arguments: [1.0, 5, 10, 25])
    func `A speed from positions is measured over seconds at any rate`(rate: Double) throws {
        var derived = DerivedSpeed()
        var last: (metresPerSecond: Double, seconds: Double)?
        for index in 0..<Int(rounding: 20 * rate) {
            let time = Double(index) / rate
            last = derived.speed(
                at: Location(
                    timestamp: start.advanced(bySeconds: time), coordinate: home.moved(by: 3 * time, bearing: 0)))
        }
        let measured = try #require(last)
        #expect(abs(measured.metresPerSecond - 3) < 0.01)
        #expect((5...6.1).contains(measured.seconds), "\(measured.seconds) s")
    }

    /// Some receivers tell of 0.7 m/s at a red light, or of a blip: the position knows better.
    @Test func `A stop whose speed is not quite none is one`() throws {
        var locations = drive(repeated(10, 100) + repeated(0, 40) + repeated(10, 100))
        for index in 100..<140 { locations[index].speed = 0.7 }
        #expect(statistics(locations).stopCount == 1)
        for index in 100..<140 { locations[index].speed = index % 7 == 3 ? 1.1 : 0.3 }
        let result = statistics(locations)
        #expect(result.stopCount == 1)
        #expect(try abs(#require(result.stops.first).duration - 40) <= 3)
    }

    @Test func `Slow walking is not a stop`() {
        let result = statistics(drive(repeated(0.8, 600)))
        #expect(result.stopCount == 0)
        #expect(abs(result.distance - 479) < 2)
    }

    /// So many metres northwards and back, or on and on, each so many seconds.
    private func recorded(_ count: Int, each seconds: Double, isBackAndForth: Bool, speed: Double?) -> [TrackStep] {
        [.piece(isRecorded: true)]
            + (0...count).map { index -> TrackStep in
                let way = isBackAndForth ? index % 2 * 10 : index * 10
                var location = Location(
                    timestamp: start.advanced(bySeconds: Double(index) * seconds),
                    coordinate: home.moved(by: Double(way), bearing: 0))
                location.speed = speed
                return .location(location)
            }
    }

    /// A gardener: ten metres at 0.6 m/s, and 40 s at a bed. The recorder holds back what shows no motion.
    @Test(arguments: [0.6, nil]) func `Slow walks between stops of a recorded track are its way`(speed: Double?) {
        let steps = recorded(60, each: 57, isBackAndForth: true, speed: speed)
        let result = statistics(steps)
        #expect(abs(result.distance - 600) < 1)
        #expect((55...60).contains(result.stopCount) && result.movingTime > 900 && result.stoppedTime > 900)
        #expect(abs(result.movingTime + result.stoppedTime - 60 * 57) < 0.01)
        var periods = PeriodStatistics { _ in .all }
        let found = steps.flatMap { periods.add($0) } + periods.finish()
        #expect(found.first?.statistics.distance == result.distance)
        // In a file of another logger it may be drift.
        #expect(statistics(Array(steps.dropFirst())).distance < 20)
    }

    /// A car at a light, and what a recorder writes of it: the whole halt is one stop, not the parts of its steps.
    @Test(arguments: [true, false]) func `A stop of a drive is the same in a recorded track`(tellsSpeed: Bool) {
        let kept = filtered(9, acceleration: 2, stop: 30, tellsSpeed: tellsSpeed).kept.map(TrackStep.location)
        let (plain, recorded) = (statistics(kept), statistics([.piece(isRecorded: true)] + kept))
        #expect(plain.stopCount == 2 && recorded.stopCount == 2)
        #expect(abs(recorded.stoppedTime - plain.stoppedTime) < 2)
    }

    @Test(arguments: [0.3, nil]) func `Slow motion of a recorded track has its time`(speed: Double?) {
        let result = statistics(recorded(60, each: 33, isBackAndForth: false, speed: speed))
        #expect(abs(result.distance - 600) < 1)
        // The first step may be a stop.
        #expect(result.stopCount <= 1 && abs(result.movingTime - 60 * 33) < 34)
    }

    @Test func `A place that leaps does not prove an altitude that does`() {
        let steps = (0..<300).map { second -> TrackStep in
            let isOff = second % 100 >= 98
            var location = Location(
                timestamp: start.advanced(bySeconds: Double(second)),
                coordinate: home.moved(by: 1.4 * Double(second) + (isOff ? 300 : 0), bearing: 0))
            location.altitude = isOff ? 445 : 400
            return .location(location)
        }
        #expect(statistics(steps).highestAltitude == 400)
    }

    @Test func `Without hold every metre counts`() {
        var generator = SeededGenerator(seed: 5)
        var way = 0.0
        var last: Coordinate?
        let steps: [TrackStep] = (0..<2000).map { index in
            let place = home.moved(
                by: Double.random(in: 0..<500, using: &generator),
                bearing: Double.random(in: 0..<360, using: &generator))
            way += last.map { place.distance(to: $0) } ?? 0
            last = place
            return .location(Location(timestamp: start.advanced(bySeconds: Double(index)), coordinate: place))
        }
        #expect(abs(statistics(steps, holds: false).distance - way) < 1e-6 * way)
    }

    @Test(arguments: [false, true]) func `Drift of a parked receiver is no distance and one stop`(isRecorded: Bool) {
        var generator = SeededGenerator(seed: 11)
        var place = home
        let steps: [TrackStep] = (0..<3600).map { index in
            // A walk that is drawn back to its centre, some 10 m wide.
            let back = place.geodesic(to: home)
            place = place.moved(by: back.distance * 0.02, bearing: back.initialBearing)
            place = place.moved(
                by: Double.random(in: 0..<1.5, using: &generator),
                bearing: Double.random(in: 0..<360, using: &generator))
            var location = Location(timestamp: start.advanced(bySeconds: Double(index)), coordinate: place)
            location.speed = Double.random(in: 0..<0.7, using: &generator)
            location.horizontalAccuracy = 5
            return .location(location)
        }
        #expect(statistics(steps, holds: false).distance > 1000)
        let result = statistics([.piece(isRecorded: isRecorded)] + steps)
        #expect(result.distance < 15)
        #expect(result.stopCount == 1)
        #expect(result.stoppedTime > 3590)
    }

    @Test func `Nothing is counted across a gap`() throws {
        let drive = drive(repeated(10, 200)).map { TrackStep.location($0) }
        let gap = Gap(
            from: start.advanced(bySeconds: 99), to: start.advanced(bySeconds: 150), cause: .unplugged)
        let steps = drive[..<100] + [.broken(.gap(gap))] + drive[150...]
        let result = statistics(Array(steps))
        #expect(abs(result.distance - 99 * 10 - 49 * 10) < 0.01)
        #expect(abs(result.distanceAcrossBreaks - 510) < 0.01)
        #expect(result.gapCount == 1)
        #expect(result.gapTime == [.unplugged: 51])
        #expect(try abs(#require(result.gaps.first?.distance) - 510) < 0.01)
    }

    @Test func `Pause is a stop`() throws {
        let first = drive(repeated(10, 100) + repeated(0, 20)).map { TrackStep.location($0) }
        let pause = Pause(timestamp: start.advanced(bySeconds: 119), coordinate: nil, cause: .stationary)
        var later = drive(repeated(10, 50), from: 1000)
        for index in later.indices { later[index].timestamp = later[index].timestamp.advanced(bySeconds: 1000) }
        let result = statistics(first + [.broken(.pause(pause))] + later.map { .location($0) })
        #expect(result.stopCount == 1)
        let stop = try #require(result.stops.first)
        #expect(abs(stop.from.seconds(since: start) - 100) <= 2)
        #expect(stop.to == later[0].timestamp)
    }

    /// Parked at home, away for hours with a pause and a gap, home again.
    @Test func `What is outside of the area is no stop in it`() {
        func time(_ second: Double) -> Timestamp { start.advanced(bySeconds: second) }
        func place(_ second: Double, _ metres: Double) -> LocationEvent {
            .location(Location(timestamp: time(second), coordinate: home.moved(by: metres, bearing: 0)))
        }
        func pause(_ second: Double, _ metres: Double?) -> LocationEvent {
            .pause(
                Pause(
                    timestamp: time(second), coordinate: metres.map { home.moved(by: $0, bearing: 0) },
                    cause: .stationary))
        }
        let events: [LocationEvent] = [
            place(0, 0), pause(100, 0), place(600, 5000), pause(1000, 5000), place(9000, 5000), pause(9100, nil),
            place(19_000, 5000), .gap(Gap(from: time(19_000), to: time(30_000), cause: .noFix)), place(30_000, 5000),
            place(31_000, 0),
        ]
        var stepper = TrackStepper(area: .circle(center: home, radius: 100))
        var statistics = TrackStatistics()
        var piece = TrackPiece()
        piece.begin(TrackHeader(version: "1", receiver: "gpsd"))
        for event in events { stepper.steps(of: .event(event), in: piece) { statistics.add($0) } }
        // The daemon starts again far away.
        stepper.steps(of: .event(place(32_000, 5000)), in: piece) { statistics.add($0) }
        piece.begin(TrackHeader(version: "1", receiver: "gpsd"))
        let restart = Gap(from: time(32_000), to: time(60_000), cause: .restart)
        stepper.steps(of: .event(.gap(restart)), in: piece) { statistics.add($0) }
        stepper.steps(of: .event(place(60_000, 5000)), in: piece) { statistics.add($0) }
        statistics.finish()
        #expect(statistics.stops.map(\.from) == [start])
        #expect(statistics.stops.map(\.to) == [time(600)])
        #expect(statistics.stoppedTime == 600)
        #expect(statistics.gapCount == 0)
    }

    @Test func `A stop at the end of the track ends with its last location`() throws {
        // With a distance filter nothing is recorded between the last metres and the pause.
        let steps = drive(repeated(10, 100)).map { TrackStep.location($0) }
        let pause = Pause(timestamp: start.advanced(bySeconds: 400), coordinate: nil, cause: .stationary)
        let parked = statistics(steps + [.broken(.pause(pause))])
        #expect(parked.stopCount == 1)
        #expect(parked.stops.first?.from == parked.last)
        #expect(parked.stops.first?.to == pause.timestamp)
        #expect(parked.stoppedTime == pause.timestamp.seconds(since: try #require(parked.last)))
    }

    @Test func `Climb ignores noise and solutions that failed`() throws {
        var generator = SeededGenerator(seed: 2)
        var locations = drive(repeated(5, 1000))
        for index in locations.indices {
            // 100 m up, 60 m down.
            let height = index < 500 ? 400 + Double(index) / 5 : 500 - Double(index - 500) * 0.12
            locations[index].altitude = height + Double.random(in: -1.5...1.5, using: &generator)
        }
        locations[300].altitude = -704
        let result = statistics(locations)
        #expect(try abs(#require(result.climb) - 100) < 8)
        #expect(try abs(#require(result.descent) - 60) < 8)
        #expect(try #require(result.lowestAltitude) > 395)
        #expect(statistics(drive([1, 1])).climb == nil)
    }

    @Test func `Altitude noise is not climb`() throws {
        var generator = SeededGenerator(seed: 3)
        var locations = drive(repeated(5, 1000))
        for index in locations.indices {
            // 300 m up, told with 30 m of noise by a receiver that says so.
            locations[index].altitude = 400 + Double(index) * 0.3 + Double.random(in: -15...15, using: &generator)
            locations[index].verticalAccuracy = 30
        }
        let honest = statistics(locations)
        #expect(try abs(#require(honest.climb) - 300) < 30)
        #expect(honest.descent == 0)
        // A receiver that does not say so is found out.
        for index in locations.indices { locations[index].verticalAccuracy = nil }
        let measured = statistics(locations)
        #expect(try abs(#require(measured.climb) - 300) < 30)
        #expect(measured.descent == 0)
    }

    /// No climb, and a climb that cannot be told from noise, are not the same: how much would count is said. Two tracks
    /// of one walk have the resolution of both.
    @Test func `What climb counts is said`() throws {
        var generator = SeededGenerator(seed: 4)
        var locations = drive(repeated(5, 1000))
        for index in locations.indices {
            // 12 m up, with 15 m of noise.
            locations[index].altitude = 400 + Double(index) * 0.012 + Double.random(in: -15...15, using: &generator)
        }
        let once = locations.map { TrackStep.location($0) }
        for steps in [once, once + [.broken(.newPiece(isSameReceiver: false))] + once] {
            let noisy = statistics(steps)
            #expect(noisy.climb == 0)
            #expect(try #require(noisy.climbResolution) > 12)
        }
        for index in locations.indices { locations[index].altitude = 400 + Double(index) * 0.012 }
        let quiet = statistics(locations)
        #expect(try abs(#require(quiet.climb) - 12) < 1)
        #expect(try #require(quiet.climbResolution) < 5)
        #expect(statistics(drive([1, 1])).climbResolution == nil)
    }

    @Test func `Locations far apart in time tell by their distance`() {
        // A distance filter of 10 m, a drive of 100 s, then 250 s parked without a line, then on.
        var locations = drive(repeated(10, 100))
        var later = drive(repeated(10, 100), from: 1000)
        for index in later.indices { later[index].timestamp = later[index].timestamp.advanced(bySeconds: 350) }
        locations += later
        let result = statistics(locations)
        #expect(result.stopCount == 1)
        #expect(abs(result.stoppedTime - 251) < 10)
    }

    @Test func `Trips end with stays`() throws {
        // 3 km, ten minutes of drift, 2 km; then a visit that leads nowhere.
        let speeds = repeated(10, 300) + repeated(0.1, 600) + repeated(10, 200) + repeated(0, 700)
        let trips = trips(drive(speeds))
        try #require(trips.count == 2)
        #expect(trips[0].from == start)
        #expect(abs(trips[0].to.seconds(since: start) - 300) < 15)
        #expect(abs(trips[0].statistics.distance - 2990) < 110)
        #expect(abs(trips[1].from.seconds(since: start) - 900) < 15)
        #expect(abs(trips[1].statistics.distance - 2000) < 110)
    }

    /// What a distance filter leaves of a stay: the drift from one side to the other. That it was one, only the visit
    /// tells.
    @Test(arguments: [true, false])
    func `Trips end with visits`(isDelivered: Bool) throws {
        let drive = drive(repeated(10, 300))
        let arrival = try #require(drive.last)
        var steps = drive.map(TrackStep.location)
        for second in [200.0, 290] {
            var location = arrival
            location.timestamp = arrival.timestamp.advanced(bySeconds: second)
            location.coordinate = arrival.coordinate.moved(by: 105, bearing: 90)
            steps.append(.location(location))
        }
        var visit = Visit(
            timestamp: arrival.timestamp.advanced(bySeconds: 301), arrivalDate: arrival.timestamp, departureDate: nil,
            coordinate: arrival.coordinate.moved(by: 52, bearing: 90))
        if isDelivered { steps.append(.visit(visit)) }
        var later = self.drive(repeated(10, 200), from: 2990)
        for index in later.indices { later[index].timestamp = later[index].timestamp.advanced(bySeconds: 740) }
        steps += later.prefix(30).map(TrackStep.location)
        visit.timestamp = later[30].timestamp
        visit.departureDate = later[0].timestamp
        if isDelivered { steps.append(.visit(visit)) }
        steps += later.dropFirst(30).map(TrackStep.location)
        let trips = trips(steps)
        try #require(trips.count == (isDelivered ? 2 : 1))
        guard isDelivered else { return }
        #expect(trips[0].to.seconds(since: arrival.timestamp) <= 200)
        #expect(abs(trips[1].from.seconds(since: later[0].timestamp)) <= 11)
    }

    /// A race track of less than 100 m: it is at a place for five minutes, and never stops.
    @Test func `A visit that is no stop does not end a trip`() {
        let locations = drive(repeated(10, 400))
        let visit = Visit(
            timestamp: locations[200].timestamp, arrivalDate: start, departureDate: nil,
            coordinate: locations[200].coordinate)
        var steps = locations.map(TrackStep.location)
        steps.insert(.visit(visit), at: 200)
        let trips = trips(steps)
        #expect(trips.count == 1)
        #expect(trips.first.map { $0.statistics.distance > 3900 } == true)
    }

    @Test func `Short gaps and leap seconds do not end a trip`() {
        var steps = drive(repeated(10, 400)).map(TrackStep.location)
        let reset = TimeReset(timestamp: start, previous: start.advanced(bySeconds: 2))
        steps.insert(.broken(.timeReset(reset)), at: 200)
        let gap = Gap(from: start, to: start.advanced(bySeconds: 20), cause: .noFix)
        steps.insert(.broken(.gap(gap)), at: 100)
        #expect(trips(steps).count == 1)
    }
}
