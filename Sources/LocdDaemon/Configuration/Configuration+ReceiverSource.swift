internal import Glibc

extension Configuration.Receiver {
    /// The receiver to read, as `receiver.source` spells it.
    public enum Source: Sendable, Hashable {
        /// `gpsd://HOST:PORT[/DEVICE]`: a gpsd. `host` is a name, an IPv4 or an IPv6 address (without the brackets that
        /// it has in the URL); `port` is never 0; `device` is the absolute path of one of that gpsd's devices, or `nil`
        /// for all of them.
        case gpsd(host: String, port: UInt16, device: String?)
        /// `serial:PATH[?baud=N]`: the port itself; `path` is absolute, `baud` one of ``serialSpeeds``, or `nil` where it
        /// is to be found by listening.
        case serial(path: String, baud: Int?)
        /// `file:PATH`: a recording; the path is absolute.
        case file(path: String)

        /// The port that IANA assigned to gpsd.
        public static let gpsdPort: UInt16 = 2947

        /// The speeds that a GNSS receiver's serial port is met with, in bits per second.
        public static let serialSpeeds = [
            1200, 2400, 4800, 9600, 19200, 38400, 57600, 115_200, 230_400, 460_800, 921_600,
        ]
    }
}

extension Configuration.Receiver.Source: CustomStringConvertible {
    /// The source as the configuration spells it; reading it again gives the same source.
    public var description: String {
        switch self {
        case .gpsd(let host, let port, let device):
            "gpsd://\(host.contains(":") ? "[\(host)]" : host):\(port)\(device ?? "")"
        case .serial(let path, let baud): "serial:\(path)\(baud.map { "?baud=\($0)" } ?? "")"
        case .file(let path): "file:\(path)"
        }
    }
}

extension Configuration.Receiver.Source {
    /// Reads what ``description`` writes; a gpsd without a port is at ``gpsdPort``.
    init(parsing text: String) throws(ValueProblem) {
        if text.hasPrefix("gpsd://") {
            self = try Self.gpsd(text.dropFirst("gpsd://".count))
        } else if text.hasPrefix("serial:") {
            self = try Self.serial(text.dropFirst("serial:".count))
        } else if text.hasPrefix("file:") {
            self = .file(path: try absolutePath(Self.withoutAuthority(text.dropFirst("file:".count))))
        } else if text.hasPrefix("/") {
            let kind = text.hasPrefix("/dev/") ? "serial" : "file"
            throw ValueProblem(.badValue, "\(text.quoted) does not say what it is", hint: "\(kind):\(text)")
        } else {
            throw ValueProblem(.badValue, "\(text.quoted) is no source that locd knows")
        }
    }

    private static func gpsd(_ rest: Substring) throws(ValueProblem) -> Self {
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        let device = rest[slash...]
        let (host, port) = try hostAndPort(rest[..<slash])
        // "gpsd://localhost:2947/" is what many a tool makes of it; it names no device.
        return .gpsd(host: host, port: port, device: device.count > 1 ? try absolutePath(device) : nil)
    }

    private static func hostAndPort(_ authority: Substring) throws(ValueProblem) -> (String, UInt16) {
        var host = authority
        var port: Substring?
        if authority.first == "[" {
            guard let bracket = authority.firstIndex(of: "]") else {
                throw ValueProblem(
                    .badValue, "the bracket before an IPv6 address is not closed", hint: "gpsd://[::1]:2947")
            }
            host = authority[authority.index(after: authority.startIndex)..<bracket]
            let rest = authority[authority.index(after: bracket)...]
            guard isIPv6(host) else {
                throw ValueProblem(.badValue, "\(String(host).quoted) is not an IPv6 address")
            }
            guard rest.isEmpty || rest.first == ":" else {
                throw ValueProblem(.badValue, "after the IPv6 address comes no port", hint: "gpsd://[\(host)]:2947")
            }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else {
            if isIPv6(authority) {
                throw ValueProblem(
                    .badValue, "an IPv6 address stands in brackets", hint: "gpsd://[\(authority)]:2947")
            }
            if let colon = authority.firstIndex(of: ":") {
                host = authority[..<colon]
                port = authority[authority.index(after: colon)...]
            }
            guard isHostName(host) else {
                throw ValueProblem(
                    .badValue, host.isEmpty ? "the host is missing" : "\(String(host).quoted) is not the name of a host"
                )
            }
        }
        guard let port else { return (String(host), gpsdPort) }
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(port), number > 0 else {
            throw ValueProblem(.outOfRange, "\(String(port).quoted) is not a port, which is a number from 1 to 65535")
        }
        return (String(host), number)
    }

    private static func serial(_ rest: Substring) throws(ValueProblem) -> Self {
        let mark = rest.firstIndex(of: "?") ?? rest.endIndex
        let path = try absolutePath(withoutAuthority(rest[..<mark]))
        let query = rest[mark...].dropFirst()
        guard mark != rest.endIndex else { return .serial(path: path, baud: nil) }
        guard query.hasPrefix("baud=") else {
            throw ValueProblem(
                .badValue, "\(String(query).quoted) is no setting of a serial port", hint: "serial:\(path)?baud=9600")
        }
        let speed = query.dropFirst("baud=".count)
        guard let baud = Int(speed), serialSpeeds.contains(baud), speed.first != "+" else {
            throw ValueProblem(
                .outOfRange,
                "\(String(speed).quoted) is not a speed of a receiver, which is one of "
                    + serialSpeeds.map { "\($0)" }.joined(separator: ", "))
        }
        return .serial(path: path, baud: baud)
    }

    /// A path may be written as the URL that it nearly is: `file:///srv/day.nmea`.
    private static func withoutAuthority(_ path: Substring) -> Substring {
        path.hasPrefix("///") ? path.dropFirst(2) : path
    }

    private static func isHostName(_ text: Substring) -> Bool {
        guard (1...253).contains(text.utf8.count), text.first != "-", text.first != "." else { return false }
        return text.utf8.allSatisfy { byte in
            switch UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte & 0xDF {
            case true: true
            case false: (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
            }
        }
    }

    private static func isIPv6(_ text: Substring) -> Bool {
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = parts.first, text.utf8.count < 64, !text.utf8.contains(0) else { return false }
        if parts.count == 2 {
            // The zone is the name of a network interface.
            guard isHostName(parts[1]) else { return false }
        }
        var binary = in6_addr()
        return inet_pton(AF_INET6, String(address), &binary) == 1
    }
}
