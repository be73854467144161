import Glibc
import NIOCore
import NIOPosix

extension ClientBootstrap {
    /// Connects to the daemon. NIO's own sockets are inherited by the programs that this one starts, and the daemon would serve a client
    /// that is gone for as long as one of these runs.
    func connect<Output: Sendable>(
        toDaemonAt path: String, _ initialize: @escaping @Sendable (any Channel) -> EventLoopFuture<Output>
    ) async throws -> Output {
        let descriptor = try SocketAddress(unixDomainSocketPath: path).connectedSocket()
        return try await withConnectedSocket(descriptor, channelInitializer: initialize)
    }
}

extension SocketAddress {
    /// A stream socket that is connected to this address of a Unix domain, and closed in programs that this one starts.
    fileprivate func connectedSocket() throws(IOError) -> CInt {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | O_NONBLOCK, 0)
        guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
        // In a Unix domain it is connected at once, or not at all.
        guard withSockAddr({ Glibc.connect(descriptor, $0, socklen_t($1)) }) == 0 else {
            let reason = errno
            close(descriptor)
            throw IOError(errnoCode: reason, reason: "connect")
        }
        return descriptor
    }
}
