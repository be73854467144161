import Glibc
import SystemSupport

/// The Unix socket that starts a client's program: systemd listens on it, and starts the unit when something connects.
struct WakeSocket: Sendable, Hashable {
    /// Why nothing was started.
    enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        case system(SystemCallError)
        /// Another user's program listens; it gets no information.
        case stranger(uid_t)

        var description: String {
            switch self {
            case .system(let error): error.message
            case .stranger(let user): "user \(user) listens there, who is neither root nor the client's user"
            }
        }
    }

    let path: String

    /// Whether a user may know that an event of a client occurred.
    static func mayListen(_ user: uid_t, for client: ClientIdentity) -> Bool { user == 0 || user == client.user }

    /// Connects, writes the client's user in a line of JSON, and closes. Does not wait: the socket of a local program
    /// accepts a connection at once, or its queue is full.
    func knock(for client: ClientIdentity) throws(Failure) {
        guard let address = UnixAddress(path) else {
            throw .system(SystemCallError("connect", SystemCallError.invalid))
        }
        let descriptor = socket(
            AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | O_NONBLOCK, 0)
        guard descriptor >= 0 else { throw .system(SystemCallError("socket", errno)) }
        defer { close(descriptor) }
        let outcome = address.withPointer { connect(descriptor, $0, $1) }
        // If its queue is full, systemd has already been notified.
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
