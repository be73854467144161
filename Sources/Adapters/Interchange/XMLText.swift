/// XML as programs write it, made readable for expat. Only ASCII matters in GPX: numbers, times and names of elements.
package enum XMLText {
    /// UTF-8's.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Whether it is UTF-16, with a byte order mark or not, beginning with ASCII. What was read from a serial line may
    /// begin with a zero, or the bytes of a mark, too.
    package static func isUTF16(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 3 else { return false }
        let zeros = bytes[..<4].map { $0 == 0 }
        let hasMark = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        return zeros[2] != zeros[3] && (hasMark || zeros[..<2] == zeros[2...])
    }

    /// The encoding to read ``readable(_:)`` text in, whatever it declares. ISO-8859-1 reads any bytes, and has ASCII
    /// in the same places as all other encodings of one byte, and as the Chinese, Japanese and Korean ones.
    static func encoding(of text: [UInt8]) -> String {
        String(validating: text, as: UTF8.self) == nil ? "ISO-8859-1" : "UTF-8"
    }

    /// The text in an encoding that contains ASCII, without its declaration, with as many lines. Characters that XML
    /// does not allow and `&` without an entity become blanks: in a name that costs nothing.
    static func readable(_ bytes: [UInt8]) -> [UInt8] {
        var text = utf8(bytes)
        if text.starts(with: byteOrderMark) { text.replaceSubrange(..<3, with: [32, 32, 32]) }
        for index in text.indices {
            switch text[index] {
            case 9, 10, 13: break
            case ..<32: text[index] = 32
            case UInt8(ascii: "&") where !isReference(text[(index + 1)...].prefix(10)): text[index] = 32
            default: break
            }
        }
        // XML 1.1 is read as 1.0, and the encoding is known better. Some files begin with an empty line.
        if let start = text.firstIndex(where: { $0 > 32 }), text[start...].starts(with: "<?xml".utf8),
            let end = text[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            for index in start...end where text[index] != 10 { text[index] = 32 }
        }
        return text
    }

    /// UTF-16 text in UTF-8, without its mark; other text as it is.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        guard isUTF16(bytes) else { return bytes }
        let isBigEndian = bytes[0] == 0xFE || bytes[0] == 0
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let pair = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
            return isBigEndian ? pair : pair.byteSwapped
        }
        let text = String(decoding: units.first == 0xFEFF ? units.dropFirst() : units[...], as: UTF16.self)
        return Array(text.utf8)
    }

    /// Whether what follows an ampersand is one of XML's own entities or a character that XML allows.
    private static func isReference(_ text: ArraySlice<UInt8>) -> Bool {
        guard let end = text.firstIndex(of: UInt8(ascii: ";")) else { return false }
        let name = String(decoding: text[..<end], as: UTF8.self)
        guard name.hasPrefix("#") else { return ["amp", "lt", "gt", "quot", "apos"].contains(name) }
        let code = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        switch code {
        case 9?, 10?, 13?, (32...0xD7FF)?, (0xE000...0xFFFD)?, (0x10000...0x10FFFF)?: return true
        default: return false
        }
    }

    /// The next begin of one of these elements.
    static func elements(
        _ names: [String], prefix: String, in text: ArraySlice<UInt8>
    ) -> (index: Int, name: String)? {
        let tags = names.map { (name: $0, bytes: Array("<\(prefix)\($0)".utf8)) }
        var rest = text
        while let index = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[index...]
            for tag in tags where rest.starts(with: tag.bytes) {
                switch rest.dropFirst(tag.bytes.count).first {
                case 9?, 10?, 13?, 32?, UInt8(ascii: ">")?: return (index, tag.name)
                default: break
                }
            }
            rest = rest.dropFirst()
        }
        return nil
    }
}
