import Glibc
import SystemSupport

/// A listening Unix stream socket: created at a path, or passed by systemd.
package struct ListeningSocket {
    /// The descriptor, close-on-exec. The owner of the server closes it.
    package let descriptor: CInt
    /// The file to remove afterwards, and its identity; `nil` if systemd owns it.
    let file: (path: String, device: dev_t, inode: ino_t)?

    /// Creates a socket file that every local user may connect to: the credentials of a caller decide its access, not
    /// the mode of a file.
    ///
    /// A file that an ended daemon left is replaced; one on which somebody listens, never. A lock on the directory
    /// separates two daemons that start at once.
    package init(path: String, key: String = "api.socket") throws(SocketError) {
        guard let address = UnixAddress(path) else { throw SocketError(.invalidPath, path, key: key) }
        let directory = FileReplacement.directory(of: path)
        if mkdir(directory, 0o755) != 0, errno != EEXIST {
            throw SocketError(.cannotCreate, path, systemError: errno, key: key)
        }
        let lock = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw SocketError(.cannotCreate, path, systemError: errno, key: key) }
        defer {
            flock(lock, LOCK_UN)
            close(lock)
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK
                ? SocketError(.inUse, path, key: key) : SocketError(.cannotCreate, path, systemError: errno, key: key)
        }
        try Self.removeStale(path, address, key)
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError(.cannotCreate, path, systemError: errno, key: key) }
        guard address.withPointer({ Glibc.bind(descriptor, $0, $1) }) == 0, Self.open(path, in: lock),
            listen(descriptor, SOMAXCONN) == 0
        else {
            let reason = errno
            close(descriptor)
            throw SocketError(.cannotCreate, path, systemError: reason, key: key)
        }
        self.descriptor = descriptor
        var status = stat()
        file = lstat(path, &status) == 0 ? (path, status.st_dev, status.st_ino) : nil
    }

    init(descriptor: CInt, file: (path: String, device: dev_t, inode: ino_t)?) {
        self.descriptor = descriptor
        self.file = file
    }

    /// Takes a descriptor that systemd passed.
    init(passed descriptor: CInt) throws(SocketError) {
        let place = "Descriptor \(descriptor)"
        guard Self.option(SO_DOMAIN, of: descriptor) == AF_UNIX,
            Self.option(SO_TYPE, of: descriptor) == CInt(SOCK_STREAM.rawValue),
            Self.option(SO_ACCEPTCONN, of: descriptor) == 1
        else { throw SocketError(.notListening, place) }
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            throw SocketError(.notListening, place, systemError: errno)
        }
        self.descriptor = descriptor
        file = nil
    }

    /// Takes a listening TCP socket that systemd passed, and keeps the descriptor open for the next request.
    package init(sharing descriptor: CInt, key: String) throws(SocketError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            throw SocketError(.notListening, "Descriptor \(descriptor)", systemError: errno, key: key)
        }
        self.init(descriptor: copy, file: nil)
    }

    /// Removes the socket file, if it is still the one that was created.
    package func removeFile() {
        guard let file else { return }
        var status = stat()
        guard lstat(file.path, &status) == 0, status.st_dev == file.device, status.st_ino == file.inode else { return }
        unlink(file.path)
    }

    /// Lets every user connect to a socket of this user in a directory, and changes no other file: where others may
    /// write, they can put one in its place after it was bound.
    static func open(_ path: String, in directory: CInt) -> Bool {
        let name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        // O_PATH, which the Glibc module does not have.
        let withoutAccess: CInt = 0o10_000_000
        let file = openat(directory, name, withoutAccess | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else {
            errno = EEXIST
            return false
        }
        return chmod("/proc/self/fd/\(file)", 0o666) == 0
    }

    private static func removeStale(_ path: String, _ address: UnixAddress, _ key: String) throws(SocketError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw SocketError(.notASocket, path, key: key) }
        let probe = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | O_NONBLOCK, 0)
        guard probe >= 0 else { throw SocketError(.cannotCreate, path, systemError: errno, key: key) }
        defer { close(probe) }
        // Only a refusal proves that nobody listens: a full queue, for example, does not.
        guard address.withPointer({ connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED else {
            throw SocketError(.inUse, path, key: key)
        }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw SocketError(.cannotCreate, path, systemError: errno, key: key)
        }
    }

    static func option(_ name: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 else { return nil }
        return value
    }
}

extension ListeningSocket {
    /// Listens on a TCP port. It creates no file, so nothing remains of it.
    /// - Parameters:
    ///   - host: An IPv4 or IPv6 address of this machine, or of all of its interfaces.
    ///   - key: The key of the configuration that names it.
    package init(host: String, port: UInt16, key: String) throws(SocketError) {
        let place = "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        let isSix = host.contains(":")
        let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(isSix ? AF_INET6 : AF_INET, type, 0)
        guard descriptor >= 0 else { throw SocketError(.cannotCreate, place, systemError: errno, key: key) }
        var on: CInt = 1
        // Connections of an ended daemon in TIME_WAIT do not matter; a port on which another program listens is not
        // taken.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
        if isSix { setsockopt(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &on, socklen_t(MemoryLayout<CInt>.size)) }
        guard Self.bind(descriptor, host, port, isSix: isSix), listen(descriptor, SOMAXCONN) == 0 else {
            let reason = errno
            close(descriptor)
            throw reason == EADDRINUSE
                ? SocketError(.portInUse, place, key: key)
                : SocketError(.cannotCreate, place, systemError: reason, key: key)
        }
        self.init(descriptor: descriptor, file: nil)
    }

    private static func bind(_ descriptor: CInt, _ host: String, _ port: UInt16, isSix: Bool) -> Bool {
        func bind(_ address: UnsafeRawPointer, _ length: Int) -> Bool {
            Glibc.bind(descriptor, address.assumingMemoryBound(to: sockaddr.self), socklen_t(length)) == 0
        }
        errno = EINVAL
        if isSix {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            guard inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else { return false }
            return bind(&address, MemoryLayout<sockaddr_in6>.size)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return false }
        return bind(&address, MemoryLayout<sockaddr_in>.size)
    }
}
