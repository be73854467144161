import Glibc
import SystemSupport

/// The Unix socket that starts a client's program: systemd holds it, and starts the unit when something connects.
struct WakeSocket: Sendable, Hashable {
    /// Why nothing was started.
    enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        case system(SystemCallError)
        /// Somebody else's program listens: it learns nothing.
        case stranger(uid_t)

        var description: String {
            switch self {
            case .system(let error): error.message
            case .stranger(let user): "user \(user) listens there, who is neither root nor the client's user"
            }
        }
    }

    let path: String

    /// Whether a user may learn that something happened to a client.
    static func mayListen(_ user: uid_t, for client: ClientIdentity) -> Bool { user == 0 || user == client.user }

    /// Connects, says who is wanted in a line of JSON, and hangs up. Does not wait: a socket of a local program takes a connection at
    /// once, or its queue is full.
    func knock(for client: ClientIdentity) throws(Failure) {
        guard let address = UnixAddress(path) else {
            throw .system(SystemCallError("connect", SystemCallError.invalid))
        }
        let descriptor = socket(
            AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | O_NONBLOCK, 0)
        guard descriptor >= 0 else { throw .system(SystemCallError("socket", errno)) }
        defer { close(descriptor) }
        let outcome = address.withPointer { connect(descriptor, $0, $1) }
        // Systemd has been told already when its queue is full.
        guard outcome == 0 || errno == EAGAIN else { throw .system(SystemCallError("connect", errno)) }
        guard outcome == 0 else { return }
        guard let listener = Peer(socket: descriptor) else {
            throw .system(SystemCallError("SO_PEERCRED", SystemCallError.invalid))
        }
        guard Self.mayListen(listener.user, for: client) else { throw .stranger(listener.user) }
        let line = Array("{\"event\":\"wake\",\"user\":\(client.user)}\n".utf8)
        // Most programs never read it; they ask the daemon.
        _ = send(descriptor, line, line.count, CInt(MSG_NOSIGNAL))
    }
}
