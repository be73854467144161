internal import Glibc
internal import LocationModel

/// Where programs of this machine connect: `unix:PATH` or `tcp://HOST:PORT`, with a host that is this machine.
public enum ListeningAddress: Sendable, Hashable, CustomStringConvertible {
    /// A Unix socket: an absolute path of at most 107 bytes.
    case unix(path: String)
    /// A TCP port of the loopback interface: `127.0.0.1`, another of 127.0.0.0/8, or `::1`; the port is never 0.
    case tcp(host: String, port: UInt16)

    /// As it is written in the configuration.
    public var description: String {
        switch self {
        case .unix(let path): "unix:\(path)"
        case .tcp(let host, let port): "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }
    }

    /// Reads what stands in the configuration.
    init(parsing text: String) throws(ValueProblem) {
        if text.hasPrefix("unix:") {
            let rest = text.dropFirst("unix:".count)
            // It may be written as the URL that it nearly is.
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
        if inet_pton(AF_INET, host, &four) == 1 {
            guard UInt32(bigEndian: four.s_addr) >> 24 == 127 else { throw isNotLoopback(host) }
            return .tcp(host: host, port: port)
        }
        guard inet_pton(AF_INET6, host, &six) == 1 else {
            throw ValueProblem(
                .badValue, "\(host.quoted) is not an address of this machine", hint: "tcp://127.0.0.1:\(port)")
        }
        guard withUnsafeBytes(of: six, { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }) else {
            throw isNotLoopback(host)
        }
        return .tcp(host: "::1", port: port)
    }

    private static func isNotLoopback(_ host: String) -> ValueProblem {
        ValueProblem(
            .badValue,
            "\(host) is reached from the network, whose programs locd cannot tell apart: only this machine's are served",
            hint: "tcp://127.0.0.1")
    }

    /// Whether a client of gpsd that connects to an address connects here.
    func isReached(by address: GPSDAddress) -> Bool {
        guard case .tcp(_, let port) = self else { return false }
        // Any loopback address: localhost is several of them.
        return address.port == port && address.isLocal
    }
}
