internal import Glibc
import LocationModel

extension GPSDAddress {
    /// Reads the part behind `gpsd://`, `HOST[:PORT][/DEVICE]`; without a port it is ``assignedPort``.
    init(parsing text: Substring) throws(ValueProblem) {
        let slash = text.firstIndex(of: "/") ?? text.endIndex
        let device = text[slash...]
        let (host, port) = try Self.hostAndPort(text[..<slash])
        // Many tools write "gpsd://localhost:2947/"; that names no device.
        self.init(host: host, port: port, device: device.count > 1 ? try absolutePath(device) : nil)
    }

    /// Host and port of `HOST[:PORT]`; `usual` is the port if none is written.
    static func hostAndPort(
        _ authority: Substring, usual: UInt16 = assignedPort
    ) throws(ValueProblem) -> (String, UInt16) {
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
                throw ValueProblem(
                    .badValue, "the text after the IPv6 address is not a port", hint: "gpsd://[\(host)]:2947")
            }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else {
            if isIPv6(authority) {
                throw ValueProblem(
                    .badValue, "an IPv6 address needs brackets", hint: "gpsd://[\(authority)]:2947")
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
        guard let port else { return (String(host), usual) }
        guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(port), number > 0 else {
            throw ValueProblem(.outOfRange, "\(String(port).quoted) is not a port, which is a number from 1 to 65535")
        }
        return (String(host), number)
    }

    private static func isHostName(_ text: Substring) -> Bool {
        (1...253).contains(text.utf8.count) && text.first != "-" && text.first != "."
            && text.hasOnlyLettersAndDigits(or: "-._")
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
