/// Text of markup that others wrote.
enum PlainText {
    private static let names = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "copy": "\u{A9}", "middot": "\u{B7}",
        "ndash": "\u{2013}", "mdash": "\u{2014}",
    ]

    /// The text of HTML, on one line and with at most this many characters; `nil` if it is empty. Tags and unknown references are
    /// left out; the result is text, not markup.
    static func text(ofMarkup markup: String, limit: Int) -> String? {
        var text = ""
        var rest = markup.prefix(8 * limit)
        while let character = rest.first, text.count < limit {
            switch character {
            case "<":
                rest = rest.firstIndex(of: ">").map { rest[rest.index(after: $0)...] } ?? ""
                continue
            case "&":
                let name = rest.dropFirst().prefix(10).prefix { $0 != ";" }
                if rest.dropFirst(1 + name.count).first == ";" {
                    text += named(name)
                    rest = rest.dropFirst(name.count + 2)
                    continue
                }
                text.append("&")
            case _ where character.isWhitespace: text.append(" ")
            case _ where character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }):
                text.append(character)
            default: break
            }
            rest = rest.dropFirst()
        }
        let words = text.split(separator: " ").joined(separator: " ")
        return words.isEmpty ? nil : words
    }

    private static func named(_ name: Substring) -> String {
        if let known = names[String(name)] { return known }
        guard name.first == "#" else { return "" }
        let digits = name.dropFirst()
        let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.properties.generalCategory != .control else {
            return ""
        }
        return String(Character(scalar))
    }
}
