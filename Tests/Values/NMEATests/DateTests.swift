import NMEA
import Testing

/// 2026-11-21T00:00:00Z in milliseconds.
private let midnight: Int64 = 1_795_219_200_000
private let rollover: Int64 = 1024 * 7 * 86_400_000

private func rmc(_ time: String, _ date: String) -> String {
    line("GPRMC,\(time),A,4730.0000,N,00830.0000,E,10.0,45.0,\(date),,,A")
}

private func gga(_ time: String) -> String {
    line("GPGGA,\(time),4730.0000,N,00830.0000,E,1,08,0.9,450.0,M,47.0,M,,")
}

private func times(_ text: String, _ change: (inout EpochPolicy) -> Void = { _ in }) -> [Int64?] {
    var policy = EpochPolicy()
    change(&policy)
    return reports(text.utf8, policy: policy).epochs.map { $0.time.map { $0 - midnight } }
}

@Suite struct DateTests {
    @Test func `A date holds across midnight`() {
        let text = rmc("235958", "201126") + gga("235959") + gga("000000") + gga("000001")
        #expect(times(text) == [-2000, -1000, 0, 1000])
        // A receiver that was silent from evening to morning.
        let hour: Int64 = 3_600_000
        #expect(times(rmc("200000", "201126") + gga("090000")) == [-4 * hour, 9 * hour])
        // And back, where the receiver corrects itself.
        #expect(times(rmc("000000", "211126") + gga("235959")) == [0, -1000])
    }

    @Test func `Times of one epoch may be rounded to both sides of midnight`() {
        let seconds = [
            (gga("235958.000"), rmc("235958.000", "201126")), (gga("235959.000"), rmc("235959.000", "201126")),
            (gga("235959.995"), rmc("000000.000", "211126")), (gga("000001.000"), rmc("000001.000", "211126")),
        ]
        for (isDatedFirst, expected) in [(false, Int64(0)), (true, -5)] {
            let text = seconds.map { isDatedFirst ? $1 + $0 : $0 + $1 }.joined()
            let epochs = reports(text.utf8).epochs
            #expect(epochs.map { $0.time.map { $0 - midnight } } == [-2000, -1000, expected, 1000])
            #expect(epochs.allSatisfy { $0.altitude != nil && $0.speed != nil })
        }
    }

    @Test func `A leap second is the next second`() {
        #expect(times(rmc("235960", "201126") + rmc("000000", "211126")) == [0, 0])
    }

    @Test func `Without a date there is no time`() {
        #expect(times(gga("060000") + gga("060001")) == [nil, nil])
        #expect(times(gga("060000") + rmc("060001", "") + rmc("060002", "211126")) == [nil, nil, 21_602_000])
    }

    @Test func `ZDA gives a date too`() {
        let zda = line("GPZDA,060001,21,11,2026,00,00")
        #expect(times(gga("060001") + zda) == [21_601_000])
        #expect(times(zda + gga("060001")) == [21_601_000])
        #expect(times(zda + line("GPGGA,060001,,,,,0,,,,,,,")) == [nil])
    }

    @Test func `A date without a fix is not believed`() {
        // What a receiver shows before it has seen the sky is its battery's guess.
        let void = line("GPRMC,060000,V,,,,,,,160106,,,N")
        #expect(times(void + gga("060001")) == [nil, nil])
    }

    @Test(arguments: ["060180", "010170", "220899", "280899", "010185", "071293"])
    func `Dates that no fix can have are none`(_ date: String) {
        #expect(times(rmc("060000", date)) == [nil])
    }

    @Test func `Dates stay as they are unless asked`() {
        #expect(times(rmc("000000", "070407")) == [-rollover])
    }

