package import Glibc
internal import LocationModel

/// A request as the routes see it: untrusted text, already within the limits of the connection.
package struct WebRequest: Sendable {
    /// The other end of the connection.
    package struct Remote: Sendable {
        /// Whether the connection comes over the loopback interface.
        package var isLoopback: Bool
        /// Its address, as text; for the limit of attempts.
        package var address: String
        /// The user of the program there; looked up only if needed, because that reads files.
        package var user: @Sendable () async -> uid_t?
    }

    /// Such as `GET`.
    package var method: String
    /// The path before the question mark, as received.
    package var path: String
    /// The items after the question mark; `nil` if they are invalid.
    package var query: QueryItems?
    /// The name by which the client addresses the server: the Host header.
    package var host: String?
    /// Names in lower case; several fields of one name are joined with commas.
    package var headers: [String: String]
    /// At most 16 kB.
    package var body: [UInt8]
    /// The other end.
    package var remote: Remote

    package init(
        method: String, target: String, host: String?, headers: [String: String] = [:], body: [UInt8] = [],
        remote: Remote
    ) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.method = method
        path = parts.first.map(String.init) ?? ""
        query = QueryItems(parts.count > 1 ? parts[1] : "")
        self.host = host
        self.headers = headers
        self.body = body
        self.remote = remote
    }
}

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
            guard let high = rest.popFirst()?.hexadecimalValue, let low = rest.popFirst()?.hexadecimalValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) } ? text : nil
    }
}
