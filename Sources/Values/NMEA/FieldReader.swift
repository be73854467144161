/// Reads the comma-separated fields of a sentence from left to right, without copying.
///
/// Beyond the last field there are only empty ones: a sentence may be shorter than the standard's newest edition.
///
/// Numbers are read eight digits at a time, where so many bytes may be read: a receiver sends thirty numbers for a fix,
/// and a digit at a time took half as long as all the rest.
struct FieldReader {
    /// The sentence, and what may be read behind it.
    private let bytes: UnsafeRawBufferPointer
    /// Where the sentence ends.
    private let count: Int
    private var index: Int

    /// Reads from `index`, which is behind the comma of the address.
    init(_ bytes: UnsafeRawBufferPointer, from index: Int) {
        self.init(bytes, count: bytes.count, from: index)
    }

    /// Reads from `index` to `count`. Behind that may be more bytes: the first of them belongs to no number.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, count: Int, from index: Int) {
        self.bytes = bytes
        self.count = count
        self.index = index
    }

    private static let comma = UInt8(ascii: ",")
    /// Some devices and simulators fill fields with blanks.
    private static let blank = UInt8(ascii: " ")

    mutating func skip(_ fields: Int = 1) {
        for _ in 0..<fields {
            while index < count, bytes[index] != Self.comma { index &+= 1 }
            index &+= 1
        }
    }

    /// Whether a field is there to be read, be it empty.
    var hasMore: Bool { index <= count }

    /// How many fields are left, empty ones counted.
    var remaining: Int {
        guard hasMore else { return 0 }
        var fields = 1
        for position in index..<count where bytes[position] == Self.comma { fields &+= 1 }
        return fields
    }

    /// A field of one letter; `nil` where it is empty or longer.
    mutating func letter() -> UInt8? {
        skipBlanks()
        guard index < count else {
            index += 1
            return nil
        }
        let first = bytes[index]
        if first == Self.comma {
            index += 1
            return nil
        }
        index += 1
        skipBlanks()
        let isLetter = isEnd(index)
        skip()
        return isLetter ? first : nil
    }

    /// A field of letters, packed in the order of reading; `nil` where it is empty or longer than eight.
    mutating func letters() -> UInt64? {
        var packed: UInt64 = 0
        let start = index
        while index < count, bytes[index] != Self.comma {
            packed = packed << 8 | UInt64(bytes[index])
            index += 1
        }
        index += 1
        return (1...8).contains(index - 1 - start) ? packed : nil
    }

    /// A decimal number: an optional sign, digits, an optional point. `nil` where the field is anything else, or has
    /// more digits before its point than any figure of a receiver. Decimals beyond the ninth are cut off.
    ///
    /// Inlined into the few that say what the number is: they need not all of it.
    @inline(__always)
    mutating func decimal() -> Decimal? {
        guard index < count, let first = word(at: index) else { return rareDecimal() }
        var digits = first
        var start = index
        switch UInt8(truncatingIfNeeded: digits) {
        case Self.comma:
            index &+= 1
            return nil
        case UInt8(ascii: "-"):
            start &+= 1
            guard let next = word(at: start) else { return rareDecimal() }
            digits = next
        default: break
        }
        let integerDigits = Self.digitCount(digits)
        guard integerDigits < 8 else { return rareDecimal() }
        let whole = Self.number(digits, integerDigits)
        let isNegative = start != index
        var end = start &+ integerDigits
        var decimals = 0
        var fraction: UInt64 = 0
        if bytes[end] == UInt8(ascii: "."), end < count {
            guard let behind = word(at: end &+ 1) else { return rareDecimal() }
            decimals = Self.digitCount(behind)
            guard decimals < 8 else { return rareDecimal() }
            fraction = Self.number(behind, decimals)
            end &+= 1 &+ decimals
        }
        guard integerDigits &+ decimals > 0, isEnd(end) else { return rareDecimal() }
        index = end &+ 1
        return Decimal(
            isNegative: isNegative, whole: whole, fraction: fraction, unit: Self.units[decimals],
            integerDigits: integerDigits)
    }

    /// The same, a digit at a time: what is long, malformed or last in its buffer.
    @inline(never)
    private mutating func rareDecimal() -> Decimal? {
        skipBlanks()
        guard index < count else {
            index += 1
            return nil
        }
        let isNegative = bytes[index] == UInt8(ascii: "-")
        if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
        var whole: UInt64 = 0
        let start = index
        while let digit = digit(at: index) {
            whole = whole &* 10 &+ digit
            index &+= 1
        }
        let integerDigits = index &- start
        guard integerDigits <= Self.mostDigits else { return malformed() }
        var fraction: UInt64 = 0
        var unit: UInt64 = 1
        var decimals = 0
        if index < count, bytes[index] == UInt8(ascii: ".") {
            index &+= 1
            let point = index
            while let digit = digit(at: index) {
                if unit < Self.smallestUnit {
                    fraction = fraction &* 10 &+ digit
                    unit = unit &* 10
                }
                index &+= 1
            }
            decimals = index &- point
        }
        skipBlanks()
        guard isEnd(index) else { return malformed() }
        index &+= 1
        guard integerDigits + decimals > 0 else { return nil }
        return Decimal(
            isNegative: isNegative, whole: whole, fraction: fraction, unit: unit, integerDigits: integerDigits)
    }

    private mutating func skipBlanks() {
        while index < count, bytes[index] == Self.blank { index &+= 1 }
    }

    /// Whether a field ends in front of this position.
    @inline(__always)
    private func isEnd(_ position: Int) -> Bool { position >= count || bytes[position] == Self.comma }

    /// The digit at a position; `nil` if there is none.
    @inline(__always)
    private func digit(at position: Int) -> UInt64? {
        guard position < count else { return nil }
        let digit = bytes[position] &- UInt8(ascii: "0")
        return digit < 10 ? UInt64(digit) : nil
    }

    /// Eight bytes, the first in the lowest bits; `nil` where not so many may be read.
    @inline(__always)
    private func word(at position: Int) -> UInt64? {
        guard position &+ 8 <= bytes.count else { return nil }
        return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// How many of eight bytes are digits, up to the first that is none.
    @inline(__always)
    private static func digitCount(_ word: UInt64) -> Int {
        let digits = word ^ 0x3030_3030_3030_3030
        // 10 and more reach the high bit; what is carried on by bytes that are no digit changes only those behind them.
        let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
        return others.trailingZeroBitCount &>> 3
    }

    /// The number that the first digits of eight bytes make, at most seven of them.
    @inline(__always)
    private static func number(_ word: UInt64, _ count: Int) -> UInt64 {
        // Zeros in front make them eight: pairs, fours, then all.
        let digits = ((word ^ 0x3030_3030_3030_3030) &<< UInt64(truncatingIfNeeded: (7 &- count) &* 8)) &<< 8
        let pairs = digits &* 10 &+ (digits &>> 8)
        let mask: UInt64 = 0x0000_00FF_0000_00FF
        return ((pairs & mask) &* 0x000F_4240_0000_0064 &+ ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001) &>> 32
    }

    private static let mostDigits = 10
    /// Ten digits before the point and nine behind it fit 64 bits.
    private static let smallestUnit: UInt64 = 1_000_000_000
    /// Ten to the power of up to seven.
    private static let units: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]

    private mutating func malformed() -> Decimal? {
        skip()
        return nil
    }

    /// A number; `nil` if the field is not one.
    @inline(never)
    mutating func number() -> Double? {
        decimal()?.value
    }

    /// A number that is not negative; `nil` if the field is not one. `-0.0`, which very small numbers are printed as,
    /// is 0.
    @inline(never)
    mutating func magnitude() -> Double? {
        guard let decimal = decimal(), !decimal.isNegative || decimal.mantissa == 0 else { return nil }
        return abs(decimal.value)
    }

    /// A whole number within a range; `nil` if the field is not one. A trailing point is allowed.
    mutating func integer(in range: ClosedRange<Int>) -> Int? {
        // Nearly all are a few plain digits, or nothing: lists of satellites.
        guard index < count, let digits = word(at: index) else { return rareInteger(in: range) }
        let length = Self.digitCount(digits)
        guard length < 8, isEnd(index &+ length) else { return rareInteger(in: range) }
        index &+= length &+ 1
        guard length > 0 else { return nil }
        let value = Int(truncatingIfNeeded: Self.number(digits, length))
        return range.contains(value) ? value : nil
    }

    @inline(never)
    private mutating func rareInteger(in range: ClosedRange<Int>) -> Int? {
        guard let decimal = rareDecimal(), decimal.unit == 1 else { return nil }
        let value = decimal.isNegative ? -Int(decimal.whole) : Int(decimal.whole)
        return range.contains(value) ? value : nil
    }

    /// A time of day; `nil` if the field is not one.
    @inline(never)
    mutating func timeOfDay() -> TimeOfDay? {
        guard let decimal = decimal() else { return nil }
        return TimeOfDay(decimal)
    }

    /// Degrees of `dddmm.mmm`, at most so many; `nil` if the field has none.
    @inline(never)
    mutating func degrees(upTo limit: UInt64) -> Double? {
        decimal()?.degrees(upTo: limit)
    }

    /// A date as `ddmmyy`; `nil` if the field is not one.
    @inline(never)
    mutating func date() -> CalendarDate? {
        guard let decimal = decimal() else { return nil }
        return CalendarDate(decimal)
    }

    /// A number of two digits, the most frequent field there is (lists of satellites), or an empty one; `nil` where it
    /// is another, which is not passed then.
    @inline(__always)
    mutating func twoDigits() -> UInt16?? {
        guard index < count, let word = word(at: index) else { return nil }
        if UInt8(truncatingIfNeeded: word) == Self.comma {
            index &+= 1
            return .some(nil)
        }
        // Two digits and a comma are 0 to 9, 0 to 9 and 0.
        let digits = (word ^ 0x2C_3030) & 0xFF_FFFF
        guard (digits | (digits &+ 0x0606)) & 0xFF_F0F0 == 0 else { return nil }
        index &+= 3
        return UInt16(truncatingIfNeeded: (digits & 0xF) &* 10 &+ digits &>> 8)
    }

    /// A direction in degrees, 0..<360; `nil` if the field is not one. 360 is 0.
    mutating func direction() -> Double? {
        guard let value = magnitude(), value <= 360 else { return nil }
        return value == 360 ? 0 : value
    }
}

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
