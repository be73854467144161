import Glibc
import LocdTestSupport
import SystemSupport

/// A stream socket that never blocks: what would block is said as `nil`, and asked for again by `Stage.until`.
final class Socket: Sendable {
    /// What the system says.
    struct Failure: Error, CustomStringConvertible {
        let call: String
        let code = errno
        var description: String { "\(call): \(String(cString: strerror(code)))" }
    }

    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// A listener on the loopback; port 0 takes a free one.
    convenience init(listeningOn port: UInt16) throws {
        self.init(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Self.flags, 0))
        guard descriptor >= 0 else { throw Failure(call: "socket") }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let bound = LoopbackAddress(port: port).withPointer { bind(descriptor, $0, $1) }
        guard bound == 0, listen(descriptor, 16) == 0 else { throw Failure(call: "listen") }
    }

    /// A connection to a port of the loopback; throws where nobody listens.
    convenience init(connectingTo port: UInt16) throws {
        self.init(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Self.flags, 0))
        guard descriptor >= 0 else { throw Failure(call: "socket") }
        // On the loopback the kernel answers at once.
        let result = LoopbackAddress(port: port).withPointer { connect(descriptor, $0, $1) }
        guard result == 0 || errno == EINPROGRESS else { throw Failure(call: "connect") }
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
        errno = error
        guard error == 0 else { throw Failure(call: "connect") }
    }

    /// A connection to a Unix socket.
    convenience init(connectingTo path: String) throws {
        self.init(descriptor: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Self.flags, 0))
        guard descriptor >= 0 else { throw Failure(call: "socket") }
        guard let address = UnixAddress(path) else {
            errno = ENAMETOOLONG
            throw Failure(call: path)
        }
        guard address.withPointer({ connect(descriptor, $0, $1) }) == 0 else {
            throw Failure(call: "connect \(path)")
        }
    }

    private static var flags: Int32 {
        Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    }

    /// The port that it has.
    var port: UInt16 { LoopbackAddress.port(of: descriptor) }

    /// The next connection; `nil` where nobody knocks.
    func accept() throws -> Socket? {
        let next = Glibc.accept(descriptor, nil, nil)
        guard next >= 0 else {
            guard errno == EAGAIN else { throw Failure(call: "accept") }
            return nil
        }
        // accept4 is hidden from Swift; the children of this process inherit nothing but their three.
        _ = fcntl(next, F_SETFL, O_NONBLOCK)
        _ = fcntl(next, F_SETFD, FD_CLOEXEC)
        return Socket(descriptor: next)
    }

    /// Writes what there is room for and says how much; `nil` where the other side has gone.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        return count >= 0 ? count : errno == EAGAIN ? 0 : nil
    }

    /// What has come, empty at the end; `nil` where there is nothing yet.
    func read() -> [UInt8]? {
        var part = [UInt8](repeating: 0, count: 16 << 10)
        let count = recv(descriptor, &part, part.count, 0)
        if count < 0, errno == EAGAIN { return nil }
        return Array(part.prefix(max(count, 0)))
    }
}
