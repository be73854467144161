import Glibc
import LocationModel
import Phrasing
import Testing
import TrackTestSupport

/// A calendar whose clocks change at moments that are given: seconds ahead from each of them on.
private func calendar(_ first: Int, _ changes: [(at: String, ahead: Int)]) -> LocalCalendar {
    let changes = changes.map { (moment($0.at), $0.ahead) }
    return LocalCalendar { time in changes.last { $0.0 <= time }?.1 ?? first }
}

/// Pacific/Auckland in 2026: NZDT until 5 April 03:00, NZST until 27 September 02:00.
private let auckland = calendar(
    13 * 3600, [("2026-04-04T14:00:00Z", 12 * 3600), ("2026-09-26T14:00:00Z", 13 * 3600)])
/// America/St_Johns in 2026: NST until 8 March 02:00, NDT until 1 November 02:00.
private let stJohns = calendar(
    -12600, [("2026-03-08T05:30:00Z", -9000), ("2026-11-01T04:30:00Z", -12600)])
/// America/St_Johns in 2010, when clocks changed a minute after midnight.
private let stJohns2010 = calendar(
    -12600, [("2010-03-14T03:31:00Z", -9000), ("2010-11-07T02:31:00Z", -12600)])
/// A place that leaves out midnight itself, as São Paulo did on 4 November 2018.
private let saoPaulo = calendar(-10800, [("2018-11-04T03:00:00Z", -7200)])

@Suite("Times by the clocks of a place")
struct LocalTimeTests {
    private func expect(
        _ text: String, _ now: String, _ calendar: LocalCalendar, _ start: String, _ end: String
    ) throws {
        let phrase = try #require(TimePhrase(text, now: moment(now), calendar: calendar))
        #expect(phrase.start == moment(start), "\(text)")
        #expect(phrase.end == moment(end), "\(text)")
    }

    @Test func `Days begin at the midnight of the place`() throws {
        try expect("today", "2026-11-21T23:30:00Z", auckland, "2026-11-21T11:00:00Z", "2026-11-22T11:00:00Z")
        try expect("yesterday", "2026-11-21T23:30:00Z", auckland, "2026-11-20T11:00:00Z", "2026-11-21T11:00:00Z")
        try expect("today", "2026-11-21T02:00:00Z", stJohns, "2026-11-20T03:30:00Z", "2026-11-21T03:30:00Z")
        try expect("14:00", "2026-11-21T23:30:00Z", auckland, "2026-11-22T01:00:00Z", "2026-11-22T01:01:00Z")
        try expect("2026-11", "2026-11-21T23:30:00Z", auckland, "2026-10-31T11:00:00Z", "2026-11-30T11:00:00Z")
        try expect("3 days ago", "2026-11-21T23:30:00Z", auckland, "2026-11-18T11:00:00Z", "2026-11-19T11:00:00Z")
    }

    @Test func `A day of changed clocks is an hour longer or shorter`() throws {
        try expect("2026-04-05", "2026-11-21T00:00:00Z", auckland, "2026-04-04T11:00:00Z", "2026-04-05T12:00:00Z")
        try expect("2026-09-27", "2026-11-21T00:00:00Z", auckland, "2026-09-26T12:00:00Z", "2026-09-27T11:00:00Z")
        try expect("2026-03-08", "2026-11-21T00:00:00Z", stJohns, "2026-03-08T03:30:00Z", "2026-03-09T02:30:00Z")
        try expect("2026-11-01", "2026-11-21T00:00:00Z", stJohns, "2026-11-01T02:30:00Z", "2026-11-02T03:30:00Z")
    }

    @Test func `A time that is shown twice is the first unless an offset says otherwise`() throws {
        try expect("2026-04-05 02:30", "2026-11-21T00:00:00Z", auckland, "2026-04-04T13:30:00Z", "2026-04-04T13:31:00Z")
        try expect(
            "2026-04-05 02:30+12:00", "2026-11-21T00:00:00Z", auckland, "2026-04-04T14:30:00Z", "2026-04-04T14:31:00Z")
    }

    @Test func `A time that is left out is when clocks go on`() throws {
        try expect("2026-09-27 02:30", "2026-11-21T00:00:00Z", auckland, "2026-09-26T14:00:00Z", "2026-09-26T14:01:00Z")
        try expect("2018-11-04", "2026-11-21T00:00:00Z", saoPaulo, "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z")
    }

    @Test func `No moment belongs to two days or to none`() {
        for calendar in [auckland, stJohns, stJohns2010, saoPaulo] {
            for year in [2010, 2018, 2026] {
                var day = CivilDate(year: year, month: 1, day: 1)!
                for _ in 0..<365 {
                    guard let next = day.next else { return }
                    #expect(calendar.end(of: day) == calendar.start(of: next))
                    #expect(calendar.start(of: day) < calendar.end(of: day))
                    day = next
                }
            }
        }
    }

