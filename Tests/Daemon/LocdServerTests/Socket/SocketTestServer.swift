import FoundationEssentials
import Glibc
import LocationModel
import LocationServices
import LocdClient
import LocdTestSupport
import Logging

@testable import LocdServer

/// A server on a socket in a directory of its own, for as long as a closure runs.
enum SocketTestServer {
    static func with(
        service: any LocationService = SocketTestService(),
        policy: any Authority = DefaultAuthority(privilegedGroup: nil),
        _ configure: (inout SocketConfiguration) -> Void = { _ in },
        _ body: (_ path: String) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with { directory in
            // Deadlines are for callers, not for a machine that has other things to do.
            var configuration = SocketConfiguration(path: directory + "/locd.sock")
            configuration.messageDeadline = .seconds(60)
            configure(&configuration)
            let server = try SocketServer(
                configuration: configuration, authority: policy, service: service, sessions: try sessions(),
                logger: Logger(label: "test"))
            try await withThrowingTaskGroup { group in
                group.addTask { try await server.run() }
                try await body(configuration.path)
                group.cancelAll()
                try await group.waitForAll()
            }
        }
    }

    /// Sessions on a receiver that says nothing.
    static func sessions() throws -> Sessions {
        let clock = ManualClock().clock
        return Sessions(
            hub: LocationHub(receiver: ScriptedReceiver(), staleAfter: .seconds(5), clock: clock), clock: clock,
            staleAfter: .seconds(5), store: nil)
    }

    /// Sends a text as it is and returns what comes back, up to `count` messages or until the server closes.
    static func exchange(_ text: String, at path: String, count: Int = .max) async throws -> [String] {
        try await DaemonSocket.with(path: path, timeout: .seconds(300)) {
            (connection: DaemonSocket) async throws(LocdClientError) -> [String] in
            try await connection.send(Array(text.utf8))
            var replies: [String] = []
            while replies.count < count, let reply = try await connection.receive() {
                replies.append(String(decoding: reply, as: UTF8.self))
            }
            return replies
        }
    }
}

/// An authority that gives everybody the same, whether there or away.
struct FixedAuthority: Authority {
    private let all: Authorization
    private let administers: Bool
    private let reportsSteps: Bool

    init(_ all: Authorization, isAdministrator: Bool = false, mayReportSteps: Bool = false) {
        self.all = all
        administers = isAdministrator
        reportsSteps = mayReportSteps
    }

    func authorization(of client: ClientIdentity, at peer: Peer) -> Authorization { all }
    func authorization(ofAbsent client: ClientIdentity) -> Authorization? { all }
    func isAdministrator(_ peer: Peer) -> Bool { administers }
    func mayReportSteps(_ client: ClientIdentity) -> Bool { reportsSteps }
}
