import Glibc
import LocationModel
import LocdTestSupport
import Motion
import Testing
import Truth

@testable import LocationServices

/// Leaps of the position, and motion of any speed.
@Suite struct LeapTests {
    private static func receiver(_ speed: TruthReceiver.Speed, interval: Double = 1) -> TruthReceiver {
        var receiver = TruthReceiver()
        receiver.speed = speed
        receiver.interval = interval
        return receiver
    }

    private static func replay(_ fixes: [Fix]) -> (locations: [Location], gaps: [Gap], held: Int) {
        var replay = Replay(settings: TruthScore.recorder)
        var events: [LocationEvent] = []
        for fix in fixes { replay.receive(.fix(fix), into: &events) }
        return (events.locations, events.gaps, replay.held[.tooFast] ?? 0)
    }

    @Test(
        arguments: [TruthReceiver.Speed.doppler, .withoutCourse, .none], [(1.4, 1.0), (13, 1), (1.4, 0.1), (13, 0.1)])
    func `An excursion is no way`(speed: TruthReceiver.Speed, motion: (pace: Double, interval: Double)) {
        let path = TruthPath().standing(120).moving(.round(400, 300), at: motion.pace, for: 1800)
        for seed in 1...UInt64(Rounds.of(2)) {
            let fixes = Self.receiver(speed, interval: motion.interval).fixes(of: path, seed: seed)
            let calm = TruthScore(fixes, of: path)
            let spiked = TruthScore(fixes.withSpikes(15, seed: seed), of: path)
            let tolerance = speed == .none ? 0.05 : 0.03
            #expect(abs(spiked.recorded / calm.recorded - 1) <= tolerance, "\(spiked.recorded) \(calm.recorded)")
            #expect(spiked.events.gaps.isEmpty && spiked.isInOrder)
        }
    }

    @Test(arguments: [TruthReceiver.Speed.doppler, .none]) func `An excursion at rest is no way`(
        speed: TruthReceiver.Speed
    ) {
        let path = TruthPath().standing(3600)
        let fixes = Self.receiver(speed).fixes(of: path, seed: 7).withSpikes(20, seed: 7)
        #expect(TruthScore(fixes, of: path).recorded == 0)
    }

    private static func events(_ fixes: [Fix], regions: [Region] = []) -> [LocationEvent] {
        var replay = Replay(
            settings: TruthScore.recorder, monitoring: MonitoredServices(visits: true, regions: regions))
        var events: [LocationEvent] = []
        for fix in fixes { replay.receive(.fix(fix), into: &events) }
        return events
    }

    private static func visits(_ events: [LocationEvent]) -> [Visit] {
        events.compactMap { if case .visit(let visit) = $0 { visit } else { nil } }
    }

    @Test(arguments: [2, 8, 20], [300.0, 500, 5000])
    func `An excursion at rest ends no visit`(seconds: Int, size: Double) {
        let fixes = (0..<1200).map { second in
            Fix.sample(Double(second), north: (700..<700 + seconds).contains(second) ? size : 0, accuracy: 4)
        }
        #expect(Self.visits(Self.events(fixes)).map(\.departureDate) == [nil])
    }

    @Test(arguments: [2, 8, 20], [300.0, 5000]) func `An excursion crosses no boundary`(seconds: Int, size: Double) {
        let fixes = (0..<1200).map { second in
            Fix.sample(Double(second), north: (700..<700 + seconds).contains(second) ? size : 0, accuracy: 4)
        }
        let regions = [0, size].map { north in
            Region(
                identifier: "\(north)",
                shape: .circle(center: Location.sample(0, north: north).coordinate, radius: 100))
        }
        let found = Self.events(fixes, regions: regions).compactMap { event in
            if case .region(let event) = event { event } else { nil }
        }
        #expect(!found.contains { $0.cause == .crossed }, "\(found)")
    }

