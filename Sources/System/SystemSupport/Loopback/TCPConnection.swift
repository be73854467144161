internal import Glibc

/// A TCP connection that this process has accepted: the two ends of it.
package struct TCPConnection: Sendable, Hashable {
    /// The end of the program that connected.
    package var remote: TCPEndpoint
    /// Our end.
    package var local: TCPEndpoint

    package init(from remote: TCPEndpoint, to local: TCPEndpoint) {
        (self.remote, self.local) = (remote, local)
    }

    /// How the line of the other end's socket names it in the kernel's tables. A program that connected with IPv6 to an
    /// IPv4 address has addresses of IPv6.
    var texts: [String] { zip(remote.texts, local.texts).map { "\($0) \($1)" } }
}

/// An address and a port; an IPv4 address is the IPv6 address that stands for it.
package struct TCPEndpoint: Sendable, Hashable {
    private static let version4 = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] as [UInt8]

    /// Sixteen bytes, the first one first.
    package var address: [UInt8]
    package var port: UInt16

    /// Takes 4 or 16 bytes; `nil` for any other number of them.
    package init?(address: [UInt8], port: UInt16) {
        switch address.count {
        case 4: self.address = Self.version4 + address
        case 16: self.address = address
        default: return nil
        }
        self.port = port
    }

    /// An address as text, such as `127.0.0.1` or `::1`, and a port; `nil` for anything else.
    package init?(address text: String, port: Int) {
        guard let port = UInt16(exactly: port) else { return nil }
        let isSix = text.contains(":")
        var bytes = [UInt8](repeating: 0, count: isSix ? 16 : 4)
        guard inet_pton(isSix ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
        self.init(address: bytes, port: port)
    }

    /// Whether the address is one of the loopback interface: 127.0.0.0/8 or ::1.
    package var isLoopback: Bool {
        isVersion4 ? address[12] == 127 : address == [UInt8](repeating: 0, count: 15) + [1]
    }

    private var isVersion4: Bool { address.starts(with: Self.version4) }

    /// As the kernel's tables have it: `0100007F:0B83`, words of 32 bits as the machine has them in memory, and the
    /// port. First as an address of IPv6, then as one of IPv4, if it is one.
    var texts: [String] {
        let words = stride(from: 0, to: 16, by: 4).map { start in
            let word = address[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            return Self.hexadecimal(word, digits: 8)
        }
        let port = ":" + Self.hexadecimal(UInt32(port), digits: 4)
        return [words.joined(), isVersion4 ? words[3] : nil].compactMap(\.self).map { $0 + port }
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
    }
}
