internal import LocationModel
internal import TrackTools

/// The tokens for access from the network. Only their hashes are stored, so reading the file does not give access.
///
/// A token is 256 random bits, so a plain SHA-256 of it cannot be searched. Each line is `NAME ACCURACY HASH`; a file
/// with a line that cannot be read is refused as a whole.
package struct TokenBook: Sendable, Hashable {
    /// The highest accuracy that a token gives.
    package enum Accuracy: String, Sendable, Hashable, CaseIterable {
        case full, reduced
    }

    /// A known token.
    package struct Entry: Sendable, Hashable {
        package var name: String
        package var accuracy: Accuracy
        /// 64 digits.
        package var hash: String
    }

    /// What is wrong with a file.
    package struct Fault: Error, CustomStringConvertible {
        package var line: Int
        package var description: String { "line \(line) is not NAME full|reduced HASH" }
    }

    /// The largest file.
    package static let maximumBytes = 64 << 10
    /// The most tokens.
    package static let maximumEntries = 256
    /// Bytes of a token.
    package static let size = 32
    /// Characters of a token: its bytes in hexadecimal digits, behind `locd-`.
    private static let prefix = "locd-"

    package private(set) var entries: [Entry] = []

    package init() {}

    /// Reads the bytes of a file.
    package init(_ bytes: [UInt8]) throws(Fault) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let text = String(validating: line, as: UTF8.self) else { throw Fault(line: index + 1) }
            let words = text.split(separator: " ")
            if words.isEmpty || text.hasPrefix("#") { continue }
            guard words.count == 3, Self.isName(words[0]), let accuracy = Accuracy(rawValue: String(words[1])),
                words[2].utf8.count == 64, words[2].utf8.allSatisfy({ Self.isDigit($0) }),
                !entries.contains(where: { $0.name == words[0] }), entries.count < Self.maximumEntries
            else { throw Fault(line: index + 1) }
            entries.append(Entry(name: String(words[0]), accuracy: accuracy, hash: String(words[2])))
        }
    }

    /// Adds a token and replaces one of the same name; `nil` if the name is invalid. Valid are up to 40 letters,
    /// digits, `.`, `-` and `_`.
    package mutating func add(name: String, accuracy: Accuracy, random: [UInt8]) -> String? {
        guard Self.isName(name[...]), random.count == Self.size else { return nil }
        let token = Self.prefix + random.map(\.hexadecimal).joined()
        entries.removeAll { $0.name == name }
        guard entries.count < Self.maximumEntries else { return nil }
        entries.append(Entry(name: name, accuracy: accuracy, hash: Self.hash(of: token)))
        return token
    }

    /// The entry of a token; comparing takes the same time for each entry.
    package func entry(of token: String) -> Entry? {
        guard token.utf8.count == Self.prefix.utf8.count + 2 * Self.size else { return nil }
        let hash = Array(Self.hash(of: token).utf8)
        var found: Entry?
        for entry in entries {
            let difference = zip(entry.hash.utf8, hash).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
            if difference == 0 { found = entry }
        }
        return found
    }

    package var bytes: [UInt8] {
        Array(
            ("# Tokens of locd-web by their SHA-256. locd web token adds one; remove a line to withdraw it.\n"
                + entries.map { "\($0.name) \($0.accuracy.rawValue) \($0.hash)\n" }.joined()).utf8)
    }

    /// Unpredictable bytes: the system's generator is the kernel's.
    static func randomBytes() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    static func hash(of token: String) -> String { SHA256.hash(Array(token.utf8)).map(\.hexadecimal).joined() }

    private static func isName(_ text: Substring) -> Bool {
        (1...40).contains(text.utf8.count) && text.hasOnlyLettersAndDigits(or: ".-_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}
