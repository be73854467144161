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

    /// Passes over so many fields.
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
        var mantissa: UInt64 = 0
        var unit: UInt64 = 1
        var integerDigits = 0
        var digits = 0
        var isNegative = false
        var isFraction = false
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                digits += 1
                if !isFraction {
                    guard integerDigits < 10 else { return malformed() }
                    integerDigits += 1
                    mantissa = mantissa &* 10 &+ UInt64(digit)
                } else if unit < Self.smallestUnit {
                    mantissa = mantissa &* 10 &+ UInt64(digit)
                    unit = unit &* 10
                }
            } else if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else if byte == Self.comma {
                break
            } else if index == start, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
                isNegative = byte == UInt8(ascii: "-")
            } else {
                return malformed()
            }
            index += 1
        }
        index += 1
        guard digits > 0 else { return nil }
        return Decimal(isNegative: isNegative, mantissa: mantissa, unit: unit, integerDigits: integerDigits)
    }

    /// Ten digits before the point and nine behind it fit 64 bits.
    private static let smallestUnit: UInt64 = 1_000_000_000

    private mutating func malformed() -> Decimal? {
        skip()
        return nil
    }

    /// A number; `nil` where the field is none.
    mutating func number() -> Double? {
        decimal()?.value
    }

    /// A number that is not negative; `nil` where the field is none.
    mutating func magnitude() -> Double? {
        guard let decimal = decimal(), !decimal.isNegative else { return nil }
        return decimal.value
    }

    /// A whole number within a range; `nil` where the field is none.
    mutating func integer(in range: ClosedRange<Int>) -> Int? {
        guard let decimal = decimal(), decimal.unit == 1 else { return nil }
        let value = decimal.isNegative ? -Int(decimal.mantissa) : Int(decimal.mantissa)
        return range.contains(value) ? value : nil
    }

    /// A time of day; `nil` where the field is none.
    mutating func timeOfDay() -> TimeOfDay? {
        decimal().flatMap(TimeOfDay.init)
    }

    /// A direction in degrees, 0..<360; `nil` where the field is none. 360 is 0.
    mutating func direction() -> Double? {
        guard let value = magnitude(), value <= 360 else { return nil }
        return value == 360 ? 0 : value
    }
}
