public import LocationModel

/// Reads the words of a ``TimePhrase``.
struct TimePhraseReader {
    let now: Timestamp
    let calendar: LocalCalendar

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    func read(_ words: [Substring]) -> TimePhrase? {
        if words.last == "ago" { return ago(words.dropLast().joined()) }
        switch words.count {
        case 1: return single(words[0])
        case 2:
            if let phrase = period(words[0], words[1]) { return phrase }
            guard let day = day(words[...0]) else { return nil }
            return clock(words[1], on: day)
        case 3:
            guard let day = day(words[...1]) else { return nil }
            return clock(words[2], on: day)
        default: return nil
        }
    }

    private func single(_ word: Substring) -> TimePhrase? {
        if word == "now" { return TimePhrase(now, lasting: 0) }
        if word.first == "@" {
            guard let seconds = Int64(word.dropFirst()), let moment = Timestamp(seconds: seconds) else { return nil }
            return TimePhrase(moment, lasting: 1000)
        }
        if let day = day([word]) { return whole(day, to: day) }
        if let phrase = clock(word, on: calendar.day(of: now), isTimeOfDay: true) { return phrase }
        if let phrase = monthOrYear(word) { return phrase }
        guard let separator = word.firstIndex(of: "t"), let day = CivilDate(word[..<separator]) else { return nil }
        return clock(word[word.index(after: separator)...], on: day)
    }

    /// From the first moment of one day to the end of another.
    private func whole(_ first: CivilDate, to last: CivilDate) -> TimePhrase {
        TimePhrase(calendar.start(of: first), calendar.end(of: last))
    }

    /// `2026-11-21`, `today`, `yesterday`; a weekday is the latest of that name, today among them; `last` one is the
    /// one before today.
    private func day(_ words: ArraySlice<Substring>) -> CivilDate? {
        let today = calendar.day(of: now)
        guard let word = words.last, words.count == 1 || words.first == "last" else { return nil }
        if words.count == 1 {
            if let day = CivilDate(word) { return day }
            if word == "today" { return today }
            if word == "yesterday" { return today.advanced(byDays: -1) }
        }
        guard word.count >= 3, let wanted = Self.weekdays.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
        let weekday = today.daysSince1970 - today.monday.daysSince1970
        let past = (weekday - Int64(wanted) + 7) % 7
        return today.advanced(byDays: past == 0 && words.count == 2 ? -7 : -past)
    }

    /// `this week`, `last month`, `last year`: weeks begin on Monday.
    private func period(_ which: Substring, _ unit: Substring) -> TimePhrase? {
        guard which == "last" || which == "this" else { return day([which, unit]).map { whole($0, to: $0) } }
        let isLast = which == "last"
        let today = calendar.day(of: now)
        switch unit {
        case "week":
            guard let monday = today.monday.advanced(byDays: isLast ? -7 : 0), let sunday = monday.advanced(byDays: 6)
            else { return nil }
            return whole(monday, to: sunday)
        case "month":
            let before = today.month == 1 ? (today.year - 1, 12) : (today.year, today.month - 1)
            let (year, month) = isLast ? before : (today.year, today.month)
            return self.month(month, of: year)
        case "year": return year(isLast ? today.year - 1 : today.year)
        default: return isLast ? day([which, unit]).map { whole($0, to: $0) } : nil
        }
    }

    private func month(_ month: Int, of year: Int) -> TimePhrase? {
        guard let first = CivilDate(year: year, month: month, day: 1),
            let last = CivilDate(year: year, month: month, day: CivilDate.days(inMonth: month, of: year))
        else { return nil }
        return whole(first, to: last)
    }

    private func year(_ year: Int) -> TimePhrase? {
        guard let first = CivilDate(year: year, month: 1, day: 1), let last = CivilDate(year: year, month: 12, day: 31)
        else { return nil }
        return whole(first, to: last)
    }

    private func monthOrYear(_ word: Substring) -> TimePhrase? {
        let pieces = word.split(separator: "-", omittingEmptySubsequences: false)
        guard pieces.count <= 2, let first = pieces.first, first.count == 4, let year = Int(first) else { return nil }
        guard pieces.count == 2 else { return self.year(year) }
        guard pieces[1].count == 2, let month = Int(pieces[1]) else { return nil }
        return self.month(month, of: year)
    }

