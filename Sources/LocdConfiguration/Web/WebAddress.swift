internal import Glibc

/// The address that locd-web listens on: a numeric address and a port, written `127.0.0.1:8947` or `[::1]:8947`.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, without brackets.
    public let host: String
    /// 0 for any free port.
    public let port: UInt16

    /// The address as written in the configuration.
    public var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// Parses the value of the configuration or of `--listen`; `nil` if it is not a valid address.
    public init?(_ text: String) {
        guard text.utf8.count <= 64, let colon = text.lastIndex(of: ":") else { return nil }
        var host = String(text[..<colon])
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(digits)
        else { return nil }
        if host == "localhost" { host = "127.0.0.1" }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        var (four, six) = (in_addr(), in6_addr())
        guard inet_pton(AF_INET, host, &four) == 1 || inet_pton(AF_INET6, host, &six) == 1 else { return nil }
        self.host = host
        self.port = port
    }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        guard inet_pton(AF_INET6, host, &six) == 1 else { return false }
        return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
}
