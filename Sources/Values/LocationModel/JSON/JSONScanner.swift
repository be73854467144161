/// Scans the bytes of one JSON text (RFC 8259), once, forwards, without allocating.
///
/// Every access is checked against the end here, so callers need no checks. `nil` and `false` mean invalid JSON.
struct JSONScanner {
    /// The contents of a string, between its quotes.
    struct Text {
        var range: Range<Int>
        var isEscaped: Bool
    }

    /// The maximum nesting depth; a track line is not nested.
    static let maximumDepth = 64

    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index >= bytes.count }

    /// The byte here, or `nil` at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func skipWhitespace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    mutating func take(_ word: StaticString) -> Bool {
        guard matches(index..<min(index + word.utf8CodeUnitCount, bytes.count), word) else { return false }
        index += word.utf8CodeUnitCount
        return true
    }

    /// Whether these bytes spell `word`.
    func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
        guard range.count == word.utf8CodeUnitCount, range.upperBound <= bytes.count else { return false }
        let letters = word.utf8Start
        for offset in 0..<range.count where bytes[range.lowerBound + offset] != letters[offset] { return false }
        return true
    }

    /// Reads a string with its quotes; escapes are checked but not decoded.
    mutating func string() -> Text? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = index
        var isEscaped = false
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return Text(range: start..<(index - 1), isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                index += 1
                guard skipEscape() else { return nil }
            case 0..<0x20: return nil
            default: index += 1
            }
        }
        return nil
    }

    private mutating func skipEscape() -> Bool {
        guard let letter = next else { return false }
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return true
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                guard next?.hexadecimalValue != nil else { return false }
                index += 1
            }
            return true
        default: return false
        }
    }

    /// Skips any value nested up to ``maximumDepth``, without recursion.
    mutating func skipValue() -> Bool {
        var depth = 0
        var objects: UInt64 = 0
        while true {
            skipWhitespace()
            switch next {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < Self.maximumDepth else { return false }
                let isObject = take(UInt8(ascii: "{"))
                if !isObject { index += 1 }
                objects = objects << 1 | (isObject ? 1 : 0)
                depth += 1
                skipWhitespace()
                if !take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                    if isObject, !skipKey() { return false }
                    continue
                }
                objects >>= 1
                depth -= 1
            case UInt8(ascii: "\""): guard string() != nil else { return false }
            case UInt8(ascii: "t"): guard take("true") else { return false }
            case UInt8(ascii: "f"): guard take("false") else { return false }
            case UInt8(ascii: "n"): guard take("null") else { return false }
            default: guard number() != nil else { return false }
            }
            closing: while true {
                if depth == 0 { return true }
                skipWhitespace()
                let isObject = objects & 1 == 1
                if take(UInt8(ascii: ",")) {
                    if isObject, !skipKey() { return false }
                    break closing
                }
                guard take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return false }
                objects >>= 1
                depth -= 1
            }
        }
    }

    private mutating func skipKey() -> Bool {
        skipWhitespace()
        guard string() != nil else { return false }
        skipWhitespace()
        return take(UInt8(ascii: ":"))
    }

    /// The maximum number of elements of an array.
    private static let maximumElements = 10_000

    /// Reads the elements of a value that was skipped; `nil` if it is no array, or if one of them cannot be read.
    func elements<Element>(
        of value: Range<Int>, _ read: (UnsafeBufferPointer<UInt8>) -> [Element]?
    ) -> [Element]? {
        var scanner = JSONScanner(UnsafeBufferPointer(rebasing: bytes[value]))
        guard scanner.take(UInt8(ascii: "[")) else { return nil }
        scanner.skipWhitespace()
        guard !scanner.take(UInt8(ascii: "]")) else { return [] }
        var elements: [Element] = []
        repeat {
            scanner.skipWhitespace()
            let start = scanner.index
            guard scanner.skipValue(), elements.count < Self.maximumElements,
                let read = read(UnsafeBufferPointer(rebasing: scanner.bytes[start..<scanner.index]))
            else { return nil }
            elements += read
            scanner.skipWhitespace()
        } while scanner.take(UInt8(ascii: ","))
        return elements
    }
}
