/// Reads JSON (RFC 8259) and tracks its position, for useful error messages.
struct JSONTextReader {
    /// The maximum nesting depth, which limits the recursion; no GeoJSON is nested deeper.
    static let maximumDepth = 32

    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark, which some editors write.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    mutating func skipWhitespace() {
        while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
    }

    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        skipWhitespace()
        guard next == byte else { return false }
        offset += 1
        return true
    }

    mutating func expect(_ byte: UInt8, _ what: String) throws(GeoJSONProblem) {
        guard take(byte) else { throw problem("\(what) missing") }
    }

    /// Checks that only white space follows.
    mutating func expectEnd() throws(GeoJSONProblem) {
        skipWhitespace()
        if next != nil { throw problem("extra text after the end of the value") }
    }

    /// Reads the value at the current position.
    mutating func node(depth: Int = 0) throws(GeoJSONProblem) -> JSONNode {
        skipWhitespace()
        let start = offset
        guard depth < Self.maximumDepth else {
            throw problem("the nesting is deeper than \(Self.maximumDepth)")
        }
        switch next {
        case UInt8(ascii: "{"):
            offset += 1
            var members: [(key: String, node: JSONNode)] = []
            try forEachMember { (reader, key) throws(GeoJSONProblem) in
                members.append((key, try reader.node(depth: depth + 1)))
            }
            return JSONNode(offset: start, value: .object(members))
        case UInt8(ascii: "["):
            offset += 1
            return JSONNode(offset: start, value: try array(depth: depth))
        case UInt8(ascii: "\""): return JSONNode(offset: start, value: .string(try string()))
        case UInt8(ascii: "t"): return JSONNode(offset: start, value: try word("true", .boolean(true)))
        case UInt8(ascii: "f"): return JSONNode(offset: start, value: try word("false", .boolean(false)))
        case UInt8(ascii: "n"): return JSONNode(offset: start, value: try word("null", .null))
        case nil: throw problem("unexpected end of the text")
        default: return JSONNode(offset: start, value: .number(try number()))
        }
    }

    /// Calls `body` for each member of the object whose brace was read; `body` reads the value.
    mutating func forEachMember(
        _ body: (inout JSONTextReader, String) throws(GeoJSONProblem) -> Void
    ) throws(GeoJSONProblem) {
        if take(UInt8(ascii: "}")) { return }
        repeat {
            skipWhitespace()
            let key = try string()
            try expect(UInt8(ascii: ":"), "colon after the name")
            try body(&self, key)
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"), "comma or closing brace")
    }

    /// Calls `body` for each element of the array whose bracket was read; `body` reads the element.
    mutating func forEachElement(
        _ body: (inout JSONTextReader, Int) throws(GeoJSONProblem) -> Void
    ) throws(GeoJSONProblem) {
        if take(UInt8(ascii: "]")) { return }
        var index = 0
        repeat {
            try body(&self, index)
            index += 1
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"), "comma or closing bracket")
    }

    private mutating func array(depth: Int) throws(GeoJSONProblem) -> JSONNode.Value {
        var nodes: [JSONNode] = []
        try forEachElement { (reader, _) throws(GeoJSONProblem) in nodes.append(try reader.node(depth: depth + 1)) }
        var numbers: [Double] = []
        for node in nodes {
            guard let number = node.number else { return .array(nodes) }
            numbers.append(number)
        }
        return .numbers(numbers)
    }

    private mutating func word(_ word: String, _ value: JSONNode.Value) throws(GeoJSONProblem) -> JSONNode.Value {
        guard bytes[offset...].starts(with: word.utf8) else { throw problem("value missing") }
        offset += word.utf8.count
        return value
    }

    private mutating func number() throws(GeoJSONProblem) -> Double {
        let start = offset
        if next == UInt8(ascii: "-") { offset += 1 }
        let whole = skipDigits()
        let hasLeadingZero = whole > 1 && bytes[offset - whole] == UInt8(ascii: "0")
        var isNumber = whole > 0 && !hasLeadingZero
        if isNumber, next == UInt8(ascii: ".") {
            offset += 1
            isNumber = skipDigits() > 0
        }
        if isNumber, next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            offset += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
            isNumber = skipDigits() > 0
        }
        guard isNumber, let value = Double(String(decoding: bytes[start..<offset], as: UTF8.self)), value.isFinite
        else {
            offset = start
            throw problem("invalid value")
        }
        return value
    }

    private mutating func skipDigits() -> Int {
        let start = offset
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        return offset - start
    }

    private mutating func string() throws(GeoJSONProblem) -> String {
        guard next == UInt8(ascii: "\"") else { throw problem("name in quotation marks missing") }
        let opening = offset
        offset += 1
        var text: [UInt8] = []
        while let byte = next {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    offset = opening
                    throw problem("the string is not UTF-8")
                }
                return string
            case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
            case 0..<0x20:
                offset -= 1
                throw problem("the string does not end in its line")
            default: text.append(byte)
            }
        }
        offset = opening
        throw problem("the string does not end")
    }

    private mutating func escape() throws(GeoJSONProblem) -> [UInt8] {
        guard let letter = next else { throw problem("the string does not end") }
        offset += 1
        switch letter {
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
        case UInt8(ascii: "u"):
            var unit = try hexadecimal()
            if (0xD800..<0xDC00).contains(unit), next == UInt8(ascii: "\\"), offset + 1 < bytes.count,
                bytes[offset + 1] == UInt8(ascii: "u")
            {
                offset += 2
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else {
                    throw problem("the escape is only half of a surrogate pair")
                }
                unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(unit) else {
                throw problem("the escape is only half of a surrogate pair")
            }
            return Array(String(Character(scalar)).utf8)
        default: throw problem("invalid escape")
        }
    }

    private mutating func hexadecimal() throws(GeoJSONProblem) -> UInt32 {
        guard offset + 4 <= bytes.count,
            bytes[offset..<(offset + 4)].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let value = UInt32(String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self), radix: 16)
        else { throw problem("the escape needs four hexadecimal digits") }
        offset += 4
        return value
    }

    func problem(_ what: String) -> GeoJSONProblem {
        GeoJSONProblem(offset, "", "not valid JSON: \(what)", "correct it here or just before")
    }
}
