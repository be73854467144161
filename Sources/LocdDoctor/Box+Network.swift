extension Box {
    /// Whether the loopback has its IPv6 address.
    var hasIPv6Loopback: Bool {
        (text("/proc/net/if_inet6") ?? "").split(separator: "\n").contains {
            $0.hasPrefix("00000000000000000000000000000001 ")
        }
    }

    /// The addresses with a listener on a TCP port: `true` for those of the loopback.
    func listeners(onPort port: UInt16) -> [Bool] {
        ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
            (text(path) ?? "").split(separator: "\n").compactMap { line -> Bool? in
                // Number, local address, remote address, state: 0A is listening.
                let fields = line.split(separator: " ", maxSplits: 4)
                guard fields.count > 3, fields[3] == "0A", let colon = fields[1].lastIndex(of: ":"),
                    UInt16(fields[1][fields[1].index(after: colon)...], radix: 16) == port
                else { return nil }
                return Self.isLoopback(fields[1][..<colon])
            }
        }
    }

    /// Addresses are words of 32 bits, each in the machine's byte order, which is little-endian wherever locd runs.
    private static func isLoopback(_ address: Substring) -> Bool {
        switch address.utf8.count {
        case 8: address.hasSuffix("7F")
        // ::1, and 127.0.0.0/8 as an address of IPv6.
        case 32:
            address == "00000000000000000000000001000000"
                || address.hasPrefix("0000000000000000FFFF0000") && address.hasSuffix("7F")
        default: false
        }
    }
}
