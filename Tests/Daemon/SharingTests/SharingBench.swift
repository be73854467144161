import Glibc
import LocationModel
import LocationServices
import LocdConfiguration
import LocdProtocol
import LocdTestSupport
import Logging
import Synchronization
import SystemSupport

@testable import LocdServer
@testable import Sharing

/// A hub over a scripted receiver, and other programs that are served from it.
struct SharingBench: Sendable {
    let bench = HubBench()
    let authority: SwitchedAuthority
    let directory: String
    let service: SharingService
    let sessions: Sessions

    var socket: String { directory + "/nmea.sock" }

    private init(
        _ listeners: [SharingListener], _ authorization: Authorization, maximumConnections: Int, in directory: String
    ) throws {
        authority = SwitchedAuthority(authorization)
        self.directory = directory
        sessions = Sessions(hub: bench.hub, clock: bench.clock.clock, staleAfter: .seconds(5), store: nil)
        service = SharingService(
            listeners, maximumConnectionsPerUser: maximumConnections, hub: bench.hub, sessions: sessions,
            authority: authority, reading: try ExecutorThread(named: "test-reading"), clock: bench.clock.clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Serves NMEA on a Unix socket, and what else is given, while the body runs.
    static func with(
        _ authorization: Authorization = .everything, also listeners: [SharingListener] = [],
        maximumConnections: Int = 64, _ body: @Sendable (SharingBench) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with { directory in
            let bench = try SharingBench(
                [SharingListener(.unix(path: directory + "/nmea.sock"), .NMEA)] + listeners, authorization,
                maximumConnections: maximumConnections, in: directory)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await bench.bench.hub.run() }
                group.addTask { await bench.sessions.follow(bench.authority) }
                // Who connects from here on waits until it is served.
                let sockets = bench.service.listen()
                group.addTask { await bench.service.run(on: sockets) }
                defer { group.cancelAll() }
                try await body(bench)
            }
        }
    }

    /// Waits until the receiver is held: somebody is served.
    func served(_ count: Int = 1) async {
        await bench.hub.wait { $0.status.managers >= count }
        await bench.receiver.calls.wait { $0.last == .start }
    }

    /// Waits until nobody is served any more.
    func abandoned() async {
        await bench.hub.wait { $0.status.managers == 0 }
    }
}

/// Says what a test says, to everybody, and changes its mind.
final class SwitchedAuthority: Authority {
    private let state: Mutex<(Authorization, AsyncStream<Void>.Continuation?, [Peer])>

    init(_ authorization: Authorization) {
        state = Mutex((authorization, nil, []))
    }

    /// Who was asked about.
    var peers: [Peer] { state.withLock(\.2) }

    func decide(_ authorization: Authorization) {
        state.withLock { state in
            state.0 = authorization
            return state.1
        }?.yield()
    }

    func authorization(of client: ClientIdentity, at peer: Peer) -> Authorization {
        state.withLock { state in
            state.2.append(peer)
            return state.0
        }
    }

    func isAdministrator(_ peer: Peer) -> Bool { false }

    func changes() -> AsyncStream<Void> {
        AsyncStream { continuation in state.withLock { $0.1 = continuation } }
    }
}

/// Another program: it connects, and reads when the test says so.
final class OtherProgram: Sendable {
    private let descriptor: CInt
    private let thread: ExecutorThread
    private let rest = Mutex<[UInt8]>([])

    /// Connects to a Unix socket.
    convenience init(unix path: String) throws {
        guard let address = UnixAddress(path) else { throw SystemCallError("connect", ENAMETOOLONG) }
        try self.init(AF_UNIX) { descriptor in address.withPointer { connect(descriptor, $0, $1) } }
    }

    /// Connects to a port of this machine.
    convenience init(port: UInt16) throws {
        let address = LoopbackAddress(port: port)
        try self.init(AF_INET) { descriptor in address.withPointer { connect(descriptor, $0, $1) } }
    }

    private init(_ family: CInt, connecting: (CInt) -> CInt) throws {
        thread = try ExecutorThread(named: "test-program")
        descriptor = socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        guard connecting(descriptor) == 0 else { throw SystemCallError("connect", errno) }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        _ = text.withCString { Glibc.send(descriptor, $0, strlen($0), CInt(MSG_NOSIGNAL)) }
    }

    /// Sends nothing more, as one that closes does, and says whether the other end then closes, within a minute.
    func isHungUpOn() async -> Bool {
        shutdown(descriptor, CInt(SHUT_WR))
        let last = Mutex(0)
        await thread.run { [descriptor] in
            var part = [UInt8](repeating: 0, count: 65_536)
            var count = 1
            while count > 0 { count = recv(descriptor, &part, part.count, 0) }
            last.withLock { $0 = count }
        }.value
        return last.withLock { $0 == 0 }
    }

    /// What comes until a line that has this in it, that line included; all until the end if none comes.
    func read(until mark: String) async -> String {
        await thread.run { [self] in
            while !has(mark) {
                var part = [UInt8](repeating: 0, count: 65_536)
                let count = recv(descriptor, &part, part.count, 0)
                guard count > 0 else { return }
                rest.withLock { $0 += part.prefix(count) }
            }
        }.value
        return rest.withLock { rest in
            let text = String(decoding: rest, as: UTF8.self)
            guard let found = text.firstRange(of: mark) else {
                rest.removeAll()
                return text
            }
            let end = text[found.upperBound...].firstIndex(of: "\r\n").map { text.index(after: $0) } ?? text.endIndex
            rest = Array(text[end...].utf8)
            return String(text[..<end])
        }
    }

    private func has(_ mark: String) -> Bool {
        rest.withLock { String(decoding: $0, as: UTF8.self) }.split(separator: "\r\n", omittingEmptySubsequences: false)
            .dropLast().contains { $0.contains(mark) }
    }
}
