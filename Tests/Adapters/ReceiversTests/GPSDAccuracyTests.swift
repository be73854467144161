import LocationModel
import LocationServices
import LocdTestSupport
import Motion
import Testing

@testable import Receivers

@Suite struct GPSDAccuracyTests {
    private var accuracy = GPSDAccuracy()

    private mutating func fix(_ second: Double = 0, eph: Double?, epv: Double? = nil, eps: Double? = nil) -> Fix {
        accuracy.fix(
            GPSDReport(
                fix: .sample(second, accuracy: nil), device: nil, eph: eph, epv: epv, eps: eps, epd: eps.map { $0 * 2 })
        )
    }

    private func isNear(_ value: Double?, _ expected: Double, within limit: Double = 0.005) -> Bool {
        value.map { abs($0 - expected) < limit } ?? false
    }

    @Test mutating func `Modelled errors of gpsd become the dilution`() {
        accuracy.sky(hdop: 0.92)
        let fix = fix(eph: 17.48, epv: 36.8, eps: 40)
        #expect(fix.hdop == 0.92 && fix.errors.vdop == 1.6)
        #expect(fix.errors.horizontal == nil && fix.errors.vertical == nil && fix.horizontalAccuracy == nil)
        #expect(fix.speedAccuracy == nil && fix.courseAccuracy == nil)
    }

    /// A gpsd that reports no satellites: no dilution is that small.
    @Test(arguments: [(0.451, 0.807), (1.2, 2.0), (0.02, 0.03), (5.6, 8)])
    func `A small error without a sky is the receiver's own`(eph: Double, epv: Double) {
        var accuracy = GPSDAccuracy()
        let fix = accuracy.fix(
            GPSDReport(fix: .sample(0, accuracy: nil), device: nil, eph: eph, epv: epv, eps: 0.1, epd: 1))
        #expect(fix.errors.horizontal == eph && fix.errors.vertical == epv && fix.hdop == nil)
        #expect(fix.speedAccuracy == 0.1)
    }

    @Test(arguments: [19.0, 4.75])
    func `The model is known by its dilution or the one before, and is that of this epoch`(factor: Double) {
        var accuracy = GPSDAccuracy()
        accuracy.sky(hdop: 0.8)
        accuracy.sky(hdop: 1.6)
        for hdop in [0.8, 1.6] {
            let fix = accuracy.fix(GPSDReport(fix: .sample(0), device: nil, eph: hdop * factor))
            #expect(fix.hdop == hdop && fix.errors.horizontal == nil)
        }
    }

    @Test mutating func `Reported errors are the receiver's own`() {
        accuracy.sky(hdop: 0.92)
        let fix = fix(eph: 2.5, epv: 4.1, eps: 0.3)
        #expect(fix.errors.horizontal == 2.5 && fix.errors.vertical == 4.1 && fix.hdop == 0.92)
        #expect(fix.speedAccuracy == 0.3 && fix.courseAccuracy == 0.6)
    }

    /// PSRFEPE of a SiRF receiver: 24.65 m is 19 m × 1.30 to within what is rounded.
    @Test mutating func `An error that is the model by chance is the receiver's own`() {
        accuracy.sky(hdop: 1.3, vdop: 4.9)
        #expect(fix(eph: 24.65, epv: 25.14).errors.horizontal == 24.65)
        #expect(fix(eph: 10.59, epv: 52.97).errors.horizontal == 10.59)
        // Garmin's PGRME gives the vertical error beside the model's horizontal one.
        #expect(fix(eph: 24.7, epv: 311.4).errors.horizontal == nil)
        // A mode without an altitude has no vertical error.
        #expect(fix(eph: 24.7).errors.horizontal == nil && fix(eph: 24.7, epv: 0).errors.horizontal == nil)
    }

    /// GGA's dilution is in the report at once, and that of GSA seconds later.
    @Test(arguments: [
        (21.1, 27.6, 142.5, 207.0, 7.5), (28.9, 45.0, 68.78, 1034.31, 3.62), (0.9, 1.3, 13.3, 29.9, 0.7),
        (17.51, 15.77, 332.804, 362.733, 17.52), (1.45, 1.8, 1899.81, 2299.77, 99.99),
    ])
    func `The model is ahead of the sky`(hdop: Double, vdop: Double, eph: Double, epv: Double, expected: Double) {
        var accuracy = GPSDAccuracy()
        accuracy.sky(hdop: hdop, vdop: vdop)
        let fix = accuracy.fix(GPSDReport(fix: .sample(0), device: nil, eph: eph, epv: epv))
        #expect(fix.errors.horizontal == nil && fix.errors.vertical == nil && fix.hdop == expected)
    }

