package import Glibc
internal import SystemSupport

/// Whose program is at the other end of a TCP connection of the loopback interface: the user that the kernel names for its socket.
/// Its process and its unit the kernel does not tell.
package enum LoopbackUser {
    /// Bytes of a table that are read: some 100,000 connections.
    private static let limit = 16 << 20

    /// The user; `nil` if it cannot be told for sure. It reads files: not on an event loop.
    package static func find(from remote: ConnectionTable.Endpoint, to local: ConnectionTable.Endpoint) -> uid_t? {
        for file in ["/proc/self/net/tcp", "/proc/self/net/tcp6"] {
            guard let bytes = try? BoundedFile.contents(of: file, limit: limit) else { continue }
            let table = ConnectionTable(bytes)
            if let user = table.user(of: remote, connectedTo: local) { return user }
        }
        return nil
    }
}

extension ConnectionTable.Endpoint {
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
        let isFour = address[..<12] == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return isFour ? address[12] == 127 : address == [UInt8](repeating: 0, count: 15) + [1]
    }
}
