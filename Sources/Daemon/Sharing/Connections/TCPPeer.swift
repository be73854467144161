import Glibc
package import LocdServer
internal import NIOCore
package import SystemSupport

/// The other end of a TCP connection: a user of this machine, whom the kernel names for the socket, or a network
/// address of which nothing else is known.
package struct TCPPeer: Sendable, Hashable {
    /// All programs on the network, which are one client.
    package static let network = Peer(user: SystemUser.network, group: .max, process: 0, supplementaryGroups: [])

    /// The other end's address, as text.
    package var address: String
    private let connection: TCPConnection

    /// The other end of a connection from `remote` to `local`; `nil` if these are not IP addresses.
    package init?(from remote: (address: String, port: Int), to local: (address: String, port: Int)) {
        guard let other = TCPEndpoint(address: remote.address, port: remote.port),
            let own = TCPEndpoint(address: local.address, port: local.port)
        else { return nil }
        address = remote.address
        connection = TCPConnection(from: other, to: own)
    }

    init?(of channel: any Channel) {
        guard let remote = channel.remoteAddress, let local = channel.localAddress,
            let remoteAddress = remote.ipAddress, let remotePort = remote.port,
            let localAddress = local.ipAddress, let localPort = local.port
        else { return nil }
        self.init(from: (remoteAddress, remotePort), to: (localAddress, localPort))
    }

    /// Whether it is certainly a program of this machine: it comes from a loopback address, or from the one that it
    /// connected to.
    package var isOnThisMachine: Bool {
        connection.remote.isLoopback || connection.remote.address == connection.local.address
    }

    /// The user of a program of this machine, with that user's groups; `nil` if the kernel names none. The kernel does
    /// not report its process or unit. This asks the name service, so do not call it on an event loop.
    package func localUser(_ users: LoopbackUsers) async -> Peer? {
        await users.user(of: connection).map { Peer(ofUser: $0) }
    }
}

extension Peer {
    /// A program of a user, with that user's groups: nothing is known of its process. This asks the name service.
    init(ofUser user: uid_t) {
        let entry = SystemUser(user)
        self.init(
            user: user, group: entry?.primaryGroup ?? .max, process: 0,
            supplementaryGroups: entry.map { Array($0.groups) } ?? [])
    }
}
