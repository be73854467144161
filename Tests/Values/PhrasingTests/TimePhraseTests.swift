import LocationModel
import Phrasing
import Testing
import TrackTestSupport

@Suite("Times as a person writes them")
struct TimePhraseTests {
    /// A Saturday.
    private let now = moment("2026-11-21T12:34:56.789Z")

    @Test(arguments: [
        ("2026-11-21", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"),
        ("today", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"),
        ("Yesterday", "2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"),
        ("now", "2026-11-21T12:34:56.789Z", "2026-11-21T12:34:56.789Z"),
        ("2 hours ago", "2026-11-21T10:34:56.789Z", "2026-11-21T10:34:56.789Z"),
        ("an hour ago", "2026-11-21T11:34:56.789Z", "2026-11-21T11:34:56.789Z"),
        ("90 min ago", "2026-11-21T11:04:56.789Z", "2026-11-21T11:04:56.789Z"),
        ("3 days ago", "2026-11-18T00:00:00Z", "2026-11-19T00:00:00Z"),
        ("1 week ago", "2026-11-14T00:00:00Z", "2026-11-15T00:00:00Z"),
        ("yesterday 14:00", "2026-11-20T14:00:00Z", "2026-11-20T14:01:00Z"),
        ("14:00", "2026-11-21T14:00:00Z", "2026-11-21T14:01:00Z"),
        ("6:05", "2026-11-21T06:05:00Z", "2026-11-21T06:06:00Z"),
        ("monday", "2026-11-16T00:00:00Z", "2026-11-17T00:00:00Z"),
        ("saturday", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"),
        ("last saturday", "2026-11-14T00:00:00Z", "2026-11-15T00:00:00Z"),
        ("5m ago", "2026-11-21T12:29:56.789Z", "2026-11-21T12:29:56.789Z"),
        ("1h30m ago", "2026-11-21T11:04:56.789Z", "2026-11-21T11:04:56.789Z"),
        ("sun", "2026-11-15T00:00:00Z", "2026-11-16T00:00:00Z"),
        ("2026-11-21T06:00", "2026-11-21T06:00:00Z", "2026-11-21T06:01:00Z"),
        ("2026-11-21T06:00:30Z", "2026-11-21T06:00:30Z", "2026-11-21T06:00:31Z"),
        ("2026-11-21 06:00+01:00", "2026-11-21T05:00:00Z", "2026-11-21T05:01:00Z"),
        ("2026-11-21 06:00:00.5-0330", "2026-11-21T09:30:00.5Z", "2026-11-21T09:30:00.501Z"),
        ("2026-02", "2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"),
        ("2024", "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z"),
        ("@1795240800", "2026-11-21T06:00:00Z", "2026-11-21T06:00:01Z"),
    ])
    func `Phrase is understood`(text: String, start: String, end: String) throws {
        let phrase = try #require(TimePhrase(text, now: now))
        #expect(phrase.start == moment(start))
        #expect(phrase.end == moment(end))
    }

    @Test(arguments: [
        "", " ", "tomorrowish", "2026-13-01", "2026-02-30", "25:00", "12:60", "12", "1:2:3:4", "2026-11-21T", "ago",
        "hours ago", "-2 hours ago", "9223372036854775807 weeks ago", "99999999999999999999 days ago",
        "2 fortnights ago",
        "@", "@x", "@9223372036854775807", "0000", "mo", "2026-1", "06:00+25:00", "now now", "2026-11-21 monday", "+",
        "z",
    ])
    func `Nonsense is refused`(text: String) {
        #expect(TimePhrase(text, now: now) == nil)
    }

    @Test func `Nothing crashes at the ends of time`() {
        for text in [
            "now", "yesterday", "monday", "100 weeks ago", "9999", "9999-12", "9999-12-31", "9999-12-31T23:59",
        ] {
            for moment in [Timestamp.earliest, .latest] { _ = TimePhrase(text, now: moment) }
        }
        #expect(TimePhrase("yesterday", now: .earliest) == nil)
        #expect(TimePhrase("9999", now: now)?.end == .latest)
    }
}
