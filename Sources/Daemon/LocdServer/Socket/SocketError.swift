import Glibc
internal import SystemSupport

/// Why the daemon has no socket.
public struct SocketError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What failed.
    public enum Code: String, Sendable, Hashable {
        /// The path does not fit into the address of a Unix socket.
        case invalidPath
        /// Another process listens on the socket already.
        case inUse
        /// Another program listens on the TCP port.
        case portInUse
        /// The file at the path is not a socket.
        case notASocket
        /// The system does not allow locd to create it.
        case cannotCreate
        /// The descriptor that systemd passed is not a listening Unix stream socket.
        case notListening
        /// The socket was closed while in use.
        case closed
    }

    /// What failed.
    public let code: Code
    /// The path or the descriptor.
    public let place: String
    /// The system's error number, if a system call failed.
    public let systemError: Int32?
    /// The key of the configuration that names the place.
    public let key: String

    init(_ code: Code, _ place: String, systemError: Int32? = nil, key: String = "api.socket") {
        self.code = code
        self.key = key
        self.place = place
        self.systemError = systemError
    }

    /// The problem and the remedy, a sentence each.
    public var description: String {
        switch code {
        case .invalidPath:
            "\(place) is not a valid socket path: it needs 1 to 107 bytes. Choose another \(key)."
        case .inUse:
            "Another locd listens on \(place). Stop it (systemctl stop locd), or choose another \(key)."
        case .portInUse:
            "another program listens on \(place); choose another port for \(key), or, if it is gpsd, stop it: "
                + "systemctl disable --now gpsd.socket gpsd.service"
        case .notASocket:
            "\(place) exists and is not a socket. Move it away, or choose another \(key)."
        case .cannotCreate where place.hasPrefix("tcp://"):
            "Cannot listen on \(place)\(cause). Choose an address of this machine and a port from 1024 for \(key)."
        case .cannotCreate:
            "Cannot create the socket \(place)\(cause). Make its directory writable for locd, or choose another "
                + "\(key)."
        case .notListening:
            "\(place), which systemd passed, is not a listening Unix socket\(cause). "
                + "Set ListenStream= to a path in locd.socket."
        case .closed:
            "The socket \(place) was closed while in use. Restart locd (systemctl restart locd)."
        }
    }

    private var cause: String {
        systemError.map { ": \(SystemCallError.message(of: $0))" } ?? ""
    }
}
