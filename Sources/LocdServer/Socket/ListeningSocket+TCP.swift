import Glibc

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
