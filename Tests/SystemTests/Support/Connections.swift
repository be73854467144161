import Foundation
import Glibc

/// Who is connected to a port of the loopback, as the kernel knows it. gpsd keeps a device open for a minute after its
/// last watcher left, so its files do not tell.
enum Connections {
    /// How many connections to a port are established, seen from those who made them: a local port of the same number
    /// may be anybody's.
    static func count(to port: UInt16) throws -> Int {
        let established = "01"
        let suffix = ":" + String(format: "%04X", port)
        return try ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { try text($0).split(separator: "\n").dropFirst() }
            .count { line in
                // sl, local address, remote address, state
                let fields = line.split(separator: " ", maxSplits: 4)
                return fields.count > 3 && fields[2].hasSuffix(suffix) && fields[3] == established
            }
    }

    /// All of a table; empty where the kernel has none. Read to its end by hand: such a file has no size, the kernel
    /// gives a page at a time, and who takes a short read for the end misses the connections beyond the first.
    private static func text(_ path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return "" }
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += part[..<count]
        }
    }
}
