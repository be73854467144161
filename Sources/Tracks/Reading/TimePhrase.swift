public import LocationModel

/// A time as a person writes it: `2026-11-21`, `yesterday 14:00`, `2 hours ago`. UTC, unless an offset is given.
///
/// What is said coarsely means all of it: a day from its midnight to the next, a minute its sixty seconds.
public struct TimePhrase: Sendable, Hashable {
    /// Its first moment.
    public let start: Timestamp
    /// The first moment after it.
    public let end: Timestamp

    /// What can be written, for a message.
    public static let forms = """
        2026-11-21, 2026-11-21T06:00, "2026-11-21 06:00:00+01:00", 06:00, 2026-11, 2026, now, today, yesterday, \
        "yesterday 14:00", monday, "2 hours ago", @1795240800
        """

    /// Reads a phrase; `now` is the present moment, against which `today` and `ago` count. `nil` for anything else.
    public init?(_ text: String, now: Timestamp) {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        guard let phrase = Self.read(words, now) else { return nil }
        self = phrase
    }

    private init(_ start: Timestamp, lasting milliseconds: Int64) {
        self.start = start
        end = Timestamp(milliseconds: start.milliseconds + milliseconds) ?? .latest
    }

    private static let second: Int64 = 1000
    private static let minute = 60 * second
    private static let hour = 60 * minute
    private static let day = 24 * hour

    private static func read(_ words: [Substring], _ now: Timestamp) -> TimePhrase? {
        switch words.count {
        case 1: return single(words[0], now)
        case 2:
            guard let day = date(words[0], now) else { return nil }
            return clock(words[1], on: day)
        case 3 where words[2] == "ago": return ago(words[0], words[1], now)
        default: return nil
        }
    }

    private static func single(_ word: Substring, _ now: Timestamp) -> TimePhrase? {
        if word == "now" { return TimePhrase(now, lasting: 0) }
        if word.first == "@" {
            guard let seconds = Int64(word.dropFirst()), let moment = Timestamp(seconds: seconds) else { return nil }
            return TimePhrase(moment, lasting: second)
        }
        if let day = date(word, now) { return TimePhrase(day.midnight, lasting: Self.day) }
        if let phrase = clock(word, on: now.day) { return phrase }
        if let phrase = monthOrYear(word) { return phrase }
        guard let separator = word.firstIndex(of: "t"), let day = CivilDate(word[..<separator]) else { return nil }
        return clock(word[word.index(after: separator)...], on: day)
    }

    /// `2026-11-21`, `today`, `yesterday`, or the last day of that name, today not among them.
    private static func date(_ word: Substring, _ now: Timestamp) -> CivilDate? {
        if let day = CivilDate(word) { return day }
        switch word {
        case "today": return now.day
        case "yesterday": return moved(now, by: -Self.day)?.day
        default:
            let names = ["thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday"]
            guard word.count >= 3, let wanted = names.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
            // 1970-01-01 was a Thursday.
            let past = (now.day.daysSince1970 - Int64(wanted)) % 7
            return moved(now, by: -(past <= 0 ? past + 7 : past) * Self.day)?.day
        }
    }

    /// `06:00`, `06:00:30`, `06:00:30.5`, each with `Z` or an offset where wanted.
    private static func clock(_ word: Substring, on day: CivilDate) -> TimePhrase? {
        var time = word
        var zone = "Z"
        if let sign = time.lastIndex(where: { "+-z".contains($0) }) {
            zone = String(time[sign...]).uppercased()
            // +0100 and +01 are written too.
            if zone.count == 5, !zone.contains(":") { zone.insert(":", at: zone.index(zone.endIndex, offsetBy: -2)) }
            if zone.count == 3 { zone += ":00" }
            time = time[..<sign]
        }
        let colons = time.count { $0 == ":" }
        guard colons == 1 || colons == 2 else { return nil }
        // One digit for the hour is how people write it.
        let padded =
            (time.firstIndex(of: ":").map { time.distance(from: time.startIndex, to: $0) } == 1 ? "0" : "") + time
        let full = padded + (colons == 1 ? ":00" : "")
        guard let moment = Timestamp("\(day)T\(full)\(zone)") else { return nil }
        let isFraction = full.contains(".")
        return TimePhrase(moment, lasting: isFraction ? 1 : colons == 1 ? minute : second)
    }

    private static func monthOrYear(_ word: Substring) -> TimePhrase? {
        let pieces = word.split(separator: "-", omittingEmptySubsequences: false)
        guard pieces.count <= 2, let first = pieces.first, first.count == 4, let year = Int(first) else { return nil }
        guard pieces.count == 2 else {
            guard let start = CivilDate(year: year, month: 1, day: 1),
                let last = CivilDate(year: year, month: 12, day: 31)
            else { return nil }
            return TimePhrase(start.midnight, lasting: (last.daysSince1970 - start.daysSince1970 + 1) * Self.day)
        }
        guard pieces[1].count == 2, let month = Int(pieces[1]), let start = CivilDate(year: year, month: month, day: 1)
        else { return nil }
        return TimePhrase(start.midnight, lasting: Int64(CivilDate.days(inMonth: month, of: year)) * Self.day)
    }

    /// `2 hours ago`, `a day ago`: that moment; of days and weeks the whole day.
    private static func ago(_ count: Substring, _ unit: Substring, _ now: Timestamp) -> TimePhrase? {
        guard let number = count == "a" || count == "an" ? 1 : Int64(count), number >= 0 else { return nil }
        let length: Int64
        switch unit.last == "s" && unit.count > 1 ? unit.dropLast() : unit {
        case "second", "sec", "s": length = second
        case "minute", "min": length = minute
        case "hour", "h": length = hour
        case "day", "d": length = day
        case "week", "w": length = 7 * day
        default: return nil
        }
        let (total, overflow) = number.multipliedReportingOverflow(by: length)
        guard !overflow, let moment = moved(now, by: -total) else { return nil }
        return length < day ? TimePhrase(moment, lasting: 0) : TimePhrase(moment.day.midnight, lasting: day)
    }

    private static func moved(_ moment: Timestamp, by milliseconds: Int64) -> Timestamp? {
        let (sum, overflow) = moment.milliseconds.addingReportingOverflow(milliseconds)
        return overflow ? nil : Timestamp(milliseconds: sum)
    }
}
