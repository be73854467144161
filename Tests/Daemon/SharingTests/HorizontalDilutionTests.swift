import Testing

@testable import Sharing

/// What readers make of the dilution that is served.
struct HorizontalDilutionTests {
    /// GeoClue 2.6, gclue-nmea-utils: the accuracy in metres that it makes of a dilution.
    private func geoClue(_ dilution: Double) -> Double {
        switch dilution {
        case ...1: 0
        case ...2: 1
        case ...5: 3
        case ...10: 50
        case ...20: 100
        default: 300
        }
    }

    @Test(arguments: [
        (0.1, 0.0), (0.49, 0), (0.6, 1), (1, 1), (1.7, 1), (1.8, 3), (3, 3), (5, 3), (12, 3), (13, 50), (50, 50),
        (70, 50),
        (71, 100), (100, 100), (173, 100), (175, 300), (300, 300), (5000, 300),
    ])
    func `GeoClue reads the nearest of its steps`(_ accuracy: Double, _ expected: Double) throws {
        #expect(geoClue(try #require(HorizontalDilution.of(accuracy: accuracy))) == expected)
    }

    @Test func `Dilution grows with the accuracy, and has one decimal`() throws {
        var last = 0.0
        for step in 1...4000 {
            let accuracy = Double(step) * 0.1
            let dilution = try #require(HorizontalDilution.of(accuracy: accuracy))
            #expect(dilution >= last && (0.5...99.9).contains(dilution))
            #expect(abs(dilution * 10 - (dilution * 10).rounded()) < 1e-6 || accuracy > 170)
            // What is written with one decimal stays in its step.
            #expect(geoClue((dilution * 10).rounded() / 10) == geoClue(dilution))
            last = dilution
        }
    }

    @Test func `Unknown stays unknown`() {
        #expect(HorizontalDilution.of(accuracy: nil) == nil)
        #expect(HorizontalDilution.of(accuracy: .infinity) == nil)
        #expect(HorizontalDilution.of(accuracy: .nan) == nil)
        #expect(HorizontalDilution.of(accuracy: 1e9) == 99.9)
    }
}
