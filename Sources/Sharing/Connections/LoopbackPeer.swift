internal import Glibc
package import LocdServer
internal import NIOCore
internal import SystemSupport

/// Who is at the other end of a TCP connection of the loopback interface: the user that the kernel names for its socket, with the
/// groups of that user. Its process and its unit the kernel does not tell.
package enum LoopbackPeer {
    /// Bytes of a table that are read: some 100,000 connections.
    private static let limit = 16 << 20

    /// The peer; `nil` if it cannot be told for sure. It reads files and asks the name service: not on an event loop.
    package static func find(from remote: ConnectionTable.Endpoint, to local: ConnectionTable.Endpoint) -> Peer? {
        for file in ["/proc/self/net/tcp", "/proc/self/net/tcp6"] {
            guard let bytes = try? BoundedFile.contents(of: file, limit: limit) else { continue }
            let table = ConnectionTable(String(decoding: bytes, as: UTF8.self))
            guard let user = table.user(of: remote, connectedTo: local) else { continue }
            let entry = SystemUser(user)
            return Peer(
                user: user, group: entry?.primaryGroup ?? .max, process: 0,
                supplementaryGroups: entry.map { Array($0.groups) } ?? [])
        }
        return nil
    }
}

extension ConnectionTable.Endpoint {
    /// The address of a connection; `nil` for one that is not of TCP.
    init?(_ address: SocketAddress) {
        guard let text = address.ipAddress, let port = address.port.flatMap(UInt16.init(exactly:)) else { return nil }
        var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
        guard inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
        self.init(address: bytes, port: port)
    }
}