    @Test(arguments: [1.0, 5]) func `A place that is left in a leap is left once it is confirmed`(interval: Double)
        throws
    {
        let fixes = (0..<600).map { Fix.sample(Double($0) * interval, north: $0 < 400 ? 0 : 900, accuracy: 4) }
        let events = Self.events(fixes)
        let departure = try #require(Self.visits(events).first { $0.departureDate != nil })
        #expect(departure.departureDate == .sample(399 * interval))
        #expect(departure.timestamp == .sample(400 * interval + 30))
        #expect(zip(events, events.dropFirst()).allSatisfy { ($0.timestamp ?? .earliest) <= ($1.timestamp ?? .latest) })
    }

    @Test func `A fast start of few fixes is recorded from the place that it leaves`() {
        let fixes = (0..<160).map { step -> Fix in
            let seconds = Double(step) * 5
            return Fix.sample(seconds, north: max(0, seconds - 600) * 30, accuracy: 4)
        }
        let events = Self.events(fixes)
        #expect(Self.visits(events).count == 2)
        #expect(events.locations.dropFirst().first.map { $0.distance(to: .sample(0)) < 10 } == true)
        #expect(events.locations.contains { $0.timestamp == .sample(605) })
    }

    @Test(arguments: [5.0, 30, 95, 240, 900], [true, false])
    func `Steady motion of any speed is recorded`(speed: Double, isReported: Bool) {
        let fixes = (0..<600).map { second -> Fix in
            var fix = Fix.sample(Double(second), north: Double(second) * speed, speed: isReported ? speed : nil)
            fix.course = isReported ? 0 : nil
            return fix
        }
        let result = Self.replay(fixes)
        #expect(result.gaps.isEmpty && result.held == 0)
        #expect(result.locations.last.map { $0.distance(to: .sample(0)) } ?? 0 > 595 * speed)
    }

    @Test(arguments: [10.0, 15, 20]) func `A flight of few fixes is recorded`(interval: Double) {
        let fixes = (0..<100).map { Fix.sample(Double($0) * interval, north: 240 * Double($0) * interval) }
        let result = Self.replay(fixes)
        #expect(result.held == 0)
        #expect(result.locations.last.map { $0.distance(to: .sample(0)) } ?? 0 > 98 * 240 * interval)
    }

    /// Course and longitude turn there, the way does not.
    @Test(arguments: [(90.0, 0.001), (90, 40), (-90, 0.001), (-90, 300)], [11.16, nil])
    func `A way over a pole is no leap`(way: (pole: Double, beside: Double), speed: Double?) {
        let fixes = (-60...60).map { step -> Fix in
            let along = Double(step) * 111.6
            let distance = hypot(along, way.beside) / 111_694
            var fix = Fix.sample(Double(step + 60) * 10)
            fix.coordinate = Coordinate(
                latitude: way.pole < 0 ? -90 + distance : 90 - distance,
                longitude: atan2(way.beside, along) * 180 / .pi)
            fix.speed = speed
            fix.course = speed.map { _ in (step < 0) == (way.pole < 0) ? 180 : 0 }
            return fix
        }
        let result = Self.replay(fixes)
        #expect(result.gaps.isEmpty && result.held == 0, "\(result.gaps)")
        #expect(result.locations.count > 110)
    }

    /// Sprint, hard braking, U-turns and corners of 90 degrees, at 1 and 10 Hz.
    @Test(arguments: [TruthReceiver.Speed.doppler, .withoutCourse, .none], [0.1, 1])
    func `Hard manoeuvres lose nothing`(speed: TruthReceiver.Speed, interval: Double) {
        let paths = [
            TruthPath().standing(60).driving(at: 10, acceleration: 5, for: 30),
            TruthPath().driving(at: 40, acceleration: 8, for: 60),
            TruthPath().moving(.straight(200), at: 13, for: 300),
            TruthPath().moving(.round(60, 40), at: 8, for: 300),
        ]
        for path in paths {
            #expect(Self.replay(Self.receiver(speed, interval: interval).fixes(of: path, seed: 3)).held == 0)
        }
    }

