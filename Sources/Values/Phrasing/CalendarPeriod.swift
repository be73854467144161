public import LocationModel

/// A period of a calendar, in which people add up what they did.
public enum CalendarPeriod: String, Sendable, Hashable, CaseIterable {
    /// From midnight to midnight.
    case day
    /// From Monday to Sunday.
    case week
    /// A month of the year.
    case month

    /// The first day of the period that holds a day.
    public func first(holding day: CivilDate) -> CivilDate {
        switch self {
        case .day: day
        case .week: day.monday
        case .month: CivilDate(year: day.year, month: day.month, day: 1) ?? day
        }
    }

    /// The first moment of the period that holds a moment, and the first one after it.
    public func bounds(holding moment: Timestamp, in calendar: LocalCalendar) -> (from: Timestamp, to: Timestamp) {
        let first = first(holding: calendar.day(of: moment))
        let last: CivilDate? =
            switch self {
            case .day: first
            case .week: first.advanced(byDays: 6)
            case .month:
                CivilDate(
                    year: first.year, month: first.month, day: CivilDate.days(inMonth: first.month, of: first.year))
            }
        return (calendar.start(of: first), calendar.end(of: last ?? first))
    }

    /// What a period is called that begins on a day: `2026-11-21`, `2026-11-16 (week)`, `2026-11`.
    public func name(from first: CivilDate) -> String {
        switch self {
        case .day: "\(first)"
        case .week: "\(first) (week)"
        case .month: String("\(first)".dropLast(3))
        }
    }
}
