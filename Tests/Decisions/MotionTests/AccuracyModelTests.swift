import LocationModel
import LocdTestSupport
import Testing

@testable import Motion

@Suite struct AccuracyModelTests {
    private func fix(hdop: Double? = nil, _ change: (inout ErrorEstimates) -> Void = { _ in }) -> Fix {
        var fix = Fix.sample(0, accuracy: nil)
        fix.hdop = hdop
        change(&fix.errors)
        return fix
    }

    private func horizontal(hdop: Double? = 0.9, _ change: (inout ErrorEstimates) -> Void = { _ in }) -> Double? {
        AccuracyModel.horizontalAccuracy(of: fix(hdop: hdop, change))
    }

    private func isNear(_ value: Double?, _ expected: Double, within limit: Double = 1e-9) -> Bool {
        value.map { abs($0 - expected) < limit } ?? false
    }

    @Test func `Accuracy comes from the best source`() {
        // 3 m, and 3 m for each unit of dilution.
        #expect(isNear(horizontal(), (9 + 2.7 * 2.7).squareRoot()))
        // That it was corrected makes it no better.
        #expect(horizontal { $0.solution = .differential } == horizontal())
        let garmin: (inout ErrorEstimates) -> Void = { $0.probableHorizontal = 10 }
        #expect(horizontal(garmin) == horizontal())
        #expect(isNear(horizontal(hdop: nil, garmin), (12.821 * 12.821 + 1.9 * 1.9).squareRoot()))
        let ownAccuracy: (inout ErrorEstimates) -> Void = {
            garmin(&$0)
            $0.horizontal = 2.1
        }
        #expect(isNear(horizontal(ownAccuracy), (2.1 * 2.1 + 1.9 * 1.9).squareRoot()))
        // 1.5096 sigma hold 68 % of a circular normal error.
        let statistics: (inout ErrorEstimates) -> Void = {
            ownAccuracy(&$0)
            ($0.firstDeviation, $0.secondDeviation) = (3, 3)
        }
        #expect(isNear(horizontal(statistics), (4.529 * 4.529 + 1.9 * 1.9).squareRoot(), within: 0.001))
        var known = fix(hdop: 0.9, statistics)
        known.horizontalAccuracy = 7
        #expect(AccuracyModel.horizontalAccuracy(of: known) == 7)
    }

    /// Of all places that are rounded to one, 68 % lie within the radius.
    @Test(arguments: [185.2, 18.52, 1.852]) func `What the sentence rounds is an error`(resolution: Double) throws {
        let exact = try #require(horizontal())
        let radius = try #require(horizontal { $0.resolution = resolution })
        let rounded = (radius * radius - exact * exact).squareRoot()
        var random = SeededGenerator(seed: 3)
        let places = (0..<10_000).map { _ in
            PlaneVector(
                north: .random(in: -0.5...0.5, using: &random) * resolution,
                east: .random(in: -0.5...0.5, using: &random) * resolution)
        }
        #expect(abs(Double(places.count { $0.length <= rounded }) / 10_000 - 0.68) < 0.02)
    }

    @Test func `Carrier phase has classes of its own`() throws {
        func accuracy(_ solution: ErrorEstimates.Solution) throws -> (own: Double, dilution: Double) {
            let own = horizontal { ($0.solution, $0.horizontal) = (solution, 0.014) }
            return (try #require(own), try #require(horizontal { $0.solution = solution }))
        }
        let (code, float) = (try accuracy(.autonomous), try accuracy(.floatRealTimeKinematic))
        let fixed = try accuracy(.realTimeKinematic)
        // In motion, fixed ones were 0.054 m off (68 %) and float ones 0.112 m, at dilutions of 0.8 to 0.9.
        #expect((0.04...0.07).contains(fixed.own) && (0.045...0.06).contains(fixed.dilution))
        #expect((0.09...0.13).contains(float.own) && (0.1...0.15).contains(float.dilution))
        #expect(code.own > 1.8 && code.dilution > 3)
        #expect(isNear(horizontal { ($0.solution, $0.horizontal) = (.simulated, 0.014) }, 0.014))
    }

    @Test(arguments: [0.045, 0.4, 3, 30]) func `Exported tracks can be replayed`(radius: Double) {
        var location = Location.sample(0, accuracy: radius)
        location.verticalAccuracy = 6
        for isSimulated in [false, true] {
            location.isSimulated = isSimulated
            let (horizontal, vertical, solution) = AccuracyModel.deviations(of: location)
            let fix = fix {
                ($0.firstDeviation, $0.secondDeviation, $0.altitudeDeviation) = (horizontal, horizontal, vertical)
                $0.solution = solution
            }
            #expect(isNear(AccuracyModel.horizontalAccuracy(of: fix), radius, within: radius / 100))
            #expect(isNear(AccuracyModel.verticalAccuracy(of: fix), 6, within: 0.01))
        }
    }

    @Test func `Without evidence activity is unknown`() {
        #expect(horizontal(hdop: nil) == nil)
        #expect(horizontal(hdop: nil) { $0.firstDeviation = 3 } == nil)
        // A dilution says nothing of a position that does not come from ranges.
        #expect(horizontal { $0.solution = .estimated } == nil && horizontal { $0.solution = .manual } == nil)
        #expect(AccuracyModel.verticalAccuracy(of: fix(hdop: 0.9)) == nil)
    }

    @Test func `The vertical one has the same sources`() {
        func vertical(_ change: (inout ErrorEstimates) -> Void) -> Double? {
            AccuracyModel.verticalAccuracy(of: fix(change))
        }
        #expect(isNear(vertical { $0.vdop = 1.5 }, (16 + 4.5 * 4.5).squareRoot()))
        #expect(vertical { ($0.vdop, $0.probableVertical) = (1.5, 20) } == vertical { $0.vdop = 1.5 })
        #expect(isNear(vertical { $0.probableVertical = 20 }, (29.488 * 29.488 + 12.25).squareRoot()))
        #expect(isNear(vertical { ($0.probableVertical, $0.vertical) = (20, 4.1) }, (4.1 * 4.1 + 12.25).squareRoot()))
        let deviation = vertical { ($0.vertical, $0.altitudeDeviation) = (4.1, 5) }
        #expect(isNear(deviation, (4.9725 * 4.9725 + 12.25).squareRoot()))
    }

    @Test func `The radius of an ellipse holds 68 %`() {
        #expect(isNear(AccuracyModel.radius(ofDeviations: 2, 2), 3.019, within: 0.002))
        #expect(isNear(AccuracyModel.radius(ofDeviations: 2, 0), 1.989))
        #expect(AccuracyModel.radius(ofDeviations: 0, 0) == 0)
        #expect(AccuracyModel.radius(ofDeviations: 1, 2) == AccuracyModel.radius(ofDeviations: 2, 1))
    }
}
