/// The address of a broker: `mqtt://HOST[:PORT]`, or `mqtts://…` with TLS.
struct BrokerAddress: Sendable, Hashable {
    /// A name, or an address without brackets.
    var host: String
    /// 1 to 65535: 1883, or 8883 with TLS, unless the address says otherwise.
    var port: UInt16
    /// Whether the connection is encrypted, and the broker verified.
    var isSecure: Bool

    /// Reads an address; `nil` for anything else.
    init?(_ text: String) {
        guard let scheme = ["mqtts://", "mqtt://"].first(where: text.lowercased().hasPrefix) else { return nil }
        isSecure = scheme == "mqtts://"
        var rest = text.dropFirst(scheme.count)
        if rest.hasSuffix("/") { rest.removeLast() }
        var port: Substring?
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            let behind = rest[rest.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else { return nil }
            if !behind.isEmpty { port = behind.dropFirst() }
        } else if let colon = rest.firstIndex(of: ":") {
            host = String(rest[..<colon])
            port = rest[rest.index(after: colon)...]
        } else {
            host = String(rest)
        }
        guard !host.isEmpty, !host.contains("/"), !host.contains("@") else { return nil }
        guard let port else {
            self.port = isSecure ? 8883 : 1883
            return
        }
        guard let number = UInt16(port), number > 0 else { return nil }
        self.port = number
    }
}
