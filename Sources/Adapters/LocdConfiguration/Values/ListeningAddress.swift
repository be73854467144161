internal import Glibc
internal import LocationModel

/// An address that other programs connect to: `unix:PATH` or `tcp://ADDRESS:PORT`.
public enum ListeningAddress: Sendable, Hashable, CustomStringConvertible {
    /// A Unix socket: an absolute path of at most 107 bytes.
    case unix(path: String)
    /// A TCP port of an IPv4 or IPv6 address of this machine, or of all of them (`0.0.0.0`, `::`); the port is never 0.
    case tcp(host: String, port: UInt16)

    /// The address as written in the configuration.
    public var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .tcp(let host, let port): "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
    }

    init(parsing text: String) throws(ValueProblem) {
        if text.hasPrefix("unix:") {
            let rest = text.dropFirst("unix:".count)
            // A URL is accepted, too: unix:///PATH.
            self = .unix(path: try absolutePath(rest.hasPrefix("///") ? rest.dropFirst(2) : rest, maximumBytes: 107))
        } else if text.hasPrefix("tcp://") {
            self = try Self.tcp(text.dropFirst("tcp://".count))
        } else if text.hasPrefix("/") {
            throw ValueProblem(.badValue, "\(text.quoted) has no kind (unix: or tcp://)", hint: "unix:\(text)")
        } else {
            throw ValueProblem(.badValue, "\(text.quoted) is neither unix:PATH nor tcp://HOST:PORT")
        }
    }

    private static func tcp(_ authority: Substring) throws(ValueProblem) -> ListeningAddress {
        guard authority.last != "]", authority.split(separator: "]").last?.contains(":") == true else {
            throw ValueProblem(.badValue, "the port is missing", hint: "tcp://\(authority):10110")
        }
        let (name, port) = try GPSDAddress.hostAndPort(authority)
        let host = name == "localhost" ? "127.0.0.1" : name
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, host, &four) == 1 { return .tcp(host: host, port: port) }
        guard inet_pton(AF_INET6, host, &six) == 1 else {
            throw ValueProblem(
                .badValue, "\(host.quoted) is not an address of this machine", hint: "tcp://127.0.0.1:\(port)")
        }
        let bytes = withUnsafeBytes(of: six) { Array($0) }
        guard bytes[0] != 0xFE || bytes[1] & 0xC0 != 0x80 else {
            throw ValueProblem(
                .badValue, "\(host) holds on one link only, and an interface cannot be named",
                hint: "tcp://[::]:\(port)")
        }
        guard bytes[..<12] != [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] else {
            throw ValueProblem(
                .badValue, "\(host) is an IPv4 address in the form of IPv6",
                hint: "tcp://\(bytes[12...].map { "\($0)" }.joined(separator: ".")):\(port)")
        }
        return .tcp(host: Self.text(of: &six) ?? host, port: port)
    }

    /// The usual form, so that one address is written in one way.
    private static func text(of address: inout in6_addr) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            inet_ntop(AF_INET6, &address, text.baseAddress, socklen_t(INET6_ADDRSTRLEN)).map { String(cString: $0) }
        }
    }

    /// Whether programs of other machines can connect: it is a TCP port, and not of the loopback interface.
    public var isOpenToNetwork: Bool {
        guard case .tcp(let host, _) = self else { return false }
        return host != "::1" && !host.hasPrefix("127.")
    }

    /// Whether a gpsd client that connects to `address` reaches this address.
    func isReached(by address: GPSDAddress) -> Bool {
        guard case .tcp(let host, let port) = self, address.port == port else { return false }
        // Any loopback address: localhost is several of them.
        let isReachedHere = !isOpenToNetwork || host == "0.0.0.0" || host == "::"
        return isReachedHere && address.isLocal || address.host == host
    }
}
