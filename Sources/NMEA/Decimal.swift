/// A decimal number as it is spelled: no digit is lost before it is known what it means.
struct Decimal {
    var isNegative: Bool
    /// All digits as one number, below 10^19.
    var mantissa: UInt64
    /// Ten to the number of decimals, at most 10^9.
    var unit: UInt64
    /// How many digits stand before the point.
    var integerDigits: Int

    /// The number; correctly rounded up to 15 digits.
    var value: Double {
        let magnitude = Double(mantissa) / Double(unit)
        return isNegative ? -magnitude : magnitude
    }
}
