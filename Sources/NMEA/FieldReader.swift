/// Reads the comma-separated fields of a sentence from left to right, without copying.
///
/// Beyond the last field there are only empty ones: a sentence may be shorter than the standard's newest edition.
struct FieldReader {
    private let bytes: UnsafeRawBufferPointer
    private var index: Int

    /// Reads from `index`, which is behind the comma of the address.
    init(_ bytes: UnsafeRawBufferPointer, from index: Int) {
        self.bytes = bytes
        self.index = index
    }

    private static let comma = UInt8(ascii: ",")

    /// Skips this many fields.
    mutating func skip(_ count: Int = 1) {
        for _ in 0..<count {
            while index < bytes.count, bytes[index] != Self.comma { index += 1 }
            index += 1
        }
    }

    /// Whether a field is there to be read, be it empty.
    var hasMore: Bool { index <= bytes.count }

    /// How many fields are left, empty ones counted.
    var remaining: Int {
        guard hasMore else { return 0 }
        var count = 1
        for position in index..<bytes.count where bytes[position] == Self.comma { count += 1 }
        return count
    }

    /// A field of one letter; `nil` where it is empty or longer.
    mutating func letter() -> UInt8? {
        guard index < bytes.count else {
            index += 1
            return nil
        }
        let first = bytes[index]
        if first == Self.comma {
            index += 1
            return nil
        }
        if index + 1 >= bytes.count || bytes[index + 1] == Self.comma {
            index += 2
            return first
        }
        skip()
        return nil
    }

    /// A field of letters, packed in the order of reading; `nil` where it is empty or longer than eight.
    mutating func letters() -> UInt64? {
        var packed: UInt64 = 0
        var count = 0
        while index < bytes.count, bytes[index] != Self.comma {
            packed = packed << 8 | UInt64(bytes[index])
            count += 1
            index += 1
        }
        index += 1
        return (1...8).contains(count) ? packed : nil
    }

    /// A decimal number: an optional sign, digits, an optional point. `nil` where the field is anything else, or has
    /// more digits before its point than any figure of a receiver. Decimals beyond the ninth are cut off.
    mutating func decimal() -> Decimal? {
        guard index < bytes.count else {
            index += 1
            return nil
        }
        let isNegative = bytes[index] == UInt8(ascii: "-")
        if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
        var mantissa: UInt64 = 0
        let start = index
        while let digit = digit(at: index) {
            mantissa = mantissa &* 10 &+ digit
            index &+= 1
        }
        let integerDigits = index &- start
        guard integerDigits <= Self.mostDigits else { return malformed() }
        var unit: UInt64 = 1
        var decimals = 0
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index &+= 1
            let point = index
            while let digit = digit(at: index) {
                if unit < Self.smallestUnit {
                    mantissa = mantissa &* 10 &+ digit
                    unit = unit &* 10
                }
                index &+= 1
            }
            decimals = index &- point
        }
        guard index >= bytes.count || bytes[index] == Self.comma else { return malformed() }
        index &+= 1
        guard integerDigits + decimals > 0 else { return nil }
        return Decimal(isNegative: isNegative, mantissa: mantissa, unit: unit, integerDigits: integerDigits)
    }

    /// The digit at a position; `nil` if there is none.
    @inline(__always)
    private func digit(at position: Int) -> UInt64? {
        guard position < bytes.count else { return nil }
        let digit = bytes[position] &- UInt8(ascii: "0")
        return digit < 10 ? UInt64(digit) : nil
    }

    private static let mostDigits = 10
    /// Ten digits before the point and nine behind it fit 64 bits.
    private static let smallestUnit: UInt64 = 1_000_000_000

    private mutating func malformed() -> Decimal? {
        skip()
        return nil
    }

    /// A number; `nil` if the field is not one.
    mutating func number() -> Double? {
        decimal()?.value
    }

    /// A number that is not negative; `nil` if the field is not one. `-0.0`, which very small numbers are printed as, is 0.
    mutating func magnitude() -> Double? {
        guard let decimal = decimal(), !decimal.isNegative || decimal.mantissa == 0 else { return nil }
        return abs(decimal.value)
    }

    /// A whole number within a range; `nil` if the field is not one. A trailing point is allowed.
    mutating func integer(in range: ClosedRange<Int>) -> Int? {
        // Nearly all are a few plain digits, or nothing: lists of satellites.
        var plain: UInt64 = 0
        var end = index
        while end &- index < Self.mostDigits, let digit = digit(at: end) {
            plain = plain &* 10 &+ digit
            end &+= 1
        }
        if end >= bytes.count || bytes[end] == Self.comma {
            defer { index = end &+ 1 }
            return end > index && range.contains(Int(plain)) ? Int(plain) : nil
        }
        guard let decimal = decimal(), decimal.unit == 1 else { return nil }
        let value = decimal.isNegative ? -Int(decimal.mantissa) : Int(decimal.mantissa)
        return range.contains(value) ? value : nil
    }

    /// A time of day; `nil` if the field is not one.
    mutating func timeOfDay() -> TimeOfDay? {
        decimal().flatMap(TimeOfDay.init)
    }

    /// A direction in degrees, 0..<360; `nil` if the field is not one. 360 is 0.
    mutating func direction() -> Double? {
        guard let value = magnitude(), value <= 360 else { return nil }
        return value == 360 ? 0 : value
    }
}