    /// Along the way, it goes on 3 km aside: the line breaks, and each fix is recorded once the leap is confirmed.
    @Test(arguments: [3000.0, 200], [true, false]) func `A leap that stays breaks the line`(
        size: Double, isReported: Bool
    ) {
        let fixes = (0..<200).map { second -> Fix in
            var fix = Fix.sample(
                Double(second), north: Double(second) * 13, east: second < 100 ? 0 : size,
                speed: isReported ? 13 : nil)
            fix.course = isReported ? 0 : nil
            return fix
        }
        let result = Self.replay(fixes)
        #expect(result.gaps == [Gap(from: .sample(99), to: .sample(100), cause: .rejected)])
        #expect(result.locations.contains { $0.timestamp == .sample(100) })
        #expect(result.held == 0)
    }

    /// At the mouth of a tunnel, the position leaps aside before it is lost.
    @Test(arguments: [11.0, 20, 40, 120], [(1, true), (2, true), (1, false), (2, false)])
    func `A leap before a hole is forgotten`(hole: Double, leap: (count: Int, isReported: Bool)) {
        var filter = QualityFilter(maximumSpeed: LeapDetector.highestSpeed)
        let seconds = (0..<60 + leap.count).map(Double.init) + (60..<180).map { Double($0 + leap.count) + hole }
        var refused: [Double] = []
        for second in seconds {
            let isAside = second >= 60 && second < Double(60 + leap.count)
            var location = Location.sample(second, north: second * 13, east: isAside ? 400 : 0, accuracy: 4)
            if leap.isReported { (location.speed, location.course) = (13, 0) }
            if filter.refusal(of: location, age: nil) != nil { refused.append(second) }
            #expect(filter.release == nil)
        }
        #expect(refused == (0..<leap.count).map { Double(60 + $0) })
    }

    /// Nothing agrees with anything: the filter does not starve.
    @Test func `A receiver that only leaps is believed in the end`() {
        var filter = QualityFilter(maximumSpeed: 100)
        var passed = 0
        for second in 0..<600 {
            let north = Double(second * 7919 % 1000) * 3
            if filter.refusal(of: .sample(Double(second), north: north), age: nil) == nil { passed += 1 }
        }
        #expect(passed > 200)
    }

    @Test func `What is in doubt stays so over a restart`() {
        var whole = QualityFilter(maximumSpeed: 100)
        var parts = QualityFilter(maximumSpeed: 100)
        for second in 0..<120 {
            let location = Location.sample(Double(second), north: second < 40 ? 0 : 900)
            var resumed = QualityFilter(maximumSpeed: 100)
            resumed.resume(parts.state)
            parts = resumed
            #expect(parts.refusal(of: location, age: nil) == whole.refusal(of: location, age: nil))
            #expect(parts.release?.locations.count == whole.release?.locations.count)
        }
    }

    @Test(arguments: [(1.4, 40.0), (2.2, 473), (13, 150)]) func `One absurd speed is dropped`(
        speed: Double, absurd: Double
    )
        throws
    {
        for interval in [0.1, 1, 2] {
            var gate = FixGate()
            for step in 0..<40 {
                let seconds = Double(step) * interval
                let reported = step == 20 ? absurd : speed
                let verdict = gate.judge(.sample(seconds, north: speed * seconds, accuracy: 4, speed: reported))
                #expect(try #require(verdict.location).speed == (step == 20 ? nil : speed))
            }
        }
    }

    @Test(arguments: [3, 8], [40.0, 150, 473]) func `An absurd speed that lasts is dropped`(
        seconds: Int, absurd: Double
    ) throws {
        var gate = FixGate()
        for second in 0..<40 {
            let isAbsurd = (20..<20 + seconds).contains(second)
            let fix = Fix.sample(
                Double(second), north: 2 * Double(second), accuracy: 10, speed: isAbsurd ? absurd : 2)
            #expect(try #require(gate.judge(fix).location).speed == (isAbsurd ? nil : 2))
        }
    }

