import Foundation

/// Who is connected to a port of the loopback, as the kernel knows it. gpsd keeps a device open for a minute after its last
/// watcher left, so its files do not tell.
enum Connections {
    /// How many connections to a port are established, seen from those who made them: a local port of the same number may be
    /// anybody's.
    static func count(to port: UInt16) throws -> Int {
        let established = "01"
        let suffix = ":" + String(format: "%04X", port)
        return try ["/proc/net/tcp", "/proc/net/tcp6"].filter { FileManager.default.fileExists(atPath: $0) }
            .flatMap { try String(contentsOfFile: $0, encoding: .utf8).split(separator: "\n").dropFirst() }
            .count { line in
                // sl, local address, remote address, state
                let fields = line.split(separator: " ", maxSplits: 4)
                return fields.count > 3 && fields[2].hasSuffix(suffix) && fields[3] == established
            }
    }
}
