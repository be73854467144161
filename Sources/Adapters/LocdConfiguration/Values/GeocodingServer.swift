internal import LocationModel

/// The URL of a geocoding server with the API of Nominatim: `https://HOST[:PORT][/PATH]`, or `http://…`.
public struct GeocodingServer: Sendable, Hashable, CustomStringConvertible {
    /// The protocol.
    public enum Scheme: String, Sendable, Hashable, CaseIterable {
        /// Unencrypted.
        case http
        /// Over TLS, with a certificate for the host name.
        case https

        /// The default port.
        var assignedPort: UInt16 {
            switch self {
            case .http: 80
            case .https: 443
            }
        }
    }

    /// The protocol.
    public var scheme: Scheme
    /// A name, or an address without brackets.
    public var host: String
    /// 1 to 65535.
    public var port: UInt16
    /// The path before `/search`: empty, or `/nominatim`.
    public var path: String

    /// The URL as written in the configuration.
    public var description: String { "\(scheme.rawValue)://\(authority)\(path)" }

    /// The host, with the port if it is not the default.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == scheme.assignedPort ? name : "\(name):\(port)"
    }

    package init(parsing text: String) throws(ValueProblem) {
        let scheme = Scheme.allCases.first { text.lowercased().hasPrefix("\($0.rawValue)://") }
        guard let scheme else {
            throw ValueProblem(
                .badValue, "\(text.quoted) is not the address of a server", hint: "https://nominatim.example.org")
        }
        let rest = text.dropFirst("\(scheme.rawValue)://".count)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        self.scheme = scheme
        (host, port) = try GPSDAddress.hostAndPort(rest[..<slash], usual: scheme.assignedPort)
        var path = String(rest[slash...])
        while path.hasSuffix("/") { path.removeLast() }
        guard path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3F && $0 != 0x23 }) else {
            throw ValueProblem(.badValue, "\(path.quoted) is not the path of a server")
        }
        self.path = path
    }
}