    @Test func `What is printed can be read`() throws {
        let now = moment("2026-12-01T00:00:00Z")
        for calendar in [auckland, stJohns, .utc] {
            for start in [
                "2026-03-08T00:00:00Z", "2026-04-04T10:00:00Z", "2026-09-26T10:00:00Z", "2026-11-01T00:00:00Z",
            ] {
                for step in 0..<64 {
                    let time = moment(start).advanced(bySeconds: Double(step) * 900)
                    let text = calendar.text(time)
                    let phrase = try #require(TimePhrase(text, now: now, calendar: calendar), "\(text)")
                    #expect(phrase.start == time, "\(text)")
                }
            }
        }
        #expect(LocalCalendar.utc.text(moment("2026-03-08T05:07:09Z")) == "2026-03-08 05:07:09Z")
        #expect(auckland.text(moment("2026-11-21T23:30:00Z")) == "2026-11-22 12:30:00")
        #expect(auckland.text(moment("2026-04-04T14:30:00Z")) == "2026-04-05 02:30:00+12:00")
    }

    @Test func `Weekdays are the latest ones`() throws {
        // A Sunday in Auckland, still Saturday in UTC.
        let now = "2026-11-21T23:30:00Z"
        try expect("sunday", now, auckland, "2026-11-21T11:00:00Z", "2026-11-22T11:00:00Z")
        try expect("last sunday", now, auckland, "2026-11-14T11:00:00Z", "2026-11-15T11:00:00Z")
        try expect("last monday", now, auckland, "2026-11-15T11:00:00Z", "2026-11-16T11:00:00Z")
        try expect("last monday 14:00", now, auckland, "2026-11-16T01:00:00Z", "2026-11-16T01:01:00Z")
        try expect("last week", now, auckland, "2026-11-08T11:00:00Z", "2026-11-15T11:00:00Z")
        try expect("this week", now, auckland, "2026-11-15T11:00:00Z", "2026-11-22T11:00:00Z")
        try expect("last month", now, auckland, "2026-09-30T11:00:00Z", "2026-10-31T11:00:00Z")
        try expect("last year", now, auckland, "2024-12-31T11:00:00Z", "2025-12-31T11:00:00Z")
    }

    @Test func `Periods begin at the midnight of the place`() {
        // A Sunday in Auckland, still Saturday in UTC.
        let time = moment("2026-11-21T23:30:00Z")
        let expected: [CalendarPeriod: (String, String)] = [
            .day: ("2026-11-21T11:00:00Z", "2026-11-22T11:00:00Z"),
            .week: ("2026-11-15T11:00:00Z", "2026-11-22T11:00:00Z"),
            .month: ("2026-10-31T11:00:00Z", "2026-11-30T11:00:00Z"),
        ]
        for (period, bounds) in expected {
            let found = period.bounds(holding: time, in: auckland)
            #expect(found.from == moment(bounds.0) && found.to == moment(bounds.1), "\(period)")
        }
        #expect(
            CalendarPeriod.allCases.map { $0.name(from: $0.first(holding: auckland.day(of: time))) } == [
                "2026-11-22", "2026-11-16 (week)", "2026-11",
            ])
    }

    @Test func `The day in a sentence`() {
        let now = moment("2026-11-21T23:30:00Z")
        let format = DisplayFormat(calendar: auckland, units: .metric)
        var sentence = DaySentence()
        #expect(sentence.text(format, at: now) == nil)
        sentence.distance = 20
        #expect(sentence.text(format, at: now) == nil)
        sentence.distance = 1200
        #expect(sentence.text(format, at: now) == "today 1.2 km")
        (sentence.isMoving, sentence.since, sentence.town) = (false, moment("2026-11-21T11:05:00Z"), "Auckland")
        (sentence.distance, sentence.movingTime, sentence.trips) = (12_345, 2520, 3)
        #expect(
            sentence.text(format, at: now) == "Parked since 00:05 near Auckland · today 12.3 km, 42 min moving, 3 trips"
        )
        (sentence.isMoving, sentence.since, sentence.trips, sentence.distance) = (true, nil, 1, 0)
        #expect(
            sentence.text(DisplayFormat(units: .nautical), at: now)
                == "Moving near Auckland · today 0.0 NM, 42 min moving, 1 trip")
        (sentence.isMoving, sentence.lastSeen) = (nil, moment("2026-11-21T10:55:00Z"))
        (sentence.distance, sentence.movingTime, sentence.trips) = (0, 0, 0)
        #expect(sentence.text(format, at: now) == "Last seen yesterday 23:55 near Auckland · today 0.0 km")
    }

    @Test func `Near times are short`() {
        let now = moment("2026-11-21T23:30:00Z")
        #expect(auckland.text(moment("2026-11-21T11:05:00Z"), near: now) == "00:05")
        #expect(auckland.text(moment("2026-11-21T10:55:00Z"), near: now) == "yesterday 23:55")
        #expect(auckland.text(moment("2026-11-19T10:55:00Z"), near: now) == "2026-11-19 23:55")
    }
}
