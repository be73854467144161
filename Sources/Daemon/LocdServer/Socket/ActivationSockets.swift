public import Glibc
import SystemSupport

/// The sockets that systemd passed, read from the environment (sd_listen_fds(3)).
public struct ActivationSockets: Sendable {
    /// The descriptors with the names that the socket unit gives them (`FileDescriptorName=`), in order.
    public let sockets: [(descriptor: CInt, name: String)]
    /// The descriptor to serve: the one named `varlink` or `locd.socket`, else the first that is not of TCP; `nil` if
    /// systemd passed none. Those of TCP are for other protocols; see ``listener(host:port:)``.
    public let descriptor: CInt?

    /// Reads `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES`; no sockets if they are not for this process.
    public init(environment: [String: String], process: pid_t = getpid()) {
        self.init(environment: environment, process: process) { descriptor in
            [AF_INET, AF_INET6].contains(ListeningSocket.option(SO_DOMAIN, of: descriptor) ?? AF_UNIX)
        }
    }

    init(environment: [String: String], process: pid_t, isTCP: (CInt) -> Bool) {
        let sockets = PassedSockets.all(environment: environment, process: process)
        self.sockets = sockets
        let named = sockets.first { $0.name == "varlink" || $0.name == "locd.socket" }
        descriptor = (named ?? sockets.first { !isTCP($0.descriptor) })?.descriptor
    }

    /// The descriptor of a TCP socket that systemd passed, bound to exactly this address and listening; `nil` if there
    /// is none.
    ///
    /// A socket of systemd follows the rules of its own unit (`IPAddressAllow=`): so the network can reach this one
    /// listener, and the daemon cannot reach the network.
    package func listener(host: String, port: UInt16) -> CInt? {
        sockets.map(\.descriptor).first { Self.address(of: $0).map { $0 == (host, port) } ?? false }
    }

    /// The address of a listening TCP socket, as text in the usual form, and its port.
    private static func address(of descriptor: CInt) -> (host: String, port: UInt16)? {
        guard ListeningSocket.option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue),
            ListeningSocket.option(SO_ACCEPTCONN, of: descriptor) == 1
        else { return nil }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes -> (String, UInt16)? in
            guard let base = bytes.baseAddress,
                getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
            else { return nil }
            let family = CInt(base.load(as: sockaddr.self).sa_family)
            let (offset, port): (Int?, UInt16)
            switch family {
            case AF_INET:
                (offset, port) = (
                    MemoryLayout.offset(of: \sockaddr_in.sin_addr), base.load(as: sockaddr_in.self).sin_port
                )
            case AF_INET6:
                (offset, port) = (
                    MemoryLayout.offset(of: \sockaddr_in6.sin6_addr), base.load(as: sockaddr_in6.self).sin6_port
                )
            default: return nil
            }
            guard let offset else { return nil }
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
                inet_ntop(family, base + offset, text.baseAddress, socklen_t(INET6_ADDRSTRLEN)).map {
                    (String(cString: $0), UInt16(bigEndian: port))
                }
            }
        }
    }
}
