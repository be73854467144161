public import LocationModel

/// Converts between moments and the local time of a place, using the offset of its clocks from UTC. It contains no time
/// zones.
public struct LocalCalendar: Sendable {
    /// The offset of local clocks from UTC at a moment, in seconds; negative west of Greenwich.
    private let offset: @Sendable (Timestamp) -> Int
    /// Whether this is UTC, whose times are printed with a `Z`.
    public let isUTC: Bool

    /// The calendar of UTC.
    public static let utc = LocalCalendar()

    /// Creates a calendar from the offset of its clocks from UTC at each moment, in seconds, less than a day.
    public init(offset: @escaping @Sendable (Timestamp) -> Int) {
        self.offset = offset
        isUTC = false
    }

    private init() {
        offset = { _ in 0 }
        isUTC = true
    }

    /// The offset of local clocks from UTC at a moment, in seconds.
    public func secondsAhead(at moment: Timestamp) -> Int { min(max(offset(moment), -86_400), 86_400) }

    /// The local day of a moment.
    public func day(of moment: Timestamp) -> CivilDate { shown(at: moment).day }

    /// The first moment of a day. If clocks skip midnight, this is the moment at which they jump.
    public func start(of day: CivilDate) -> Timestamp { moment(day, 0) }

    /// The first moment after a day. Days may have 23 or 25 hours.
    public func end(of day: CivilDate) -> Timestamp { day.next.map(start(of:)) ?? .latest }

    /// The moment at which clocks show a number of milliseconds after midnight, 0..<86,400,000. If they show it twice,
    /// the first one; if they skip it, the moment at which they jump.
    public func moment(_ day: CivilDate, _ milliseconds: Int64) -> Timestamp {
        let shown = day.midnight.milliseconds + milliseconds
        let candidates = Self.around(shown).map { shown - Int64(secondsAhead(at: $0)) * 1000 }.sorted()
        if let exact = candidates.compactMap({ Timestamp(milliseconds: $0) }).first(where: {
            self.shown(at: $0).milliseconds == shown
        }) {
            return exact
        }
        // Skipped: the clocks jump at a moment between the two.
        guard let first = candidates.first.map(Self.held), let last = candidates.last.map(Self.held) else {
            return .latest
        }
        var (before, after) = (first.milliseconds / 1000 - 86_400, last.milliseconds / 1000 + 86_400)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if self.shown(at: Self.held(middle * 1000)).milliseconds < shown { before = middle } else { after = middle }
        }
        return Self.held(after * 1000)
    }

    /// The time that clocks show, as if it were UTC.
    public func shown(at moment: Timestamp) -> Timestamp {
        Self.held(moment.milliseconds + Int64(secondsAhead(at: moment)) * 1000)
    }

    /// Whether clocks show the same time again, or showed it before, within a day.
    func isAmbiguous(_ moment: Timestamp) -> Bool {
        let shown = shown(at: moment).milliseconds
        return Self.around(shown).contains { other in
            let candidate = Self.held(shown - Int64(secondsAhead(at: other)) * 1000)
            return candidate != moment && self.shown(at: candidate).milliseconds == shown
        }
    }

    /// A day before and a day after: clocks change less often.
    private static func around(_ milliseconds: Int64) -> [Timestamp] {
        [held(milliseconds - 86_400_000), held(milliseconds + 86_400_000)]
    }

    private static func held(_ milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: milliseconds) ?? (milliseconds < 0 ? .earliest : .latest)
    }
}

extension CivilDate {
    /// The date a number of days later; `nil` outside the years 1 to 9999.
    public func advanced(byDays days: Int64) -> CivilDate? {
        let (sum, overflow) = days.addingReportingOverflow(daysSince1970)
        let (milliseconds, tooFar) = sum.multipliedReportingOverflow(by: 86_400_000)
        return overflow || tooFar ? nil : Timestamp(milliseconds: milliseconds)?.day
    }

    /// The next day; `nil` after the last one.
    public var next: CivilDate? { advanced(byDays: 1) }

    /// The Monday of this week.
    public var monday: CivilDate { advanced(byDays: -((daysSince1970 + 3) % 7 + 7) % 7) ?? self }
}

extension LocalCalendar {
    /// `2026-11-21 12:03:05`, in UTC with a `Z`; with its offset where clocks show the same time twice. ``TimePhrase``
    /// reads it.
    public func text(_ moment: Timestamp) -> String {
        "\(day(of: moment)) \(clock(moment, withSeconds: true))"
    }

    /// `2026-11-21 12:03`, the minute of a moment.
    public func minuteText(_ moment: Timestamp) -> String {
        "\(day(of: moment)) \(clock(moment, withSeconds: false))"
    }

    /// `12:03:05` or `12:03`: the time of day alone.
    public func clock(_ moment: Timestamp, withSeconds: Bool) -> String {
        let seconds = Int(shown(at: moment).millisecondsOfDay / 1000)
        var text = "\(Figure.twoDigits(seconds / 3600)):\(Figure.twoDigits(seconds / 60 % 60))"
        if withSeconds { text += ":\(Figure.twoDigits(seconds % 60))" }
        return text + zone(at: moment)
    }

    /// A moment near now: the time of day alone today, `yesterday 12:03`, else the day too.
    public func text(_ moment: Timestamp, near now: Timestamp) -> String {
        let (day, today) = (day(of: moment), day(of: now))
        let clock = clock(moment, withSeconds: false)
        if day == today { return clock }
        return day.next == today ? "yesterday \(clock)" : "\(day) \(clock)"
    }

    /// `Z`, `+12:00` where it is needed to tell two times apart, or nothing.
    private func zone(at moment: Timestamp) -> String {
        if isUTC { return "Z" }
        guard isAmbiguous(moment) else { return "" }
        let minutes = secondsAhead(at: moment) / 60
        let size = abs(minutes)
        return "\(minutes < 0 ? "-" : "+")\(Figure.twoDigits(size / 60)):\(Figure.twoDigits(size % 60))"
    }
}
