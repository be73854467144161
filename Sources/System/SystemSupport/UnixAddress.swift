package import Glibc

package struct UnixAddress {
    private var storage = sockaddr_un()
    private let length: socklen_t

    /// The address of a path, or, with a leading `@`, of a name outside the file system if `isAbstractAllowed`. `nil`
    /// if it does not fit, is empty or contains a NUL.
    package init?(_ path: String, isAbstractAllowed: Bool = false) {
        var bytes = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: storage.sun_path)
        guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
        let isAbstract = isAbstractAllowed && bytes[0] == UInt8(ascii: "@")
        // A path ends with a NUL; an abstract name begins with one, and its length ends it.
        if isAbstract { bytes[0] = 0 } else { bytes.append(0) }
        guard bytes.count <= capacity else { return nil }
        storage.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &storage.sun_path) { $0.copyBytes(from: bytes) }
        length = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + socklen_t(bytes.count)
    }

    /// Passes the address to a system call.
    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
