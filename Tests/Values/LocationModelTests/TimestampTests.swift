import LocationModel
import LocdTestSupport
import Testing

@Suite struct TimestampTests {
    @Test func `Every day of the range is printed and read back`() throws {
        var days = 0
        // Every 37th day meets every month, the centuries and the leap days; in short every tenth of these.
        for day in stride(
            from: Timestamp.earliest.milliseconds, through: Timestamp.latest.milliseconds,
            by: (Rounds.areShort ? 370 : 37) * 86_400_000)
        {
            let moment = try #require(Timestamp(milliseconds: day + 45_296_789))
            #expect(Timestamp(moment.description) == moment)
            #expect(CivilDate(moment.day.description) == moment.day)
            #expect(moment.day.midnight.milliseconds == day)
            #expect(moment.millisecondsOfDay == 45_296_789)
            days += 1
        }
        #expect(days > Rounds.of(98_000))
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1), ("2026-11-21T06:00:00.000Z", 1_795_240_800_000),
        ("2000-02-29T12:00:00Z", 951_825_600_000), ("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("2026-11-21t06:00:00z", 1_795_240_800_000),
        ("2026-11-21 06:00:00Z", 1_795_240_800_000), ("2026-11-21T07:30:00+01:30", 1_795_240_800_000),
        ("2026-11-20T22:00:00-08:00", 1_795_240_800_000), ("2026-11-21T06:00:00-00:00", 1_795_240_800_000),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("2016-12-31T23:59:60.5Z", 1_483_228_800_500),
        ("2026-11-21T06:00:00.1234Z", 1_795_240_800_123), ("2026-11-21T06:00:00.1235Z", 1_795_240_800_124),
        ("2026-11-21T06:00:00.9999Z", 1_795_240_801_000), ("2026-11-21T06:00:00.5Z", 1_795_240_800_500),
        ("2026-11-21T06:00:00.0004999999999999999999999999999999Z", 1_795_240_800_000),
    ])
    func `Reads RFC 3339`(text: String, milliseconds: Int64) {
        #expect(Timestamp(text)?.milliseconds == milliseconds)
        #expect(Timestamp(rfc3339: Array(text.utf8))?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T06:00:00", "2026-11-21T06:00Z", "2026-11-21T24:00:00Z", "2026-11-21T06:60:00Z",
        "2026-11-21T06:00:61Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-00-10T00:00:00Z", "2026-04-31T00:00:00Z", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z",
        "2026-11-21T06:00:00.Z", "2026-11-21T06:00:00,5Z", "2026-11-21T06:00:00+1:00", "2026-11-21T06:00:00+24:00",
        "2026-11-21T06:00:00+01:60", "2026-11-21T06:00:00Zx", " 2026-11-21T06:00:00Z", "2026-1１-21T06:00:00Z",
        "-001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:60Z", "garbage", "\u{0}",
    ])
    func `Refuses what is no moment`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func `Timespec is rounded and held in range`() {
        #expect(Timestamp(seconds: 0, nanoseconds: 499_999)?.milliseconds == 0)
        #expect(Timestamp(seconds: 0, nanoseconds: 500_000)?.milliseconds == 1)
        #expect(Timestamp(seconds: 1, nanoseconds: 999_999_999)?.milliseconds == 2000)
        #expect(Timestamp(seconds: 0, nanoseconds: -1) == nil)
        #expect(Timestamp(seconds: 0, nanoseconds: 1_000_000_000) == nil)
        #expect(Timestamp(seconds: .max) == nil)
        #expect(Timestamp(seconds: .min) == nil)
        #expect(Timestamp(milliseconds: .max) == nil)
    }

    @Test func `Moving stays in range`() {
        let moment = Timestamp.sample(0)
        #expect(moment.advanced(bySeconds: 1.5).seconds(since: moment) == 1.5)
        #expect(moment.advanced(bySeconds: 1e300) == .latest)
        #expect(moment.advanced(bySeconds: -1e300) == .earliest)
        #expect(moment.advanced(bySeconds: .nan) == moment)
        #expect(moment.advanced(bySeconds: .infinity) == moment)
        #expect(Timestamp.latest.seconds(since: .earliest) > 3.1e11)
    }
}
