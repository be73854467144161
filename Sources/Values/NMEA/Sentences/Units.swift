/// The international knot: 1852 m in an hour.
let metresPerSecondPerKnot = 1852.0 / 3600

extension FieldReader {
    /// Two fields: degrees, E or W. East is positive; `nil` where one is missing or malformed.
    mutating func variation() -> Double? {
        let degrees = magnitude()
        let side = letter()
        guard let degrees, degrees <= 180 else { return nil }
        switch side {
        case UInt8(ascii: "E"): return degrees
        case UInt8(ascii: "W"): return -degrees
        default: return nil
        }
    }

    /// Two fields: a number and its unit, which must be `M`, or missing.
    mutating func metres() -> Double? {
        let value = number()
        let unit = letter()
        return unit == nil || unit == UInt8(ascii: "M") ? value : nil
    }

    /// A dilution of precision: above 0 and below 50. Receivers that know none write 0, 50, 99 or 99.99.
    mutating func dilution() -> Double? { horizontalDilution().flatMap { $0 < 50 ? $0 : nil } }

    /// The same of any size: a position for which the horizontal one is not known, or is as bad as that, is hardly one.
    mutating func horizontalDilution() -> Double? {
        guard let value = magnitude(), value > 0 else { return nil }
        return value
    }

    /// A standard deviation in metres: above 0.
    mutating func deviation() -> Double? {
        guard let value = magnitude(), value > 0 else { return nil }
        return value
    }
}
