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

        /// As the tables have it: `0100007F:0B83`, words of 32 bits as the machine has them in memory, and the port. First as an
        /// address of IPv4, if it is one, then as one of IPv6.
        var texts: [String] {
            let words = stride(from: 0, to: 16, by: 4).map { start in
                let word = address[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
                return Self.hexadecimal(word, digits: 8)
            }
            let isVersion4 = address.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
            let port = ":" + Self.hexadecimal(UInt32(port), digits: 4)
            return [isVersion4 ? words[3] : nil, words.joined()].compactMap(\.self).map { $0 + port }
        }

        private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
            let text = String(number, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
        }
    }

    /// What the kernel names for a user who has no number in its eyes.
    private static let overflowUser: uid_t = 65_534
    /// TCP_ESTABLISHED
    private static let established = "01"

    /// One of the files.
    private let bytes: [UInt8]

    /// Takes what is in one of the files.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whose the program is that connected from `peer` to `own`; `nil` if it is not known for sure.
    ///
    /// The table is searched as it is: it has a line for each connection of the machine, and for a minute of each that was closed.
    package func user(of peer: Endpoint, connectedTo own: Endpoint) -> uid_t? {
        for (local, remote) in zip(peer.texts.reversed(), own.texts.reversed()) {
            guard let rest = line(behind: " \(local) \(remote) \(Self.established) ") else { continue }
            // tx:rx tr:tm->when retrnsmt uid timeout inode
            let fields = rest.split(separator: UInt8(ascii: " "), maxSplits: 6)
            // Without an inode nobody has it open any more.
            guard fields.count > 5, let user = uid_t(String(decoding: fields[3], as: UTF8.self)),
                user != Self.overflowUser, !fields[5].elementsEqual("0".utf8)
            else { return nil }
            return user
        }
        return nil
    }

    /// What follows some text behind the number of a line, to its end; `nil` if there is no such line.
    private func line(behind text: String) -> ArraySlice<UInt8>? {
        let wanted = Array(text.utf8)
        let found = bytes.withUnsafeBytes { (all: UnsafeRawBufferPointer) -> Range<Int>? in
            var start = 0
            while start < all.count {
                let end = Self.place(of: "\n", in: all, start..<all.count) ?? all.count
                let place = (Self.place(of: ":", in: all, start..<end) ?? end) + 1
                if end - place >= wanted.count, all[place..<place + wanted.count].elementsEqual(wanted) {
                    return place + wanted.count..<end
                }
                start = end + 1
            }
            return nil
        }
        return found.map { bytes[$0] }
    }

    private static func place(of letter: Unicode.Scalar, in all: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        guard let start = all.baseAddress, !range.isEmpty,
            let found = memchr(start + range.lowerBound, CInt(letter.value), range.count)
        else { return nil }
        return UnsafeRawPointer(found) - start
    }
}
