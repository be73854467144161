/// Reads the values of a JSON text with ``JSONScanner``, and says what is wrong and where.
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
        scan { $0.skipWhitespace() }
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

    private mutating func word(_ word: StaticString, _ value: JSONNode.Value) throws(GeoJSONProblem) -> JSONNode.Value {
        guard scan({ $0.take(word) }) else { throw problem("value missing") }
        return value
    }

    private mutating func number() throws(GeoJSONProblem) -> Double {
        let start = offset
        guard let value = scan({ $0.number() }), value.isFinite else {
            offset = start
            throw problem("invalid value")
        }
        return value
    }

    private mutating func string() throws(GeoJSONProblem) -> String {
        let opening = offset
        guard next == UInt8(ascii: "\"") else { throw problem("name in quotation marks missing") }
        guard let text = scan({ $0.string() }) else {
            guard next == nil else { throw problem("invalid escape, or the string does not end in its line") }
            offset = opening
            throw problem("the string does not end")
        }
        guard let string = scan({ $0.decode(text) }) else {
            offset = opening
            throw problem("the string is not UTF-8, or an escape is only half of a surrogate pair")
        }
        return string
    }

    /// Reads with the scanner from here, and stays where it stopped.
    @discardableResult
    private mutating func scan<Value>(_ read: (inout JSONScanner) -> Value) -> Value {
        bytes.withUnsafeBufferPointer { buffer in
            var scanner = JSONScanner(buffer)
            scanner.index = offset
            defer { offset = scanner.index }
            return read(&scanner)
        }
    }

    func problem(_ what: String) -> GeoJSONProblem {
        GeoJSONProblem(offset, "", "not valid JSON: \(what)", "correct it here or just before")
    }
}
