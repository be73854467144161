internal import Receivers

/// Where a server of addresses is, with the questions of Nominatim: `http://HOST[:PORT][/PATH]`.
public struct GeocodingServer: Sendable, Hashable, CustomStringConvertible {
    /// A name, or an address without brackets.
    public var host: String
    /// 1 to 65535.
    public var port: UInt16
    /// What stands before `/search`: empty, or `/nominatim`.
    public var path: String

    /// As it is written in the configuration.
    public var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "http://\(name)\(port == 80 ? "" : ":\(port)")\(path)"
    }

    /// What the server is told that it is called.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == 80 ? name : "\(name):\(port)"
    }

    /// Reads what stands in the configuration.
    init(parsing text: String) throws(ValueProblem) {
        let scheme = "http://"
        if text.lowercased().hasPrefix("https://") {
            throw ValueProblem(
                .badValue, "locd speaks no TLS", hint: "http:// and a proxy on this machine that speaks https")
        }
        guard text.lowercased().hasPrefix(scheme) else {
            throw ValueProblem(.badValue, "\(text.quoted) is not the address of a server")
        }
        let rest = text.dropFirst(scheme.count)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = rest[..<slash]
        let address = try GPSDAddress.hostAndPort(authority)
        // Without a port it is HTTP's, not gpsd's.
        let hasPort = authority.hasSuffix("]") ? false : authority.last { $0 == ":" || $0 == "]" } == ":"
        host = address.0
        port = hasPort ? address.1 : 80
        var path = String(rest[slash...])
        while path.hasSuffix("/") { path.removeLast() }
        guard path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3F && $0 != 0x23 }) else {
            throw ValueProblem(.badValue, "\(path.quoted) is not the path of a server")
        }
        self.path = path
    }
}
