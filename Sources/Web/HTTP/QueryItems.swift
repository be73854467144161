/// The items of a query, `a=1&b=two%20words`: untrusted text, at most 2,048 bytes and 16 items.
package struct QueryItems: Sendable, Hashable {
    private static let maximumBytes = 2048
    private static let maximumItems = 16

    private var values: [String: String] = [:]

    /// Reads the text after the question mark; `nil` if it is too long, repeats an item or is not UTF-8.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        let parts = text.split(separator: "&")
        guard parts.count <= Self.maximumItems else { return nil }
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(pair[0]), let value = pair.count > 1 ? Self.decoded(pair[1]) : "",
                !name.isEmpty, values.updateValue(value, forKey: name) == nil
            else { return nil }
        }
    }

    /// The value of an item; `nil` if there is none.
    package subscript(name: String) -> String? { values[name] }

    /// Decodes percent signs; `nil` if the text is not UTF-8 or has control characters.
    package static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimal), let low = rest.popFirst().flatMap(hexadecimal) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) } ? text : nil
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