    /// Nothing came before, or nothing for so long that it proves nothing.
    @Test(arguments: [40.0, 150, 473], [0.2, 1, 2]) func `An absurd speed from the first one on is dropped`(
        absurd: Double, interval: Double
    ) throws {
        for hole in [0.0, 60] {
            var gate = FixGate()
            if hole > 0 { _ = gate.judge(.sample(-hole, accuracy: 4, speed: 2)) }
            for step in 0..<20 {
                let seconds = Double(step) * interval
                let fix = Fix.sample(seconds, north: 2 * seconds, accuracy: 4, speed: absurd)
                let location = try #require(gate.judge(fix).location)
                #expect(location.speed == (step == 0 && absurd < 340 ? absurd : nil), "\(hole) \(step)")
            }
        }
    }

    @Test(arguments: [13.0, 40, 250], [0.2, 1, 2]) func `What is switched on under way keeps its speed`(
        speed: Double, interval: Double
    ) {
        var gate = FixGate()
        for step in 0..<20 {
            let seconds = Double(step) * interval
            let verdict = gate.judge(.sample(seconds, north: speed * seconds, accuracy: 4, speed: speed))
            #expect(verdict.location?.speed == speed)
        }
    }

    @Test func `A hard start keeps its speed`() {
        var gate = FixGate()
        for second in 0..<10 {
            let seconds = Double(second)
            let verdict = gate.judge(.sample(seconds, north: 15 * seconds * seconds, speed: 30 * seconds))
            guard case .accepted(let location, _) = verdict else { continue }
            #expect(location.speed == 30 * seconds)
        }
    }

    @Test(arguments: [1024.0, -1024, 2048]) func `While the clock runs weeks do not change`(weeks: Double) {
        var gate = FixGate()
        for second in 0..<1200 {
            let wrong = second >= 100 ? weeks * 7 * 86_400 : 0
            let verdict = gate.judge(.sample(Double(second) + wrong, north: Double(second)))
            #expect(verdict.location?.timestamp == .sample(Double(second)) && verdict.reset == nil)
        }
    }

    @Test(arguments: [400.0, -400, 3653, 3584, -3584]) func `While the clock runs no year passes`(days: Double) {
        var gate = FixGate()
        for second in 0..<900 {
            let wrong = second >= 100 ? days * 86_400 : 0
            if case .accepted = gate.judge(.sample(Double(second) + wrong, north: Double(second))), wrong != 0 {
                Issue.record("believed at \(second)")
                return
            }
        }
        #expect(gate.judge(.sample(901)) == .accepted(.sample(901), timeReset: nil))
    }

    /// From 2007, 2017 and 2046 to the present.
    @Test(arguments: [1024.0, 512, -1024]) func `A receiver that learns its week is believed`(weeks: Double) {
        var gate = FixGate()
        var believed: Int?
        for second in 0..<200 {
            let wrong = second < 60 ? weeks * 7 * 86_400 : 0
            if case .accepted(let location, _) = gate.judge(.sample(Double(second) - wrong, north: Double(second))),
                location.timestamp == .sample(Double(second))
            {
                believed = believed ?? second
            }
        }
        #expect(believed == 90)
    }

    /// From where the scale was used last, over its own reach and far beyond.
    @Test(arguments: [0.005, 0.0151, 0.1, 1, 30]) func `A leap and the leap back are exact opposites`(degrees: Double) {
        for latitude in [-60.0, 0, 59.9951] {
            let start = Coordinate(latitude: latitude, longitude: 179)
            let end = Coordinate(latitude: latitude + degrees, longitude: -179)
            var scale = LocalScale()
            _ = scale.way(from: start, to: start)
            let there = scale.way(from: start, to: end)
            #expect(there + scale.way(from: end, to: start) == .zero)
        }
    }

    /// A serial port makes 2033 of 2013, and 2036 of 2017.
    @Test(arguments: [340.0, 512]) func `A week is learned also where the date before was moved`(weeks: Double) {
        var gate = FixGate()
        var believed: Int?
        for second in 0..<200 {
            var fix = Fix.sample(Double(second) + (second < 60 ? weeks * 7 * 86_400 : 0), north: Double(second))
            fix.hasMovedDate = second < 60
            if case .accepted(let location, _) = gate.judge(fix), location.timestamp == .sample(Double(second)) {
                believed = believed ?? second
            }
        }
        #expect(believed == 90)
    }
}
