import LocationModel
import LocationServices
import LocdTestSupport
import Testing

/// An altitude that cannot be costs the altitude and never the fix; so do those that lead away from it.
@Suite struct AltitudeTests {
    private var gate = FixGate()
    private var second = 0.0

    /// The altitudes that come through, one fix a second.
    private mutating func altitudes(_ delivered: some Sequence<Double>, accuracy: Double? = 25) -> [Double?] {
        delivered.map { altitude in
            var fix = Fix.sample(second, north: second)
            fix.altitude = altitude
            fix.verticalAccuracy = accuracy
            second += 1
            let location = gate.judge(fix).location
            #expect(location != nil && (location?.verticalAccuracy == nil) == (location?.altitude == nil))
            return location?.altitude
        }
    }

    @Test mutating func `A converging altitude is implausible until it settles`() {
        let error = sequence(first: 1200.0) { $0 * 0.92 }.prefix(100)
        let found = altitudes(error.map { 500 - $0 })
        #expect(found.prefix(40).allSatisfy { $0 == nil })
        let believed = found.compactMap(\.self)
        #expect(believed.count > 30)
        #expect(believed.allSatisfy { abs($0 - 500) < 50 })
        #expect(gate.altitudesRejected == 100 - believed.count)
    }

    @Test mutating func `Another altitude after an absurd one costs ten seconds`() {
        #expect(altitudes([400, 401, -704]) == [400, 401, nil])
        let after = altitudes((0..<20).map { 500 + Double($0) })
        #expect(after.prefix(10).allSatisfy { $0 == nil })
        #expect(after.dropFirst(10).allSatisfy { $0 != nil })
    }

    @Test(arguments: [0.0, 3]) mutating func `An absurd altitude in each third fix costs that third`(climb: Double) {
        let found = altitudes((0..<90).map { $0 % 3 == 2 ? -704 : 400 + climb * Double($0) })
        #expect(found.count { $0 == nil } == 30 && gate.altitudesRejected == 30)
    }

    @Test mutating func `Positions within their accuracy agree`() {
        let after = altitudes([-704, 400] + Array(repeating: 425, count: 12), accuracy: 25)
        #expect(after.firstIndex { $0 != nil } == 11)
    }

    @Test mutating func `A climb without an absurd altitude is believed`() {
        #expect(altitudes((0..<300).map { Double($0) * 60 }).allSatisfy { $0 != nil })
    }

    @Test mutating func `A continued climb is accepted in the end`() {
        _ = altitudes([-600])
        let climb = altitudes((0..<300).map { Double($0) * 30 })
        #expect(climb.firstIndex { $0 != nil } == 119)
        #expect(climb.dropFirst(119).allSatisfy { $0 != nil })
    }

    @Test mutating func `An absurd height above the ellipsoid counts too`() throws {
        var fix = Fix.sample(0)
        fix.ellipsoidalAltitude = 2e5
        fix.altitude = 300
        let location = try #require(gate.judge(fix).location)
        #expect(location.altitude == nil && location.ellipsoidalAltitude == nil)
    }

    @Test mutating func `A step back in time ends the doubt`() {
        second = 5000
        _ = altitudes([-600])
        for later in 0..<3 { _ = gate.judge(.sample(100 + Double(later), north: Double(later))) }
        second = 103
        #expect(altitudes([400]) == [400])
    }
}
