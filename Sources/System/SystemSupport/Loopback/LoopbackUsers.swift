package import Glibc

/// Whose programs are at the other ends of TCP connections of this machine: the users that the kernel names for their
/// sockets. Their processes and their units the kernel does not tell.
///
/// The kernel's tables are read once for all connections that wait: a program that connects and goes makes them long,
/// and may not keep the others waiting. To ask for a single socket takes a socket of another family, AF_NETLINK, which
/// the sandbox of the units has no room for.
package actor LoopbackUsers {
    /// Reads the tables into a search.
    package typealias Reader = @Sendable (inout ConnectionSearch) -> Void

    private let thread: ExecutorThread
    private let read: Reader
    /// Who waits for the next reading.
    private var waiting: Set<TCPConnection> = []
    private var next: Task<[TCPConnection: uid_t], Never>?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Reads on a thread that may block.
    package init(on thread: ExecutorThread, reading read: @escaping Reader = LoopbackUsers.readTables) {
        self.thread = thread
        self.read = read
    }

    /// The user at the other end; `nil` if it cannot be told for sure.
    package func user(of connection: TCPConnection) async -> uid_t? {
        waiting.insert(connection)
        // It is enqueued behind all who are here already. Who comes while it reads waits for this actor, and for the
        // next one: a reading that began before a connection may have passed its place.
        let reading = next ?? Task { look() }
        next = reading
        return await reading.value[connection]
    }

    private func look() -> [TCPConnection: uid_t] {
        var search = ConnectionSearch(waiting)
        (waiting, next) = ([], nil)
        read(&search)
        return search.users
    }

    /// Reads the kernel's tables.
    package static let readTables: Reader = { search in
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        for path in ["/proc/self/net/tcp", "/proc/self/net/tcp6"] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            while true {
                let count = Glibc.read(descriptor, &piece, piece.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                piece.withUnsafeBytes { search.take(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            }
            search.endTable()
        }
    }
}
