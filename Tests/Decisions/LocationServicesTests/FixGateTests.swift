import LocationModel
import LocationServices
import LocdTestSupport
import Testing

extension FixGate.Verdict {
    var location: Location? { if case .accepted(let location, _) = self { location } else { nil } }
    var reset: TimeReset? { if case .accepted(_, let reset) = self { reset } else { nil } }
    var reason: RejectionReason? { if case .rejected(let reason) = self { reason } else { nil } }
}

@Suite struct FixGateTests {
    private var gate = FixGate()

    private mutating func judge(_ seconds: Double, north: Double = 0, speed: Double? = nil) -> FixGate.Verdict {
        gate.judge(.sample(seconds, north: north, speed: speed))
    }

    @Test mutating func `A usable fix keeps what was reported`() {
        var fix = Fix.sample(0, accuracy: 3, speed: 1.5)
        fix.altitude = 450
        fix.ellipsoidalAltitude = 497
        fix.verticalAccuracy = 6
        fix.speedAccuracy = 0.4
        fix.course = 12
        fix.courseAccuracy = 2
        fix.satellitesUsed = 9
        fix.hdop = 0.9
        fix.isSimulated = true
        var expected = Location.sample(0, accuracy: 3, speed: 1.5)
        expected.altitude = 450
        expected.ellipsoidalAltitude = 497
        expected.verticalAccuracy = 6
        expected.speedAccuracy = 0.4
        expected.course = 12
        expected.courseAccuracy = 2
        expected.satellitesUsed = 9
        expected.hdop = 0.9
        expected.isSimulated = true
        #expect(gate.judge(fix) == .accepted(expected, timeReset: nil))
    }

    @Test mutating func `Without a fix or a time it is refused whatever else it says`() {
        var fix = Fix.sample(0)
        fix.mode = .none
        #expect(gate.judge(fix).reason == .noFix)
        fix = .sample(0)
        fix.timestamp = nil
        #expect(gate.judge(fix).reason == .noTime)
    }

    @Test(arguments: [(91.0, 0.0), (0, 181), (.nan, 8), (47, .nan), (.infinity, 0), (0, -Double.infinity)])
    func `Invalid coordinates are refused`(latitude: Double, longitude: Double) {
        var gate = FixGate()
        var fix = Fix.sample(0)
        fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        #expect(gate.judge(fix).reason == .invalidCoordinate)
        fix.coordinate = nil
        #expect(gate.judge(fix).reason == .invalidCoordinate)
    }

    @Test mutating func `Null Island is refused`() {
        var fix = Fix.sample(0)
        fix.coordinate = Coordinate(latitude: 0, longitude: 0)
        #expect(gate.judge(fix).reason == .nullIsland)
        fix.coordinate = Coordinate(latitude: 0, longitude: 0.0000001)
        #expect(gate.judge(fix).location != nil)
    }

    @Test mutating func `Values that cannot be are unknown`() throws {
        var fix = Fix.sample(0, accuracy: -1, speed: -0.1)
        fix.verticalAccuracy = 0
        fix.speedAccuracy = .nan
        fix.course = 360.5
        fix.courseAccuracy = -.infinity
        fix.satellitesUsed = -1
        fix.hdop = 0
        fix.altitude = .nan
        let location = try #require(gate.judge(fix).location)
        var expected = Location(timestamp: .sample(0), coordinate: .sample)
        expected.fix = .fix3D
        #expect(location == expected)
        #expect(gate.altitudesRejected == 0)
        fix.timestamp = .sample(1)
        fix.course = 360
        #expect(gate.judge(fix).location?.course == 0)
    }

    @Test(arguments: [-704.0, 100_001, .infinity, -1e300])
    func `An absurd altitude is lost and the fix is not`(altitude: Double) throws {
        var gate = FixGate()
        for member in [\Fix.altitude, \Fix.ellipsoidalAltitude] {
            var fix = Fix.sample(gate.altitudesRejected == 0 ? 0 : 1)
            fix.altitude = 400
            fix.ellipsoidalAltitude = 447
            fix.verticalAccuracy = 5
            fix[keyPath: member] = altitude
            let location = try #require(gate.judge(fix).location)
            #expect(location.altitude == nil && location.ellipsoidalAltitude == nil && location.verticalAccuracy == nil)
            #expect(location.coordinate == .sample)
        }
        #expect(gate.altitudesRejected == 2)
    }

