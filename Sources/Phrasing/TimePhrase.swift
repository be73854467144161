public import LocationModel

/// A time as a person writes it: `2026-11-21`, `yesterday 14:00`, `2h ago`; by the clocks of a calendar, unless an offset is
/// given.
///
/// A coarse phrase means all of what it names: a day from its midnight to the next, a minute its sixty seconds.
public struct TimePhrase: Sendable, Hashable {
    /// Its first moment.
    public let start: Timestamp
    /// The first moment after it.
    public let end: Timestamp
    /// Whether it is a time of day without a day: `12:03`.
    public let isTimeOfDay: Bool

    /// What can be written, for a message.
    public static let forms = """
        12:03, yesterday, "yesterday 14:00", monday, "last week", "5m ago", "2 hours ago", 2026-11-21, 2026-11-21T06:00, \
        "2026-11-21 06:00:00+01:00", 2026-11, 2026, now, @1795240800
        """

    /// Reads a phrase; `now` is the present moment, against which `today` and `ago` count. `nil` for anything else.
    public init?(_ text: String, now: Timestamp, calendar: LocalCalendar = .utc) {
        guard text.utf8.count <= 128 else { return nil }
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        guard let phrase = TimePhraseReader(now: now, calendar: calendar).read(words) else { return nil }
        self = phrase
    }

    init(_ start: Timestamp, _ end: Timestamp, isTimeOfDay: Bool = false) {
        self.start = start
        self.end = max(start, end)
        self.isTimeOfDay = isTimeOfDay
    }

    init(_ start: Timestamp, lasting milliseconds: Int64, isTimeOfDay: Bool = false) {
        self.init(
            start, Timestamp(milliseconds: start.milliseconds + milliseconds) ?? .latest, isTimeOfDay: isTimeOfDay)
    }
}
