/// A member of an object: the position of its name, and its value as far as it is read immediately.
package struct JSONMember {
    enum Kind: UInt8 {
        case null, number, text, escapedText, flag
        /// An object or an array, which few records have.
        case nested
    }

    private var nameStart: Int32 = 0
    private var nameCount: Int32 = 0
    /// The bits of a number, the start and count of a text or a nested value, or 1 or 0.
    private(set) var payload: UInt64 = 0
    private(set) var kind = Kind.null
    private(set) var isNameEscaped = false

    /// Reads the value at the current position; `nil` if it is not valid JSON.
    @inline(__always)
    init?(_ name: JSONScanner.Text, readingValueFrom scanner: inout JSONScanner) {
        nameStart = Int32(truncatingIfNeeded: name.range.lowerBound)
        nameCount = Int32(truncatingIfNeeded: name.range.count)
        isNameEscaped = name.isEscaped
        switch scanner.next ?? 0 {
        case UInt8(ascii: "\""):
            guard let text = scanner.string() else { return nil }
            kind = text.isEscaped ? .escapedText : .text
            payload = UInt64(text.range.lowerBound) << 32 | UInt64(text.range.count)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            guard let number = scanner.number() else { return nil }
            kind = .number
            payload = number.bitPattern
        case UInt8(ascii: "t"):
            guard scanner.take("true") else { return nil }
            kind = .flag
            payload = 1
        case UInt8(ascii: "f"):
            guard scanner.take("false") else { return nil }
            kind = .flag
        case UInt8(ascii: "n"):
            guard scanner.take("null") else { return nil }
        default:
            let start = scanner.index
            guard scanner.skipValue() else { return nil }
            kind = .nested
            payload = UInt64(start) << 32 | UInt64(scanner.index - start)
        }
    }

    var name: JSONScanner.Text {
        JSONScanner.Text(range: Int(nameStart)..<Int(nameStart) + Int(nameCount), isEscaped: isNameEscaped)
    }

    /// The value if it is a string.
    @inline(__always)
    var text: JSONScanner.Text? {
        guard kind == .text || kind == .escapedText else { return nil }
        let start = Int(payload >> 32)
        return JSONScanner.Text(range: start..<start + Int(payload & 0xFFFF_FFFF), isEscaped: kind == .escapedText)
    }

    /// The position of the value if it is an object or an array.
    var nested: Range<Int>? {
        guard kind == .nested else { return nil }
        let start = Int(payload >> 32)
        return start..<start + Int(payload & 0xFFFF_FFFF)
    }

    /// The bit of a name; each name of a location has its own.
    @inline(__always)
    static func mark(of bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64 {
        guard !range.isEmpty else { return 1 }
        return mark(range.count, bytes[range.lowerBound], bytes[range.upperBound - 1])
    }

    @inline(__always)
    static func mark(of name: StaticString) -> UInt64 {
        mark(name.utf8CodeUnitCount, name.utf8Start[0], name.utf8Start[name.utf8CodeUnitCount - 1])
    }

    @inline(__always)
    private static func mark(_ count: Int, _ first: UInt8, _ last: UInt8) -> UInt64 {
        1 << UInt64((count &* 20 &+ Int(first) &* 3 &+ Int(last) &* 2) & 63)
    }
}

/// A problem with a member that makes an object an invalid record of its type.
package struct MemberFault: Error {
    package enum Code: Sendable {
        /// A required member is absent.
        case missing
        /// A required member has the wrong kind or is out of range.
        case invalid
    }

    package var code: Code
    package var name: StaticString

    package init(_ code: Code, _ name: StaticString) {
        self.code = code
        self.name = name
    }
}