    @Test mutating func `The same time again is a duplicate`() {
        #expect(judge(0).location != nil)
        #expect(judge(0).reason == .duplicate)
        #expect(judge(0, north: 30).reason == .duplicate)
        #expect(judge(1).location != nil)
        #expect(judge(2).location != nil)
        // Seen two fixes ago, and nothing else has changed.
        #expect(judge(0).reason == .duplicate)
        #expect(judge(3).location != nil)
    }

    @Test mutating func `Duplicates never confirm a step back`() {
        for second in 0..<4 { #expect(judge(Double(second)).location != nil) }
        for second in 0..<4 { #expect(judge(Double(second)).reason == .duplicate) }
        for second in 0..<4 { #expect(judge(Double(second)).reason == .duplicate) }
        #expect(judge(4).reset == nil)
    }

    @Test(arguments: [1.0, 2, 3])
    func `A step back soon after the start is a leap second correction`(step: Double) {
        var gate = FixGate()
        for second in 0..<100 { #expect(gate.judge(.sample(Double(second), north: Double(second))).location != nil) }
        let verdict = gate.judge(.sample(99 - step, north: 100))
        #expect(verdict.reset == TimeReset(timestamp: .sample(99 - step), previous: .sample(99)))
        #expect(gate.judge(.sample(100 - step, north: 101)).location != nil)
        // The leap seconds are learned once.
        #expect(gate.judge(.sample(100 - 2 * step, north: 102)).reason == .timeBackwards)
    }

    @Test(arguments: [(100.0, 0.5), (100, 3.5), (1000, 2)])
    func `Any other step back is refused`(after: Double, step: Double) {
        var gate = FixGate()
        _ = gate.judge(.sample(0))
        _ = gate.judge(.sample(after, north: 5))
        #expect(gate.judge(.sample(after - step, north: 10)).reason == .timeBackwards)
        #expect(gate.judge(.sample(after + 1, north: 11)).reset == nil)
    }

    @Test mutating func `A step back is believed when three fixes agree`() {
        _ = judge(5000)
        #expect(judge(100, north: 1).reason == .timeBackwards)
        #expect(judge(101, north: 2).reason == .timeBackwards)
        let third = judge(102, north: 3)
        #expect(third.reset == TimeReset(timestamp: .sample(102), previous: .sample(5000)))
        #expect(judge(103, north: 4) == .accepted(.sample(103, north: 4), timeReset: nil))
    }

    @Test mutating func `One wrong year is no time and costs nothing else`() {
        let years = 20 * 365.25 * 86_400
        #expect(judge(0).location != nil)
        #expect(judge(years, north: 1).reason == .timeForwards)
        for second in 1..<4 { #expect(judge(Double(second), north: Double(second)).location != nil) }
        #expect(judge(years + 4, north: 4).reason == .timeForwards)
        #expect(judge(5, north: 5) == .accepted(.sample(5, north: 5), timeReset: nil))
    }

    @Test mutating func `A later year is believed when three fixes agree`() {
        let years = 20 * 365.25 * 86_400
        _ = judge(0)
        #expect(judge(years, north: 1).reason == .timeForwards)
        #expect(judge(years + 1, north: 2).reason == .timeForwards)
        // Time went forwards: no reset.
        #expect(judge(years + 2, north: 3) == .accepted(.sample(years + 2, north: 3), timeReset: nil))
        #expect(judge(years + 3, north: 4).location != nil)
        // And back again, where that was the mistake: the clock runs now, so it takes an hour.
        for second in stride(from: 3.0, to: 3603, by: 30) {
            #expect(judge(second, north: 5).reason == .timeBackwards)
        }
        #expect(judge(3603, north: 6).location != nil)
    }

    @Test mutating func `A year in storage is no wrong year`() {
        _ = judge(0)
        #expect(judge(366 * 86_400, north: 1).location != nil)
        #expect(judge(2 * 366 * 86_400 + 1, north: 2).reason == .timeForwards)
    }

    @Test(arguments: [1.0, 2, 30, 365])
    mutating func `One wrong date is no time and costs nothing else`(days: Double) {
        for second in 0..<3 { _ = judge(Double(second), north: Double(second)) }
        #expect(judge(3 + days * 86_400, north: 3).reason == .timeForwards)
        for second in 4..<7 {
            let seconds = Double(second)
            #expect(judge(seconds, north: seconds) == .accepted(.sample(seconds, north: seconds), timeReset: nil))
        }
    }

    @Test mutating func `A silence of whole days is believed after half a minute`() {
        for second in 0..<3 { _ = judge(Double(second), north: Double(second)) }
        let days = 2 * 86_400.0
        let doubtful = stride(from: 5.0, to: 35, by: 1).map { judge(days + $0, north: $0).reason }
        #expect(doubtful.allSatisfy { $0 == .timeForwards })
        #expect(judge(days + 35, north: 7).location != nil)
        #expect(judge(days + 36, north: 8).location != nil)
    }

    @Test mutating func `A silence of another length is believed at once`() {
        for second in 0..<3 { _ = judge(Double(second), north: Double(second)) }
        #expect(judge(86_400 + 30, north: 3).location != nil)
        #expect(judge(86_400 + 31, north: 4).location != nil)
        #expect(judge(1.5 * 86_400, north: 5).location != nil)
    }

    @Test mutating func `One position a day is not a wrong date`() {
        for day in 0..<4 { #expect(judge(Double(day) * 86_400, north: Double(day)).location != nil) }
    }

    @Test mutating func `One that came late starts nothing`() {
        for second in 1000..<1010 { _ = judge(Double(second), north: Double(second)) }
        #expect(judge(1004.5).reason == .timeBackwards)
        #expect(judge(1010).reset == nil)
        #expect(judge(1004.7).reason == .timeBackwards)
        #expect(judge(1011).reset == nil)
        #expect(judge(1004.9).reason == .timeBackwards)
        #expect(judge(1012).location != nil)
    }

    @Test mutating func `One absurd future fix starves nothing`() {
        for second in 0..<10 { _ = judge(Double(second), north: Double(second)) }
        #expect(judge(3e6).location != nil)
        let verdicts = (10..<20).map { judge(Double($0), north: Double($0)) }
        #expect(verdicts.count { $0.location == nil } == 2)
        #expect(verdicts[2].reset?.previous == .sample(3e6))
        #expect(verdicts[3...].allSatisfy { $0.location != nil && $0.reset == nil })
    }

    @Test mutating func `An absurd future starves nothing even where fixes overtake each other`() {
        _ = judge(3e9)
        var accepted = 0
        for pair in 0..<20 {
            for second in [2 * pair + 1, 2 * pair] {
                if judge(Double(second), north: Double(second)).location != nil { accepted += 1 }
            }
        }
        #expect(accepted >= 18)
    }

    @Test mutating func `A second absurdity does not prolong the first`() {
        _ = judge(3e9)
        _ = judge(10, north: 10)
        #expect(judge(-5e8, north: 10).reason == .timeBackwards)
        let verdicts = (11..<16).map { judge(Double($0), north: Double($0)) }
        #expect(verdicts.count { $0.location != nil } >= 3)
    }

    @Test mutating func `A position that stands while the speed proves motion is frozen`() {
        let verdicts = (0..<10).map { judge(Double($0), speed: 20) }
        // 20 and 40 m prove nothing yet; 60 m do.
        #expect(verdicts.prefix(3).allSatisfy { $0.location != nil })
        #expect(verdicts.dropFirst(3).allSatisfy { $0.reason == .frozen })
        #expect(judge(10, north: 0.01, speed: 20).location != nil)
        #expect(judge(11, north: 20, speed: 20).location != nil)
    }

    @Test mutating func `A poor accuracy wants more proof`() {
        var reasons: [RejectionReason?] = []
        for second in 0..<10 {
            reasons.append(gate.judge(.sample(Double(second), accuracy: 50, speed: 20)).reason)
        }
        // Three accuracies are 150 m, passed with the eighth step.
        #expect(reasons.firstIndex(of: .frozen) == 8)
    }

    /// One decimal of a minute is 185 m.
    @Test(arguments: [nil, 185.2])
    mutating func `Within the last digit a position may stand`(resolution: Double?) {
        var reasons: [RejectionReason?] = []
        for second in 0..<40 {
            var fix = Fix.sample(Double(second * 5), accuracy: nil, speed: 5)
            fix.errors.resolution = resolution
            reasons.append(gate.judge(fix).reason)
        }
        // 50 m are passed with the third step, and twice 185.2 m with the fifteenth.
        #expect(reasons.firstIndex(of: .frozen) == (resolution == nil ? 3 : 15))
    }

    @Test mutating func `A receivers static hold is not frozen`() {
        for second in 0..<1000 { #expect(judge(Double(second), speed: 1.02).location != nil) }
    }

    /// The sentence with the speed was lost just before.
    @Test mutating func `One absurd speed is lost behind a fix without one`() {
        for second in 0..<5 { #expect(judge(Double(second), north: 5.5 * Double(second), speed: 5.5).location != nil) }
        #expect(judge(5, north: 27.5).location != nil)
        let location = judge(6, north: 33, speed: 400).location
        #expect(location != nil && location?.speed == nil)
        #expect(judge(7, north: 38.5, speed: 5.5).location?.speed == 5.5)
    }

    @Test mutating func `Speed noise of a parked receiver adds up to no proof`() {
        for second in 0..<3600 {
            #expect(judge(Double(second), speed: second % 10 == 0 ? 1.2 : 0.1).location != nil)
        }
    }

    @Test mutating func `A silence or a restart proves no motion`() {
        for second in [0.0, 3600] { #expect(judge(second, speed: 3).location != nil) }
        gate = FixGate(resumingAfter: .sample(0))
        for second in [3600.0, 3601] { #expect(judge(second, speed: 3).location != nil) }
    }

    /// A receiver that holds its position while it stands: after a hole it is fast again, where it was.
    @Test(arguments: [2.0, 6, 11, 60, 3600])
    mutating func `A speed after a hole did not lead through it`(hole: Double) {
        for second in 0..<30 { #expect(judge(Double(second), speed: 0).location != nil) }
        #expect(judge(29 + hole, speed: 12).location != nil)
        #expect(judge(30 + hole, north: 12, speed: 12).location != nil)
    }

    @Test mutating func `A position that stands from a hole on is frozen`() {
        for second in 0..<30 { #expect(judge(Double(second), speed: 0).location != nil) }
        let verdicts = (0..<10).map { judge(Double(100 + $0), speed: 20) }
        #expect(verdicts.firstIndex { $0.reason == .frozen } == 3)
    }

    @Test mutating func `Evidence of a frozen position survives a restart`() {
        for second in 0..<3 { #expect(judge(Double(second), speed: 20).location != nil) }
        gate = FixGate(resuming: gate.state)
        #expect(judge(3, speed: 20).reason == .frozen)
    }

    @Test mutating func `Without a speed nothing is frozen`() {
        for second in 0..<100 { #expect(judge(Double(second)).location != nil) }
    }

    @Test mutating func `An earlier runs last location is not repeated`() {
        gate = FixGate(resumingAfter: .sample(100))
        #expect(judge(100).reason == .duplicate)
        #expect(judge(99, north: 5).reason == .timeBackwards)
        #expect(judge(101, north: 5) == .accepted(.sample(101, north: 5), timeReset: nil))
    }

    @Test mutating func `The accuracy is the models`() throws {
        var fix = Fix.sample(0, accuracy: nil)
        fix.hdop = 2
        fix.errors.vdop = 3
        fix.altitude = 450
        let location = try #require(gate.judge(fix).location)
        #expect(try abs(#require(location.horizontalAccuracy) - 45.0.squareRoot()) < 1e-9)
        #expect(try abs(#require(location.verticalAccuracy) - 97.0.squareRoot()) < 1e-9)
    }
}
