package import Glibc

/// The TCP connections of this machine, as `/proc/self/net/tcp` and `tcp6` list them: whose the other end of one of ours is.
///
/// Only an established connection counts. Of one that is being closed the kernel says user 0, whoever it was.
package struct ConnectionTable: Sendable, Hashable {
    /// An address and a port; an IPv4 address is the IPv6 address that stands for it.
    package struct Endpoint: Sendable, Hashable {
        /// Sixteen bytes, the first one first.
        package var address: [UInt8]
        package var port: UInt16

        /// Takes 4 or 16 bytes; `nil` for any other number of them.
        package init?(address: [UInt8], port: UInt16) {
            switch address.count {
            case 4: self.address = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] + address
            case 16: self.address = address
            default: return nil
            }
            self.port = port
        }

        /// Reads `0100007F:0B83`: words of 32 bits as the machine has them in memory, and the port.
        init?(_ text: Substring.UTF8View) {
            let parts = text.split(separator: UInt8(ascii: ":"))
            guard parts.count == 2, parts[0].count == 8 || parts[0].count == 32,
                let port = UInt16(String(decoding: parts[1], as: UTF8.self), radix: 16)
            else { return nil }
            var bytes: [UInt8] = []
            var rest = parts[0]
            while !rest.isEmpty {
                guard let word = UInt32(String(decoding: rest.prefix(8), as: UTF8.self), radix: 16) else { return nil }
                withUnsafeBytes(of: word) { bytes += $0 }
                rest = rest.dropFirst(8)
            }
            self.init(address: bytes, port: port)
        }
    }

    /// What the kernel names for a user who has no number in its eyes.
    private static let overflowUser: uid_t = 65_534
    /// TCP_ESTABLISHED
    private static let established = "01"

    /// The text of one of the files.
    private let text: String

    /// Takes the text of one of the files.
    package init(_ text: String) {
        self.text = text
    }

    /// Whose the program is that connected from `peer` to `own`; `nil` if it is not known for sure.
    package func user(of peer: Endpoint, connectedTo own: Endpoint) -> uid_t? {
        for line in text.split(separator: "\n") {
            // sl local_address rem_address st tx:rx tr:tm->when retrnsmt uid timeout inode
            let fields = line.split(separator: " ", maxSplits: 10, omittingEmptySubsequences: true)
            guard fields.count > 9, fields[3] == Self.established, let local = Endpoint(fields[1].utf8), local == peer,
                Endpoint(fields[2].utf8) == own
            else { continue }
            // Without an inode nobody has it open any more.
            guard let user = uid_t(fields[7]), user != Self.overflowUser, fields[9] != "0" else { return nil }
            return user
        }
        return nil
    }
}
