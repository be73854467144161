import Bus
import Glibc
import LocationModel
package import LocationServices
import LocdLog
import LocdProtocol
package import LocdServer
package import Logging
package import SystemSupport

/// GeoClue's D-Bus service: desktop programs are clients of the hub like any other, identified by the user that the bus
/// names.
///
/// The bus has its own thread while this runs. If the bus is gone or refuses the name, it is tried again twice a
/// minute.
package struct GeoClueService: Sendable {
    private static let retry = Duration.seconds(30)
    private static let key = "sharing.geoclue"

    private let sessions: Sessions
    private let authority: any Authority
    private let counts: ConnectionCounts
    private let reading: ExecutorThread
    private let clock: MonotonicClock
    private let logger: Logger
    private let reported = SharingProblems()
    private let bus = BusThread<GeoClueItem>(named: "locd-bus") { $0.givesWay }

    /// A service that is not on the bus yet; see ``SharingService``.
    package init(
        maximumConnectionsPerUser: Int, sessions: Sessions, authority: any Authority, reading: ExecutorThread,
        clock: MonotonicClock, logger: Logger
    ) {
        counts = ConnectionCounts(maximumPerUser: maximumConnectionsPerUser)
        self.sessions = sessions
        self.authority = authority
        self.reading = reading
        self.clock = clock
        self.logger = logger
    }

    /// Why GeoClue's service is not available now, as sentences for everybody.
    package var problems: [String] { reported.sentences }

    /// How many clients are started.
    package var connections: Int { counts.total }

    /// Serves until cancelled.
    package func run() async {
        let (requests, queue) = AsyncStream.makeStream(of: GeoClueRequest.self)
        await withDiscardingTaskGroup { tasks in
            tasks.addTask {
                await bus.run(pause: { await clock.rest(for: Self.retry) }) { mailbox in
                    do throws(SystemCallError) {
                        try GeoClueBus { queue.yield($0) }.run(mailbox)
                    } catch {
                        queue.yield(.failed(Self.words(for: error)))
                    }
                } ended: { error in
                    if let error { queue.yield(.failed("no thread for the bus: \(error)")) }
                    queue.yield(.ended)
                }
                queue.finish()
            }
            var open: [Int: GeoClueSession] = [:]
            for await request in requests {
                switch request {
                case .start(let number, let user, let desktopID, let isReduced):
                    let session = GeoClueSession(number: number)
                    open[number] = session
                    tasks.addTask { await self.serve(session, user, desktopID, isReduced) }
                case .stop(let number): open.removeValue(forKey: number)?.end()
                case .named(let isOurs): named(isOurs)
                case .nameRefused(let failure):
                    report(failure.isDenied ? Self.missingPolicy : "the system bus refuses the name: \(failure)")
                    bus.end()
                case .failed(let words): report(words)
                case .ended:
                    for session in open.values { session.end() }
                    open = [:]
                }
            }
            for session in open.values { session.end() }
        }
    }

    private func serve(
        _ session: GeoClueSession, _ user: uid_t, _ desktopID: String, _ isReduced: Bool
    ) async {
        let number = session.number
        let peer = await withTaskExecutorPreference(reading) { Peer(ofUser: user) }
        guard counts.add(user) else {
            bus.put(.refused(session: number, reason: "too many clients: a user may have \(counts.maximumPerUser)"))
            return
        }
        defer { counts.remove(user) }
        let caller = Caller(
            peer: peer, unit: nil, authority: authority, otherConnections: { [counts] in max(0, counts.total - 1) },
            end: session.connectionEnd, openOutbox: { [outbox = session.outbox] in outbox }
        ).labelled(desktopID)
        defer { caller.close() }
        do {
            try await Access.location.check(caller, ReportedClient.Method.GeoClue.rawValue)
            bus.put(.admitted(session: number))
            try await sessions.share(
                .GeoClue, for: caller, isReduced: isReduced,
                encoding: GeoClueConversation { [bus] in bus.put(.events(session: number, $0)) })
        } catch VarlinkError.notAuthorized(let status) {
            bus.put(
                .refused(
                    session: number,
                    reason: "not authorized to read the location (\(status.rawValue)): an administrator can run "
                        + "locd client allow USER"))
        } catch {
            bus.put(.refused(session: number, reason: "\(error)"))
        }
    }

    private func named(_ isOurs: Bool) {
        if isOurs {
            if reported.succeeds(Self.key) {
                logger.log(.sharingBegan, "GeoClue's service is served on the system bus again")
            }
        } else {
            report(
                "another program has org.freedesktop.GeoClue2 on the system bus, and locd waits for it; if that is GeoClue: "
                    + "systemctl mask --now geoclue")
        }
    }

    private func report(_ words: String) {
        if reported.fails(Self.key, words, at: clock.now()) { logger.log(.sharingFailed, "\(Self.key): \(words)") }
    }

    private static let missingPolicy =
        "the system bus refuses the name org.freedesktop.GeoClue2; install the policy "
        + "/usr/share/dbus-1/system.d/org.locd.GeoClue2.conf and run: systemctl reload dbus"

    private static func words(for error: SystemCallError) -> String {
        switch error.number {
        case ENOSYS: "libsystemd.so.0 cannot be loaded; install libsystemd0"
        case ENOENT, ECONNREFUSED: "there is no system bus; install dbus, or set sharing.geoclue: false"
        default: "the system bus fails: \(error.message)"
        }
    }
}

/// The session of a GeoClue client: its events go to the thread of the bus.
struct GeoClueConversation: EventEncoder {
    let notify: @Sendable ([LocationEvent]) -> Void

    func opening(session: String, _ authorization: Authorization) -> StreamFrame? { nil }

    func frames(_ events: [LocationEvent]) -> [StreamFrame] {
        notify(events)
        return []
    }
}

/// The session of a GeoClue client, seen from outside: it can be ended at any time, even before it began.
struct GeoClueSession: Sendable {
    let number: Int
    let connectionEnd = ConnectionEnd()
    /// Nothing is sent through it; its end ends the session.
    let outbox = Outbox { _ in }

    func end() {
        connectionEnd.markClosed()
        outbox.end(.closed)
    }
}

/// A task for the thread of the bus.
enum GeoClueItem: Sendable {
    /// A session may have locations.
    case admitted(session: Int)
    /// A session may not have locations, or not any more; why.
    case refused(session: Int, reason: String)
    case events(session: Int, [LocationEvent])

    /// Whether it may be dropped if too many are queued, as locations may.
    var givesWay: Bool {
        if case .events = self { true } else { false }
    }
}
