/// A decimal number as it is spelled: no digit is lost before it is known what it means.
struct Decimal {
    var isNegative: Bool
    /// The digits before the point as a number, below 10^10.
    var whole: UInt64
    /// The digits behind the point as a number, below ``unit``.
    var fraction: UInt64
    /// Ten to the number of decimals, at most 10^9.
    var unit: UInt64
    /// How many digits stand before the point.
    var integerDigits: Int

    /// All digits as one number, below 10^19.
    var mantissa: UInt64 { whole &* unit &+ fraction }

    /// The number; correctly rounded up to 15 digits.
    @inline(__always)
    var value: Double {
        let mantissa = mantissa
        // Signed numbers take one instruction to convert, and nearly all fit.
        let magnitude = mantissa >> 63 == 0 ? Double(Int64(bitPattern: mantissa)) : Double(mantissa)
        let value = unit == 1 ? magnitude : magnitude / Double(Int64(bitPattern: unit))
        return isNegative ? -value : value
    }
}
