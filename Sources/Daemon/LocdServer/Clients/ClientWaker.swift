import Glibc
import LocationModel
import LocationServices
import LocdConfiguration
import LocdLog
import LocdProtocol
import Logging
import Synchronization
import SystemSupport

/// Starts the programs of clients that are away while events wait for them, through sockets that the policy names.
///
/// A program that has come takes its events. If it does not come, it is started again: after ten seconds, then less
/// often, at most every five minutes.
final class ClientWaker: Sendable {
    private static let pauses = Backoff(first: .seconds(10), longest: .seconds(300))

    private let clock: MonotonicClock
    private let logger: Logger
    private let policy: Mutex<ClientPolicy>
    private let signals: AsyncStream<ClientIdentity>
    private let continuation: AsyncStream<ClientIdentity>.Continuation
    /// Clients that are being started.
    private let wanted = Mutex<Set<ClientIdentity>>([])

    init(clock: MonotonicClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
        policy = Mutex(ClientPolicy())
        (signals, continuation) = AsyncStream.makeStream()
    }

    /// Replaces the sockets.
    func apply(_ policy: ClientPolicy) {
        self.policy.withLock { $0 = policy }
    }

    /// Notes that an event waits for a client that is away.
    func wake(_ client: ClientIdentity) {
        guard socket(of: client) != nil, wanted.withLock({ $0.insert(client).inserted }) else { return }
        continuation.yield(client)
    }

    /// Starts programs until cancelled.
    /// - Parameter reason: Why a client that is away is to be started; `nil` if it is there, or nothing waits for it.
    func run(_ reason: @escaping @Sendable (ClientIdentity) async -> WakeReason?) async {
        await withDiscardingTaskGroup { group in
            for await client in signals {
                group.addTask { await self.start(client, while: reason) }
            }
        }
    }

    private func start(_ client: ClientIdentity, while reason: (ClientIdentity) async -> WakeReason?) async {
        var pauses = Self.pauses
        var reporter = FailureReporter()
        while let why = await reason(client), let socket = socket(of: client) {
            do throws(WakeSocket.Failure) {
                try socket.knock(for: client, because: why)
                if reporter.succeeds() {
                    logger.log(.clientWoken, "Socket of a client works again: unix:\(socket.path)")
                }
            } catch {
                if reporter.fails(at: clock.now()) {
                    logger.log(.clientNotWoken, "Client not started by unix:\(socket.path): \(error). locd tries again")
                }
            }
            guard await clock.rest(for: pauses.next()) else { return }
        }
        _ = wanted.withLock { $0.remove(client) }
        // An event since the last check found the client already marked as wanted, and did not mark it again.
        if await reason(client) != nil { wake(client) }
    }

    /// Whether the policy says how to start a client.
    func canStart(_ client: ClientIdentity) -> Bool { socket(of: client) != nil }

    private func socket(of client: ClientIdentity) -> WakeSocket? {
        policy.withLock { $0.wake(for: client.owner) }.map(WakeSocket.init)
    }
}

/// Why a program is started: the event that waits, without its place.
struct WakeReason: Sendable, Hashable, Codable {
    enum Cause: String, Sendable, Hashable, Codable {
        case region, visit, significantChange
    }

    var cause: Cause
    /// The region that was entered or left.
    var region: String?
    var state: RegionState?
    /// When, UTC.
    var timestamp: Timestamp?

    init(_ cause: Cause, at timestamp: Timestamp?) { (self.cause, self.timestamp) = (cause, timestamp) }

    init(_ event: LocationEvent) {
        self.init(.visit, at: event.timestamp)
        if case .region(let event) = event { (cause, region, state) = (.region, event.identifier, event.state) }
    }

    private struct Line: Codable {
        var event = "wake"
        var user: UInt32
        var cause: Cause
        var region: String?
        var state: RegionState?
        var timestamp: String?
    }

    /// The line that the program reads.
    func line(for user: uid_t) -> [UInt8] {
        let line = Line(
            user: user, cause: cause, region: region, state: state, timestamp: timestamp?.description)
        return Array("\((try? line.jsonText()) ?? "")\n".utf8)
    }
}

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

    /// Connects, writes the client's user and the reason in a line of JSON, and closes. Does not wait: the socket of a
    /// local program accepts a connection at once, or its queue is full.
    func knock(for client: ClientIdentity, because reason: WakeReason) throws(Failure) {
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
        let line = reason.line(for: client.user)
        // Most programs never read it; they ask the daemon.
        _ = send(descriptor, line, line.count, CInt(MSG_NOSIGNAL))
    }
}
