public import LocationModel
public import LocdProtocol
public import Phrasing

/// The results for the fixes, one line each, as `locd why` prints them.
///
///     12:03:05 not recorded: 4.2 m from the last recorded location, distanceFilter is 10 m
public struct WhyText: Sendable {
    /// The lines, each ended by a newline.
    public let text: String
    /// Additional notes, one sentence each.
    public let notes: [String]

    /// Creates the text of a reply. `now` is the system time of its arrival, used to date outcomes without a receiver
    /// time. Consecutive outcomes that differ only in their figures share a line, with the figures of the last one.
    public init(_ reply: WhyReply, at now: Timestamp, calendar: LocalCalendar = .utc) {
        var text = ""
        var day: CivilDate?
        for fix in Self.folded(reply.fixes) {
            let span = OutcomeSpan(fix, at: now, calendar: calendar)
            if let start = span.start.map(calendar.day(of:)), start != day {
                text += "\(start)\(calendar.isUTC ? " (UTC)" : "")\n"
                day = start
            }
            text += "\(span.words) \(OutcomeWords(fix).sentence)\n"
        }
        self.text = text
        notes = Self.notes(on: reply)
    }

    /// Merges neighbours with the same outcome and reason.
    private static func folded(_ fixes: [ReportedOutcome]) -> [ReportedOutcome] {
        var folded: [ReportedOutcome] = []
        for fix in fixes {
            guard let last = folded.last, fix.outcome != .outage, last.outcome == fix.outcome,
                last.reason == fix.reason,
                fix.timestamp != nil, last.timestamp != nil
            else {
                folded.append(fix)
                continue
            }
            var both = fix
            both.count = last.count + fix.count
            both.timestamp = last.timestamp
            both.lastTimestamp = fix.lastTimestamp ?? fix.timestamp
            folded[folded.count - 1] = both
        }
        return folded
    }

    private static func notes(on reply: WhyReply) -> [String] {
        var notes: [String] = []
        if reply.fixes.isEmpty { notes.append("You may not see recent fixes.") }
        if reply.isNearest, !reply.fixes.isEmpty {
            notes.append("No fixes stored for that time; these are the nearest ones.")
        }
        if reply.isCut { notes.append("Only the latest are shown; use a shorter time range to see the others.") }
        if let refused = reply.refused { notes.append("Of what the receiver sent lately: \(refused).") }
        if !reply.isRecording { notes.append("No track is recorded: recorder.enabled is false.") }
        if !reply.authorizationStatus.isAuthorized {
            notes.append(
                "Details that depend on movement need access to the position (locd client allow, by an administrator).")
        }
        return notes
    }
}

/// The time of an outcome: `12:03:05`, or `12:03:05 to 12:09:30 (386 fixes)`; with `about` if the receiver gave no
/// time.
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
