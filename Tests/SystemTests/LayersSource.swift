import Foundation
import Synchronization

/// A Swift file as tokens: what the compiler sees of it, without comments and without the text of strings.
struct LayersSource {
    /// A word or one sign, and the line that it is on, from 1.
    struct Token {
        let text: String
        let line: Int
    }

    private(set) var tokens: [Token] = []
    /// Where each text is among the tokens.
    private var places: [String: [Int]] = [:]

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    private static let known = Mutex<[URL: LayersSource]>([:])

    /// A file of the package; read once, though several tests look at it.
    static func read(_ file: URL) throws -> LayersSource {
        if let source = known.withLock({ $0[file] }) { return source }
        let source = LayersSource(try String(contentsOf: file, encoding: .utf8))
        known.withLock { $0[file] = source }
        return source
    }

    /// Takes the text of a file.
    init(_ text: String) {
        bytes = Array(text.utf8)
        scanCode(inInterpolation: false)
        for (at, token) in tokens.enumerated() { places[token.text, default: []].append(at) }
    }

    /// The modules that it imports, with the line of each.
    var imports: [(module: String, line: Int)] {
        let kinds: Set<String> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
        return places["import", default: []].compactMap { at in
            guard let next = token(at + 1) else { return nil }
            guard let module = kinds.contains(next.text) ? token(at + 2) : next else { return nil }
            return (module.text, module.line)
        }
    }

    /// The lines on which these tokens follow each other, not as a member (`.print(`) nor as its declaration (`func print(`).
    func lines(of pattern: [String], in range: Range<Int>? = nil) -> [Int] {
        places[pattern[0], default: []].compactMap { at in
            guard range?.contains(at) != false, at + pattern.count <= tokens.count,
                zip(tokens[at...], pattern).allSatisfy({ $0.text == $1 })
            else {
                return nil
            }
            if let before = token(at - 1)?.text, before == "." || before == "func" { return nil }
            return tokens[at].line
        }
    }

    /// The bodies of its initializers, as ranges of tokens.
    var initializerBodies: [Range<Int>] {
        places["init", default: []].compactMap { at in
            guard token(at - 1)?.text != ".",
                var next = index(of: "(", from: at, within: 40),
                let end = closing(of: next, "(", ")")
            else { return nil }
            // Up to the brace there is only the rest of a signature; a requirement of a protocol has no body.
            next = end + 1
            let others: Set<String> = ["}", "var", "let", "func", "init", "case", "static", "public", "subscript"]
            while let token = token(next), token.text != "{" {
                if others.contains(token.text) { return nil }
                next += 1
            }
            return closing(of: next, "{", "}").map { next..<$0 }
        }
    }

    private func token(_ at: Int) -> Token? { tokens.indices.contains(at) ? tokens[at] : nil }

    private func index(of text: String, from start: Int, within count: Int) -> Int? {
        tokens[start..<min(start + count, tokens.count)].firstIndex { $0.text == text }
    }

    private func closing(of start: Int, _ open: String, _ close: String) -> Int? {
        var depth = 0
        for at in start..<max(start, tokens.count) {
            if tokens[at].text == open { depth += 1 }
            if tokens[at].text == close {
                depth -= 1
                if depth == 0 { return at }
            }
        }
        return nil
    }

    private func has(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[min(index, bytes.count)...].starts(with: $0) }
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] == UInt8(ascii: "\n") { line += 1 }
            index += 1
        }
    }

    private mutating func scanCode(inInterpolation: Bool) {
        var depth = 0
        while index < bytes.count {
            // Most bytes are these.
            if bytes[index] <= 0x20 {
                advance()
            } else if isWord(bytes[index]) {
                let start = index
                while index < bytes.count, isWord(bytes[index]) { index += 1 }
                tokens.append(Token(text: String(decoding: bytes[start..<index], as: UTF8.self), line: line))
            } else if has("//") {
                index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if has("/*") {
                scanBlockComment()
            } else if has("\"") || has("#\"") || has("##\"") {
                scanString()
            } else {
                if has("(") { depth += 1 }
                if has(")") { depth -= 1 }
                tokens.append(Token(text: String(UnicodeScalar(bytes[index])), line: line))
                advance()
                if inInterpolation, depth == 0 { return }
            }
        }
    }

    private func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
        default: false
        }
    }

    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            if has("/*") {
                depth += 1
                advance(2)
            } else if has("*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && index < bytes.count
    }

    /// A string of any kind: its text is skipped, the code of its interpolations is not.
    private mutating func scanString() {
        var hashes: [UInt8] = []
        while has("#") {
            hashes.append(UInt8(ascii: "#"))
            advance()
        }
        let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: has("\"\"\"") ? 3 : 1)
        advance(quotes.count)
        while index < bytes.count {
            let rest = bytes[index...]
            guard bytes[index] == quotes[0] || bytes[index] == UInt8(ascii: "\\") else {
                advance()
                continue
            }
            if rest.starts(with: quotes + hashes) {
                advance(quotes.count + hashes.count)
                return
            } else if rest.starts(with: [UInt8(ascii: "\\")] + hashes) {
                advance(1 + hashes.count)
                if has("(") { scanCode(inInterpolation: true) } else { advance() }
            } else {
                advance()
            }
        }
    }
}