    @Test func `A rolled over date is moved near the reference`() {
        #expect(times(rmc("000000", "070407")) { $0.rolloverReference = midnight } == [0])
        // Two eras back.
        #expect(times(rmc("000000", "220887")) { $0.rolloverReference = midnight } == [0])
        #expect(times(rmc("000000", "211126")) { $0.rolloverReference = midnight } == [0])
        // A reference that is a few years off moves nothing.
        #expect(times(rmc("000000", "211126")) { $0.rolloverReference = midnight + 9 * 365 * 86_400_000 } == [0])
        #expect(times(rmc("000000", "211126")) { $0.rolloverReference = midnight - 9 * 365 * 86_400_000 } == [0])
        // A receiver that knows no week knows no date.
        #expect(times(rmc("000000", "060180")) { $0.rolloverReference = midnight } == [nil])
        var policy = EpochPolicy()
        policy.rolloverReference = midnight
        #expect(reports(rmc("000000", "070407").utf8, policy: policy).epochs.map(\.dateSource) == [.snapped])
    }

    @Test func `A presumed day is marked and gives way`() {
        var policy = EpochPolicy()
        policy.presumedMoment = midnight + 3_600_000
        let text = gga("235900") + gga("000100") + rmc("000200", "010126")
        let epochs = reports(text.utf8, policy: policy).epochs
        #expect(epochs.map(\.dateSource) == [.presumed, .presumed, .receiver])
        // A minute before midnight, while it is one o'clock: yesterday.
        #expect(epochs.prefix(2).map { $0.time.map { $0 - midnight } } == [-60_000, 60_000])
    }

    @Test func `A date that comes behind its fix is for those that follow`() {
        // RMC every fifth second, behind a GGA that has learned to be the end.
        let text = (0..<20).map { second in
            let time = "0600\(second < 10 ? "0" : "")\(second)"
            return gga(time) + (second % 5 == 3 ? rmc(time, "211126") : "")
        }
        let found = times(text.joined())
        #expect(found.suffix(16) == (4..<20).map { 21_600_000 + 1000 * Int64($0) }[...])
    }

    @Test func `A clock that began anew moves no day`() {
        let reset = line("GPGGA,000010,,,,,0,,,,,,,") + line("GPGGA,000011,,,,,0,,,,,,,")
        let text = rmc("150000", "211126") + gga("150001") + reset + gga("150100")
        #expect(times(text).last == 54_060_000)
        // Nor does one that was never set say which day it is.
        let unset = times(reset + gga("150100") + gga("150101")) { $0.presumedMoment = midnight + 54_060_000 }
        #expect(unset.suffix(2) == [54_060_000, 54_061_000])
    }

    @Test func `A clock that goes on without a fix is followed over midnight`() {
        let waiting = (1...60).map { half in
            let minutes = (12 * 60 + 30 * half) % 1440
            return line("GPGGA,\(String(10_000 + minutes / 60 * 100 + minutes % 60).dropFirst())00,,,,,0,,,,,,,")
        }
        let found = times(rmc("120000", "201126") + waiting.joined() + gga("180100"))
        #expect(found.last == 64_860_000)
    }

    @Test func `A presumed day is presumed anew where a later moment is known`() {
        var decoder = NMEADecoder()
        func time(of text: String, at moment: Int64?) -> Int64? {
            decoder.assembler.policy.presumedMoment = moment
            return decoder.reports(text).epochs.last?.time.map { $0 - midnight }
        }
        let (day, morning, evening) = (Int64(86_400_000), Int64(8 * 3_600_000), Int64(18 * 3_600_000))
        _ = time(of: (50...59).map { gga("0759\($0)") }.joined(), at: midnight + morning)
        #expect(time(of: gga("080000"), at: midnight + morning) == morning)
        // Three days later, by another time of day, and then without a moment that can be trusted.
        #expect(time(of: gga("180000"), at: midnight + 3 * day + evening) == 3 * day + evening)
        #expect(time(of: gga("180001"), at: nil) == 3 * day + evening + 1000)
    }

    @Test func `Absurd policies do no harm`() {
        for value in [Int64.min, .max, 0, -1, 1] {
            _ = times(gga("060000") + rmc("060001", "211126")) { $0.presumedMoment = value }
            _ = times(gga("060000") + rmc("060001", "211126")) { $0.rolloverReference = value }
        }
    }
}