    /// `06:00`, `06:00:30`, `06:00:30.5`, each with `Z` or an offset where wanted.
    private func clock(_ word: Substring, on day: CivilDate, isTimeOfDay: Bool = false) -> TimePhrase? {
        var time = word
        var zone: String?
        if let sign = time.lastIndex(where: { "+-z".contains($0) }) {
            var text = String(time[sign...]).uppercased()
            // +0100 and +01 are written too.
            if text.count == 5, !text.contains(":") { text.insert(":", at: text.index(text.endIndex, offsetBy: -2)) }
            if text.count == 3 { text += ":00" }
            zone = text
            time = time[..<sign]
        }
        let colons = time.count { $0 == ":" }
        guard colons == 1 || colons == 2 else { return nil }
        // One digit for the hour is how people write it.
        let padded = (time.firstIndex(of: ":") == time.index(after: time.startIndex) ? "0" : "") + time
        let full = padded + (colons == 1 ? ":00" : "")
        guard let shown = Timestamp("\(day)T\(full)\(zone ?? "Z")") else { return nil }
        let moment =
            zone == nil ? calendar.moment(day, shown.milliseconds - day.midnight.milliseconds) : shown
        let length: Int64 = full.contains(".") ? 1 : colons == 1 ? 60_000 : 1000
        return TimePhrase(moment, lasting: length, isTimeOfDay: isTimeOfDay)
    }

    /// `2 hours ago`, `5m ago`, `a day ago`: that moment; of days and weeks the whole day.
    private func ago(_ text: String) -> TimePhrase? {
        var span = text
        for article in ["an", "a"]
        where TimeSpan.length(of: text.dropFirst(article.count)) != nil && text.hasPrefix(article) {
            span = "1" + text.dropFirst(article.count)
            break
        }
        // A bare figure is no length of time here: 5 what?
        guard Figure.unsigned(span) == nil, let length = TimeSpan(span)?.seconds else { return nil }
        let isDays = span.reversed().drop { $0 == "s" }.prefix { $0.isLetter }.last.map { "dw".contains($0) } ?? false
        guard length <= Double(now.milliseconds - Timestamp.earliest.milliseconds) / 1000 else { return nil }
        guard isDays, length.truncatingRemainder(dividingBy: 86_400) == 0 else {
            return TimePhrase(now.advanced(bySeconds: -length), lasting: 0)
        }
        let days = Int64(rounding: length / 86_400, .towardZero)
        return calendar.day(of: now).advanced(byDays: -days).map { whole($0, to: $0) }
    }
}

/// A time as a person writes it: `2026-11-21`, `yesterday 14:00`, `2h ago`; by the clocks of a calendar, unless an
/// offset is given.
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

/// A length of time as a person types it: `90`, `90s`, `5m`, `1h30m`, `12h`, `3d`, `2w`.
public struct TimeSpan: Sendable, Hashable {
    /// Seconds, 0 or more.
    public let seconds: Double

    /// What can be written, for a message.
    public static let forms = "90, 90s, 5m, 1h30m, 12h, 3d, 2w"

    /// Reads a length of time, a bare figure as seconds; greater units first. `nil` for anything else.
    public init?(_ text: String) {
        var rest = text.lowercased()[...]
        if let bare = Figure.unsigned(rest) {
            seconds = bare
            return
        }
        var total = 0.0
        var last = Double.infinity
        while !rest.isEmpty {
            let figure = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest[figure.endIndex...]
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest[unit.endIndex...]
            guard let count = Figure.unsigned(figure), let length = Self.length(of: unit), length < last else {
                return nil
            }
            total += count * length
            last = length
        }
        guard last.isFinite, total.isFinite else { return nil }
        seconds = total
    }

    /// Seconds of a unit, by any of its names.
    static func length(of unit: some StringProtocol) -> Double? {
        switch unit.count > 1 && unit.last == "s" ? String(unit.dropLast()) : String(unit) {
        case "s", "sec", "second": 1
        case "m", "min", "minute": 60
        case "h", "hr", "hour": 3600
        case "d", "day": 86_400
        case "w", "week": 604_800
        default: nil
        }
    }
}
