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
}