    /// Figures of u-blox receivers in millimetres are hardly ever multiples of two dilutions.
    @Test mutating func `Own errors are not taken for the model`() {
        accuracy.sky(hdop: 0.8, vdop: 1.4)
        var taken = 0
        for step in 0..<10_000 {
            let (eph, epv) = (1 + Double(step * 7 % 9001) / 1000, 1.5 + Double(step * 11 % 12_007) / 1000)
            if fix(eph: eph, epv: epv).errors.horizontal == nil { taken += 1 }
        }
        #expect(taken < 300, "\(taken)")
    }

    @Test mutating func `Without a dilution it is taken for the model`() {
        #expect(fix(eph: 19).hdop == 1)
        #expect(fix(eph: nil).hdop == nil)
        var corrected = Fix.sample(0, accuracy: nil)
        corrected.errors.solution = .differential
        #expect(accuracy.fix(GPSDReport(fix: corrected, device: nil, eph: 4.75)).hdop == 1)
    }

    @Test(arguments: [
        ErrorEstimates.Solution.realTimeKinematic, .floatRealTimeKinematic, .precise, .estimated, .manual,
    ])
    mutating func `Only differential corrections have a model of their own`(solution: ErrorEstimates.Solution) {
        var corrected = Fix.sample(0, accuracy: nil)
        corrected.errors.solution = solution
        #expect(accuracy.fix(GPSDReport(fix: corrected, device: nil, eph: 13.3)).hdop == 0.7)
        // The dilution that gpsd said last is another one.
        accuracy.sky(hdop: 2, vdop: 3)
        #expect(accuracy.fix(GPSDReport(fix: corrected, device: nil, eph: 13.3, epv: 23)).hdop == 0.7)
    }

    @Test mutating func `The receivers statistics go first`() {
        accuracy.sky(hdop: 1)
        accuracy.gst(GPSDStatistics(latitude: 3, longitude: 4, altitude: 6, major: 20, minor: 10))
        let fix = fix(eph: 19, epv: 23)
        #expect(fix.errors.firstDeviation == 3 && fix.errors.secondDeviation == 4 && fix.errors.altitudeDeviation == 6)
        // 68 % of an ellipse of 3 m and 4 m, and what these leave out.
        #expect(isNear(AccuracyModel.horizontalAccuracy(of: fix), 5.61, within: 0.05))
        accuracy.gst(GPSDStatistics(latitude: nil, longitude: nil, altitude: nil, major: 3, minor: 2))
        #expect(self.fix(1, eph: 19).errors.firstDeviation == 3)
    }

    @Test mutating func `Statistics hold for their epoch and all its reports`() {
        accuracy.gst(GPSDStatistics(latitude: 1, longitude: 1, altitude: 1))
        #expect(fix(1, eph: 100).errors.firstDeviation == 1)
        #expect(fix(1, eph: 100).errors.firstDeviation == 1)
        #expect(fix(2, eph: 100).errors.firstDeviation == nil)
    }

    @Test mutating func `Statistics of zero are none, and what else is known stays`() {
        accuracy.sky(hdop: 0.92)
        accuracy.gst(GPSDStatistics(latitude: 0, longitude: 0, altitude: 0))
        let zeros = fix(1, eph: 2.5, epv: 4.1)
        #expect(zeros.errors.firstDeviation == nil && zeros.errors.altitudeDeviation == nil)
        #expect(zeros.errors.horizontal == 2.5 && zeros.errors.vertical == 4.1)
        accuracy.gst(GPSDStatistics(latitude: 3, longitude: 0, altitude: 6))
        let half = fix(2, eph: 2.5, epv: 4.1)
        #expect(half.errors.firstDeviation == nil && half.errors.altitudeDeviation == 6)
    }

    @Test mutating func `Half a statistic is no horizontal accuracy`() {
        accuracy.gst(GPSDStatistics(latitude: 1, longitude: nil, altitude: nil))
        #expect(fix(eph: 100, epv: 100).errors.firstDeviation == nil)
    }

    /// The same sentences through gpsd and through the port: figures of a u-blox F9P.
    @Test mutating func `The radius is that of the sentences`() {
        accuracy.sky(hdop: 0.54)
        let throughGPSD = fix(eph: 2.565, epv: 4.772)
        var throughThePort = Fix.sample(0, accuracy: nil)
        throughThePort.hdop = 0.54
        throughThePort.errors.vdop = 0.83
        throughThePort.errors.solution = .differential
        for accuracy in [AccuracyModel.horizontalAccuracy, AccuracyModel.verticalAccuracy] {
            #expect(isNear(accuracy(throughGPSD), accuracy(throughThePort) ?? 0))
        }
    }
}
