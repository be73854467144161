import LocationModel
import LocdProtocol
import Phrasing

/// The time of an outcome: `12:03:05`, or `12:03:05 to 12:09:30 (386 fixes)`; with `about` if the receiver gave no time.
struct OutcomeSpan {
    /// The first moment; `nil` if it is earlier than a ``Timestamp`` can represent.
    let start: Timestamp?
    let words: String

    init(_ fix: ReportedOutcome, at now: Timestamp, calendar: LocalCalendar) {
        let own = fix.timestamp.flatMap { Timestamp($0) }
        let last = fix.lastTimestamp.flatMap { Timestamp($0) }
        let known = own ?? fix.approximateTimestamp.flatMap { Timestamp($0) }
        let end =
            last ?? known?.advanced(bySeconds: fix.duration) ?? now.advanced(bySeconds: -fix.age)
        let start = known ?? end.advanced(bySeconds: -fix.duration)
        self.start = start
        let about = own == nil ? "about " : ""
        let count = fix.count > 1 ? " (\(Words.counted(fix.count, "fix", plural: "fixes")))" : ""
        if fix.outcome == .outage, fix.age == 0 {
            words = "since \(about)\(Self.clock(calendar.shown(at: start)))"
        } else if fix.count > 1 || fix.outcome == .outage, end > start {
            let (first, last) = (calendar.day(of: start), calendar.day(of: end))
            let day = first == last ? "" : "\(last) "
            words =
                "\(about)\(Self.clock(calendar.shown(at: start))) to \(day)\(Self.clock(calendar.shown(at: end)))\(count)"
        } else {
            words = "\(about)\(Self.clock(calendar.shown(at: start)))\(count)"
        }
    }

    /// The time of day, without milliseconds if they are zero.
    private static func clock(_ moment: Timestamp) -> String {
        let text = moment.description
        return String(text.dropFirst(11).prefix(moment.milliseconds % 1000 == 0 ? 8 : 12))
    }
}
