public import Glibc

/// The sockets that systemd passed, read from the environment (sd_listen_fds(3)).
public struct ActivationSockets: Sendable {
    /// The first descriptor that systemd passes.
    public static let firstDescriptor: CInt = 3
    /// The descriptors with the names that the socket unit gives them (`FileDescriptorName=`), in order.
    public let sockets: [(descriptor: CInt, name: String)]

    /// Reads `LISTEN_PID`, `LISTEN_FDS` and `LISTEN_FDNAMES`; no sockets where they are not meant for this process.
    public init(environment: [String: String], process: pid_t = getpid()) {
        guard environment["LISTEN_PID"].flatMap({ pid_t($0) }) == process,
            let count = environment["LISTEN_FDS"].flatMap({ CInt($0) }), (1...1024).contains(count)
        else {
            sockets = []
            return
        }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        sockets = (0..<count).map { index in
            let name = names.indices.contains(Int(index)) ? String(names[Int(index)]) : ""
            return (Self.firstDescriptor + index, name)
        }
    }

    /// The descriptor to serve: the one that is named `varlink` or `locd.socket`, else the first; `nil` where none was
    /// passed.
    public var descriptor: CInt? {
        let named = sockets.first { $0.name == "varlink" || $0.name == "locd.socket" }
        return (named ?? sockets.first)?.descriptor
    }
}
