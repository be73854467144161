extension FixedWidthInteger {
    /// The whole number nearest to a value by a rule; the smallest or the largest that there is for a value beyond them, and 0 for
    /// what is not a number. The one way from `Double` to an integer: it cannot trap.
    @inlinable package init(rounding value: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
        let whole = value.rounded(rule)
        self = Self(exactly: whole) ?? (whole > 0 ? .max : whole < 0 ? .min : 0)
    }

    /// The sum, or the smallest or the largest number that there is.
    package func clampedAdding(_ other: Self) -> Self {
        let (sum, isTooFar) = addingReportingOverflow(other)
        return !isTooFar ? sum : other > 0 ? .max : .min
    }
}

// The standard library's conversions trap, so these take their place: a file that imports LocationModel and converts a `Double` without
// saying how to round does not compile. `make lint` looks for it in all files.

extension Int {
    @available(*, deprecated, message: "use Int(rounding:), which cannot trap")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}

extension Int8 {
    @available(*, deprecated, message: "use Int8(rounding:), which cannot trap")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}

extension Int16 {
    @available(*, deprecated, message: "use Int16(rounding:), which cannot trap")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}

extension Int32 {
    @available(*, deprecated, message: "use Int32(rounding:), which cannot trap")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}

extension Int64 {
    @available(*, deprecated, message: "use Int64(rounding:), which cannot trap")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}

extension UInt {
    @available(*, deprecated, message: "use UInt(rounding:), which cannot trap")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}

extension UInt8 {
    @available(*, deprecated, message: "use UInt8(rounding:), which cannot trap")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}

extension UInt16 {
    @available(*, deprecated, message: "use UInt16(rounding:), which cannot trap")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}

extension UInt32 {
    @available(*, deprecated, message: "use UInt32(rounding:), which cannot trap")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}

extension UInt64 {
    @available(*, deprecated, message: "use UInt64(rounding:), which cannot trap")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}
