package import Glibc

/// An address of the loopback, in IPv4.
package struct LoopbackAddress {
    private var storage = sockaddr_in()

    /// The address of a port; 0 for one that the kernel chooses.
    package init(port: UInt16 = 0) {
        storage.sin_family = sa_family_t(AF_INET)
        storage.sin_port = port.bigEndian
        storage.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    }

    /// Passes the address to a system call.
    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }

    /// The port that a socket has.
    package static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}
