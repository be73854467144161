import Glibc
import Synchronization
import Testing

@testable import SystemSupport

/// Whose connections over real sockets are, and how often the tables are read for it.
@Suite(.timeLimit(.minutes(15))) struct LoopbackUsersTests {
    /// Addresses that a program connects to, and the one that is listened on.
    @Test(arguments: [("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::ffff:127.0.0.1", "127.0.0.1")])
    func `A program is found, also if it sends no more`(_ remote: String, _ local: String) async throws {
        // A machine without IPv6 has nothing to find.
        guard let sockets = try Sockets(connecting: remote, to: local) else { return }
        let users = LoopbackUsers(on: try ExecutorThread(named: "test-reading"))
        #expect(await users.user(of: sockets.connection) == geteuid())
        shutdown(sockets.client, CInt(SHUT_WR))
        #expect(await users.user(of: sockets.connection) == geteuid())
        close(sockets.client)
        close(sockets.accepted)
    }

    @Test func `The tables are read once for all who wait, and anew for who comes later`() async throws {
        let thread = try ExecutorThread(named: "test-reading")
        let readings = Mutex(0)
        let users = LoopbackUsers(on: thread) { search in
            let number = readings.withLock { count in
                count += 1
                return count
            }
            let line = "0: 0100007F:9C40 0100007F:0B83 01 0:0 0:0 0 \(number) 0 32 1"
            Array(line.utf8).withUnsafeBytes { search.take($0) }
            search.endTable()
        }
        let connection = TCPConnection(
            from: try #require(TCPEndpoint(address: [127, 0, 0, 1], port: 40_000)),
            to: try #require(TCPEndpoint(address: [127, 0, 0, 1], port: 2947)))
        // The thread is held until all of them wait for it.
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (gate, key) = (ends[0], ends[1])
        let held = thread.run {
            var byte: UInt8 = 0
            _ = read(gate, &byte, 1)
        }
        let answers = await withTaskGroup(of: uid_t?.self) { group in
            for _ in 0..<100 { group.addTask(executorPreference: thread) { await users.user(of: connection) } }
            _ = write(key, [1], 1)
            var answers: Set<uid_t?> = []
            for await answer in group { answers.insert(answer) }
            return answers
        }
        await held.value
        #expect(answers == [1])
        #expect(await users.user(of: connection) == 2)
        close(gate)
        close(key)
    }
}

/// A program that has connected, and the socket that it was accepted with.
private struct Sockets {
    let client: CInt
    let accepted: CInt
    let connection: TCPConnection

    /// Connects from `remote`'s family to a listener on `local`; `nil` if the machine has no such address.
    init?(connecting remote: String, to local: String) throws {
        let listener = Self.socket(of: local)
        defer { close(listener) }
        guard Self.with(local, port: 0, { bind(listener, $0, $1) }) == 0 else { return nil }
        try #require(listen(listener, 1) == 0)
        let port = try #require(Self.port(of: listener))
        let client = Self.socket(of: remote)
        self.client = client
        guard Self.with(remote, port: port, { connect(client, $0, $1) }) == 0 else { return nil }
        accepted = accept(listener, nil, nil)
        try #require(accepted >= 0)
        let ownPort = try #require(Self.port(of: client))
        connection = TCPConnection(
            from: try #require(TCPEndpoint(address: local, port: Int(ownPort))),
            to: try #require(TCPEndpoint(address: local, port: Int(port))))
    }

    private static func socket(of address: String) -> CInt {
        Glibc.socket(
            address.contains(":") ? AF_INET6 : AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    }

    /// The port of our end.
    private static func port(of socket: CInt) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                getsockname(socket, base, &length) == 0
            else { return nil }
            // In both families it stands behind the family.
            return UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
        }
    }

    private static func with(_ text: String, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt
    {
        if text.contains(":") {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            inet_pton(AF_INET6, text, &address.sin6_addr)
            return rebound(address, body)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, text, &address.sin_addr)
        return rebound(address, body)
    }

    private static func rebound<Address>(_ address: Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt)
        -> CInt
    {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
