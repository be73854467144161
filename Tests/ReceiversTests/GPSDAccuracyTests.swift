import LocationModel
import LocdTestSupport
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

    @Test mutating func whatGPSDModelledIsConvertedFrom95To68Percent() throws {
        accuracy.sky(hdop: 0.92)
        let fix = fix(eph: 17.48, epv: 36.8, eps: 40)
        // Rayleigh: 2.4477 sigma hold 95 %, 1.5096 hold 68 %; normal: 1.9600 and 0.9945.
        #expect(abs(try #require(fix.horizontalAccuracy) - 17.48 * 1.5096 / 2.4477) < 0.001)
        #expect(abs(try #require(fix.verticalAccuracy) - 36.8 * 0.9945 / 1.9600) < 0.01)
        #expect(fix.speedAccuracy == nil && fix.courseAccuracy == nil)
        #expect(fix.hdop == 0.92)
    }

    @Test(arguments: [19.0, 4.75])
    func theModelIsKnownByItsDilutionOrTheOneBefore(factor: Double) {
        var accuracy = GPSDAccuracy()
        accuracy.sky(hdop: 0.8)
        accuracy.sky(hdop: 1.6)
        for hdop in [0.8, 1.6] {
            let fix = accuracy.fix(GPSDReport(fix: .sample(0), device: nil, eph: hdop * factor))
            #expect(fix.horizontalAccuracy.map { $0 < hdop * factor } == true)
        }
    }

    @Test mutating func whatTheReceiverReportedIsTakenAsItIs() {
        accuracy.sky(hdop: 0.92)
        let fix = fix(eph: 2.5, epv: 4.1, eps: 0.3)
        #expect(fix.horizontalAccuracy == 2.5 && fix.verticalAccuracy == 4.1)
        #expect(fix.speedAccuracy == 0.3 && fix.courseAccuracy == 0.6)
    }

    @Test mutating func withoutADilutionItIsTakenForTheModel() {
        #expect(fix(eph: 10).horizontalAccuracy.map { $0 < 7 } == true)
        #expect(fix(eph: nil).horizontalAccuracy == nil)
    }

    @Test mutating func theReceiversStatisticsGoFirst() throws {
        accuracy.sky(hdop: 1)
        accuracy.gst(GPSDStatistics(latitude: 3, longitude: 4, altitude: 6))
        let fix = fix(eph: 19, epv: 23)
        // One sigma each of 3.54 m: 68 % within 1.51 of that.
        #expect(abs(try #require(fix.horizontalAccuracy) - 5.337) < 0.001)
        #expect(fix.verticalAccuracy == 6)
    }

    @Test mutating func statisticsHoldForTheirEpochAndAllItsReports() {
        accuracy.gst(GPSDStatistics(latitude: 1, longitude: 1, altitude: 1))
        #expect(fix(1, eph: 100).horizontalAccuracy.map { $0 < 2 } == true)
        #expect(fix(1, eph: 100).horizontalAccuracy.map { $0 < 2 } == true)
        #expect(fix(2, eph: 100).horizontalAccuracy.map { $0 > 50 } == true)
    }

    @Test mutating func statisticsOfZeroAreNone_AndWhatElseIsKnownStays() {
        accuracy.sky(hdop: 0.92)
        accuracy.gst(GPSDStatistics(latitude: 0, longitude: 0, altitude: 0))
        let zeros = fix(1, eph: 2.5, epv: 4.1)
        #expect(zeros.horizontalAccuracy == 2.5 && zeros.verticalAccuracy == 4.1)
        accuracy.gst(GPSDStatistics(latitude: 3, longitude: 0, altitude: 6))
        let half = fix(2, eph: 2.5, epv: 4.1)
        #expect(half.horizontalAccuracy == 2.5 && half.verticalAccuracy == 6)
        accuracy.gst(GPSDStatistics(latitude: 0, longitude: 0, altitude: 0))
        #expect(fix(3, eph: nil).horizontalAccuracy == nil)
    }

    @Test mutating func halfAStatisticIsNoHorizontalAccuracy() {
        accuracy.gst(GPSDStatistics(latitude: 1, longitude: nil, altitude: nil))
        #expect(fix(eph: 100, epv: 100).horizontalAccuracy.map { $0 > 50 } == true)
    }
}
