/// A time of day, UTC, to the millisecond, as sentences spell it: `hhmmss.sss`.
public struct TimeOfDay: Sendable, Hashable, Comparable {
    /// Milliseconds since midnight, 0...86,401,000: second 60 of a leap second is the second after 59.
    public let milliseconds: Int32

    /// Takes milliseconds since midnight; `nil` outside 0...86,401,000.
    public init?(milliseconds: Int32) {
        guard (0...86_401_000).contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// Takes `hhmmss` with any number of decimals, rounded to the millisecond; `nil` if it is not a time of day.
    @inline(__always)
    init?(_ decimal: Decimal) {
        guard !decimal.isNegative, decimal.integerDigits == 6 else { return nil }
        let (whole, fraction) = (decimal.whole, decimal.fraction)
        let hour = whole / 10_000
        let minute = whole / 100 % 100
        let second = whole % 100
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        let thousandths = fraction == 0 ? 0 : (fraction * 1000 + decimal.unit / 2) / decimal.unit
        milliseconds = Int32(((hour * 60 + minute) * 60 + second) * 1000 + thousandths)
    }

    /// Earlier first.
    public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
