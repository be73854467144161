/// A day of the Gregorian calendar, UTC, as sentences spell it.
public struct CalendarDate: Sendable, Hashable {
    /// Days since 1970-01-01.
    public let daysSince1970: Int32

    /// Takes days since 1970-01-01.
    public init(daysSince1970: Int32) {
        self.daysSince1970 = daysSince1970
    }

    /// Takes a year (1900 to 9999), a month and a day; `nil` where the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1900...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length =
            switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        guard day <= length else { return nil }
        // Years begin in March, so that the leap day is the last one (H. Hinnant's days-from-civil).
        let shifted = month <= 2 ? year - 1 : year
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSince1970 = Int32(shifted / 400 * 146_097 + dayOfEra - 719_468)
    }

    /// Takes `ddmmyy`: years 70 to 99 are 1970 to 1999, the others 2000 to 2069. `nil` if it is not a date.
    @inline(__always)
    init?(_ decimal: Decimal) {
        guard !decimal.isNegative, decimal.unit == 1, decimal.integerDigits == 6 else { return nil }
        let digits = Int(decimal.whole)
        let year = digits % 100
        self.init(year: year < 70 ? 2000 + year : 1900 + year, month: digits / 100 % 100, day: digits / 10_000)
    }
}
