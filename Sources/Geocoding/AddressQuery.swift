/// An address as a person wrote it, in parts: what stands between commas or on a line, folded.
struct AddressQuery {
    /// The longest address accepted, in bytes.
    static let maximumLength = 1024
    static let maximumParts = 8
    static let maximumWords = 16

    /// The parts, each of them words.
    let parts: [[Substring]]
    /// Whether something was too long to be looked at.
    let isCut: Bool

    /// Splits an address.
    init(_ address: String, fold: (Substring) throws(PlaceTableError) -> String) throws(PlaceTableError) {
        let text = address.utf8.count > Self.maximumLength ? String(address.unicodeScalars.prefix(256)) : address
        var isCut = text != address
        var parts: [[Substring]] = []
        for part in text.split(whereSeparator: { ",;\n\r".contains($0) }) {
            let words = try fold(part).split(separator: " ")
            guard !words.isEmpty else { continue }
            guard parts.count < Self.maximumParts, words.count <= Self.maximumWords else {
                isCut = true
                continue
            }
            parts.append(words)
        }
        self.parts = parts
        self.isCut = isCut
    }

    /// How a part may be read: a name, and words behind it that say where. The longest names come first; those without the
    /// words that have digits, such as postal codes, come last, and are less than what was asked.
    static func readings(of words: [Substring]) -> [(name: String, context: String?, isWhole: Bool)] {
        let plain = words.filter { !$0.unicodeScalars.contains { $0.properties.numericType != nil } }
        var readings = Self.readings(of: words, isWhole: true)
        if plain.count < words.count { readings += Self.readings(of: plain, isWhole: false) }
        return readings
    }

    private static func readings(
        of words: [Substring], isWhole: Bool
    ) -> [(name: String, context: String?, isWhole: Bool)] {
        (0..<words.count).map { left in
            let split = words.count - left
            return (
                words[..<split].joined(separator: " "), left == 0 ? nil : words[split...].joined(separator: " "),
                isWhole
            )
        }
    }
}
