extension JSONScanner {
    /// Reads a number (RFC 8259), correctly rounded; infinite if it exceeds the range of a Double.
    mutating func number() -> Double? {
        let start = index
        let isNegative = take(UInt8(ascii: "-"))
        var mantissa: UInt64 = 0
        var exponent = 0
        var digits = 0
        guard let first = digit() else { return nil }
        index += 1
        mantissa = first
        if first > 0 {
            digits = 1
            while let digit = digit() {
                index += 1
                digits += 1
                if digits <= 19 { mantissa = mantissa &* 10 &+ digit }
            }
        }
        if take(UInt8(ascii: ".")) {
            guard digit() != nil else { return nil }
            while let digit = digit() {
                index += 1
                if digits > 0 || digit > 0 { digits += 1 }
                if digits <= 19 {
                    mantissa = mantissa &* 10 &+ digit
                    exponent -= 1
                }
            }
        }
        var hasExponent = false
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            hasExponent = true
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digit() != nil else { return nil }
            while digit() != nil { index += 1 }
        }
        // A mantissa below 2^53 and a power of ten up to 10^22 are both exact, so that one division rounds once
        // (W. D. Clinger, "How to read floating point numbers accurately", 1990). Other numbers take the slow path.
        if !hasExponent, digits <= 19, mantissa < 1 << 53, -exponent < Self.powers.count {
            let value = Double(mantissa) / Self.powers[-exponent]
            return isNegative ? -value : value
        }
        return Double(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self))
    }

    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    private func digit() -> UInt64? {
        guard index < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[index] else { return nil }
        return UInt64(bytes[index] - UInt8(ascii: "0"))
    }

    /// The characters of a string; `nil` if they are not UTF-8 or an escape is half a surrogate pair.
    func decode(_ text: Text) -> String? {
        guard text.isEscaped else {
            return String(validating: UnsafeBufferPointer(rebasing: bytes[text.range]), as: UTF8.self)
        }
        var plain: [UInt8] = []
        plain.reserveCapacity(text.range.count)
        var position = text.range.lowerBound
        while position < text.range.upperBound {
            let byte = bytes[position]
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                plain.append(byte)
                continue
            }
            let letter = bytes[position]
            position += 1
            switch letter {
            case UInt8(ascii: "b"): plain.append(0x08)
            case UInt8(ascii: "f"): plain.append(0x0C)
            case UInt8(ascii: "n"): plain.append(0x0A)
            case UInt8(ascii: "r"): plain.append(0x0D)
            case UInt8(ascii: "t"): plain.append(0x09)
            case UInt8(ascii: "u"):
                guard let scalar = scalar(at: &position, before: text.range.upperBound) else { return nil }
                plain.append(contentsOf: String(Character(scalar)).utf8)
            default: plain.append(letter)
            }
        }
        return String(validating: plain, as: UTF8.self)
    }

    /// The scalar of `XXXX`, or of `XXXX\uXXXX` if the first half is a high surrogate.
    private func scalar(at position: inout Int, before end: Int) -> Unicode.Scalar? {
        guard let first = unit(at: &position, before: end) else { return nil }
        guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
        guard position + 2 <= end, matches(position..<(position + 2), "\\u") else { return nil }
        position += 2
        guard let second = unit(at: &position, before: end), (0xDC00..<0xE000).contains(second) else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private func unit(at position: inout Int, before end: Int) -> UInt32? {
        guard position + 4 <= end else { return nil }
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = bytes[position].hexadecimalValue else { return nil }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    /// Reads a time (RFC 3339). The 24-byte form that locd writes takes a fast path.
    func timestamp(_ text: Text) -> Timestamp? {
        let range = text.range
        let start = range.lowerBound
        guard range.count == 24, bytes[start + 4] == UInt8(ascii: "-"), bytes[start + 7] == UInt8(ascii: "-"),
            bytes[start + 10] == UInt8(ascii: "T"), bytes[start + 13] == UInt8(ascii: ":"),
            bytes[start + 16] == UInt8(ascii: ":"), bytes[start + 19] == UInt8(ascii: "."),
            bytes[start + 23] == UInt8(ascii: "Z"),
            let year = digits(at: start, 4), let month = digits(at: start + 5, 2), let day = digits(at: start + 8, 2),
            let hour = digits(at: start + 11, 2), let minute = digits(at: start + 14, 2),
            let second = digits(at: start + 17, 2), let millisecond = digits(at: start + 20, 3),
            hour < 24, minute < 60, second < 60, let date = CivilDate(year: year, month: month, day: day)
        else { return Timestamp(rfc3339: UnsafeBufferPointer(rebasing: bytes[range])) }
        let ofDay = Int64((hour * 60 + minute) * 60 + second) * 1000 + Int64(millisecond)
        return Timestamp(milliseconds: date.daysSince1970 * 86_400_000 + ofDay)
    }

    private func digits(at start: Int, _ count: Int) -> Int? {
        var value = 0
        for position in start..<(start + count) {
            guard case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[position] else { return nil }
            value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
        }
        return value
    }
}
