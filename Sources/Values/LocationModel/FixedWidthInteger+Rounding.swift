extension FixedWidthInteger {
    /// The whole number nearest to a value by a rule; the smallest or the largest that there is for a value beyond
    /// them, and 0 for what is not a number. The one way from `Double` to an integer: it cannot trap.
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

extension Double {
    /// A direction in degrees, for a text with this many decimals: what would be 360 there becomes 0.
    package func direction(decimals: Int) -> Double {
        let half = decimals == 1 ? 0.05 : 0.005
        return self < 360 - half ? self : 0
    }
}

// A bare conversion of a Double traps on what the integer cannot hold. These stand in front of Swift's own wherever
// LocationModel is imported: the compiler says which conversion it is, and warnings are errors here.
extension Int {
    @available(*, deprecated, message: "traps on what it cannot hold: init(rounding:)")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}
extension Int64 {
    @available(*, deprecated, message: "traps on what it cannot hold: init(rounding:)")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}
extension Int32 {
    @available(*, deprecated, message: "traps on what it cannot hold: init(rounding:)")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}
extension Int16 {
    @available(*, deprecated, message: "traps on what it cannot hold: init(rounding:)")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}
extension Int8 {
    @available(*, deprecated, message: "traps on what it cannot hold: init(rounding:)")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}
extension UInt {
    @available(*, deprecated, message: "traps on what it cannot hold: init(rounding:)")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}
extension UInt64 {
    @available(*, deprecated, message: "traps on what it cannot hold: init(rounding:)")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}
extension UInt32 {
    @available(*, deprecated, message: "traps on what it cannot hold: init(rounding:)")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}
extension UInt16 {
    @available(*, deprecated, message: "traps on what it cannot hold: init(rounding:)")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}
extension UInt8 {
    @available(*, deprecated, message: "traps on what it cannot hold: init(rounding:)")
    package init(_ value: Double) { self.init(rounding: value, .towardZero) }
}
