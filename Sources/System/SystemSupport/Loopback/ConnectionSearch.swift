package import Glibc

/// Finds whose the other ends of some TCP connections are, in the tables of `/proc/self/net/tcp` and `tcp6`: all of
/// them in one pass.
///
/// A table has a line for each connection of this machine, and for a minute of each that was closed: a program that
/// connects and goes makes it as long as it likes. So it comes in pieces, and nothing of it is kept.
package struct ConnectionSearch: Sendable {
    /// What the kernel names for a user who has no number in its eyes.
    private static let overflowUser: uid_t = 65_534
    /// No line of the kernel's is that long.
    private static let longestLine = 512
    /// An address and a port of IPv4, and of IPv6.
    private static let widths = [8 + 5, 32 + 5]

    /// The users found so far.
    package private(set) var users: [TCPConnection: uid_t] = [:]

    private let wanted: [String: TCPConnection]
    /// The beginning of a line whose end has not come yet.
    private var rest: [UInt8] = []
    /// Whether the line that comes is too long already.
    private var isSkipping = false

    /// A search for the other ends of these connections.
    package init(_ connections: some Sequence<TCPConnection>) {
        wanted = Dictionary(
            connections.flatMap { connection in connection.texts.map { ($0, connection) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Takes the next bytes of a table.
    package mutating func take(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        while start < bytes.count {
            let end = Self.place(of: "\n", in: bytes, from: start)
            let part = UnsafeRawBufferPointer(rebasing: bytes[start..<(end ?? bytes.count)])
            if end == nil {
                keep(part)
            } else if rest.isEmpty, !isSkipping {
                look(at: part)
            } else {
                keep(part)
                endTable()
            }
            start += part.count + 1
        }
    }

    /// A table is over; another one may follow.
    package mutating func endTable() {
        let line = rest
        rest = []
        if !isSkipping, !line.isEmpty { line.withUnsafeBytes { look(at: $0) } }
        isSkipping = false
    }

    private mutating func keep(_ part: UnsafeRawBufferPointer) {
        guard !isSkipping, rest.count + part.count <= Self.longestLine else {
            isSkipping = true
            rest = []
            return
        }
        rest += part
    }

    /// Takes a line: `sl: LOCAL REMOTE ST TX:RX TR:WHEN RETRANSMISSIONS USER TIMEOUT INODE …`
    private mutating func look(at line: UnsafeRawBufferPointer) {
        guard line.count <= Self.longestLine, let colon = Self.place(of: ":", in: line, from: 0) else { return }
        let start = colon + 2
        for width in Self.widths {
            let state = start + 2 * (width + 1)
            guard state + 2 < line.count, Self.isOpen(line[state], line[state + 1]),
                let connection = wanted[String(decoding: line[start..<state - 1], as: UTF8.self)]
            else { continue }
            let fields = line[(state + 2)...].split(separator: UInt8(ascii: " "), maxSplits: 6)
            // Without an inode nobody has it open any more.
            guard fields.count > 5, let user = uid_t(String(decoding: fields[3], as: UTF8.self)),
                user != Self.overflowUser, !fields[5].elementsEqual("0".utf8)
            else { continue }
            users[connection] = user
        }
    }

    /// Whether a program has a socket in this state: established, or it sends no more and reads on (FIN_WAIT1,
    /// FIN_WAIT2). Most lines of a long table are in another one: this is asked first.
    private static func isOpen(_ first: UInt8, _ second: UInt8) -> Bool {
        guard first == UInt8(ascii: "0") else { return false }
        return [UInt8(ascii: "1"), UInt8(ascii: "4"), UInt8(ascii: "5")].contains(second)
    }

    private static func place(of letter: Unicode.Scalar, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count,
            let found = memchr(base + start, CInt(letter.value), bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
