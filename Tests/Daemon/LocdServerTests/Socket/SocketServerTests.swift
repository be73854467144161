import FoundationEssentials
import Glibc
import LocationModel
import LocdClient
import LocdProtocol
import LocdServer
import LocdTestSupport
import Logging
import Testing

@Suite struct SocketServerTests {
    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    private let status = #"{"method":"org.locd.Location.Status"}"# + "\0"

    @Test func `The client gets the status`() async throws {
        try await SocketTestServer.with { path in
            let reply = try await LocdClient(socketPath: path, timeout: .seconds(300)).status()
            // Who runs the test is the daemon's own user.
            var expected = await SocketTestService().status(showsWords: true, privateRegions: true)
            expected.clients = 0
            #expect(reply == expected)
            #expect(reply.location?.location.coordinate.latitude == 47.5)
        }
    }

    @Test func `The socket file is open to every user and goes with the server`() async throws {
        let path = directory + "/made/locd.sock"
        try await SocketTestServer.with {
            $0.path = path
        } _: { _ in
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o666)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `Pipelined calls are answered in their order`() async throws {
        try await SocketTestServer.with { path in
            var calls = ""
            var expected: [String] = []
            for number in 0..<500 {
                switch number % 3 {
                case 0:
                    calls += #"{"method":"a.b\#(number).C"}"# + "\0"
                    expected.append("org.varlink.service.InterfaceNotFound a.b\(number)")
                case 1:
                    calls += #"{"method":"org.locd.Location.No\#(number)"}"# + "\0"
                    expected.append("org.varlink.service.MethodNotFound org.locd.Location.No\(number)")
                default:
                    calls += status
                    expected.append("status")
                }
            }
            let replies = try await SocketTestServer.exchange(calls, at: path, count: expected.count)
            #expect(replies.map(summary) == expected)
        }
    }

    @Test(arguments: [
        (#"{"method":"org.locd.Location.Nothing"}"#, VarlinkError.methodNotFound("org.locd.Location.Nothing")),
        (#"{"method":"org.locd.Nothing.Status"}"#, .interfaceNotFound("org.locd.Nothing")),
        (#"{"method":"Status"}"#, .invalidParameter("method")),
        (#"{"method":""}"#, .invalidParameter("method")),
        (#"{"method":"."}"#, .interfaceNotFound("")),
        (#"{"method":"org.locd.Location.Status","parameters":{"more":true}}"#, .invalidParameter("more")),
        (#"{"method":"org.locd.Location.Status","parameters":[]}"#, .invalidParameter("parameters")),
        (#"{"method":"org.locd.Location.Status","upgrade":true}"#, .methodNotImplemented("org.locd.Location.Status")),
        (#"{"method":"org.varlink.service.GetInterfaceDescription"}"#, .invalidParameter("interface")),
        (
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":7}}"#,
            .invalidParameter("interface")
        ),
        (
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#,
            .interfaceNotFound("a.b")
        ),
    ])
    func `A wrong call gets its error and the connection goes on`(_ call: String, _ error: VarlinkError) async throws {
        try await SocketTestServer.with { path in
            let replies = try await SocketTestServer.exchange("\(call)\0\(status)", at: path, count: 2)
            #expect(replies.count == 2)
            guard let first = replies.first, let second = replies.last else { return }
            guard case .error(let found) = VarlinkAnswer<StatusReply>(message: Array(first.utf8)) else {
                Issue.record("no error: \(first)")
                return
            }
            #expect(found == error)
            #expect(summary(second) == "status")
        }
    }

    /// Bytes under a name, so that a failure prints the name.
    struct NoCall: CustomTestStringConvertible {
        let testDescription: String
        let message: String
        let reason: VarlinkError.InvalidMessage
    }

    @Test(
        arguments: [
            ("nonsense\0", VarlinkError.InvalidMessage.malformed), ("\0", .malformed), ("{}\0", .malformed),
            ("\u{1}\u{2}\0", .malformed), (String(repeating: "[", count: 100_000) + "\0", .tooDeep),
            (String(repeating: "x", count: 300_000), .tooLong),
            (String(repeating: " ", count: 262_145) + "\0", .tooLong),
        ].map {
            NoCall(
                testDescription: "\($0.0.prefix(8).debugDescription), \($0.0.utf8.count) bytes", message: $0.0,
                reason: $0.1)
        })
    func `Invalid calls are answered in order and end the connection`(_ noCall: NoCall) async throws {
        try await SocketTestServer.with { path in
            let replies = try await SocketTestServer.exchange(status + noCall.message + status, at: path)
            #expect(replies.count == 2)
            guard let first = replies.first, let last = replies.last else { return }
            #expect(summary(first) == "status")
            guard case .error(.invalidMessage(let found, _)) = VarlinkAnswer<StatusReply>(message: Array(last.utf8))
            else {
                Issue.record("no error: \(last)")
                return
            }
            #expect(found == noCall.reason)
            // Nobody else notices.
            #expect(try await LocdClient(socketPath: path, timeout: .seconds(300)).status().receiver.state == .fix3D)
        }
    }

    @Test func `A half sent call is answered with an error at its deadline`() async throws {
        try await SocketTestServer.with {
            $0.messageDeadline = .milliseconds(1)
        } _: { path in
            let replies = try await SocketTestServer.exchange(status + #"{"method":"#, at: path)
            #expect(replies.map(summary) == ["status", "org.locd.Location.InvalidMessage incomplete"])
        }
    }

    @Test func `A call that wants no reply gets none`() async throws {
        try await SocketTestServer.with { path in
            let calls = [
                #"{"method":"org.locd.Location.Status","oneway":true}"#, #"{"method":"a.b.C","oneway":true}"#,
                #"{"method":"a.b.D"}"#,
            ]
            let replies = try await SocketTestServer.exchange(calls.map { $0 + "\0" }.joined(), at: path, count: 1)
            #expect(replies.map(summary) == ["org.varlink.service.InterfaceNotFound a.b"])
        }
    }

    @Test func `A user has as many connections as allowed and one more when one ends`() async throws {
        try await SocketTestServer.with {
            $0.maximumConnectionsPerUser = 2
        } _: { path in
            let client = LocdClient(socketPath: path, timeout: .seconds(300))
            try await connected(to: path) {
                try await connected(to: path) {
                    let error = await #expect(throws: LocdClientError.self) { try await client.status() }
                    #expect(error?.code == .refused(.tooManyConnections(maximum: 2)))
                }
            }
            // The server learns of the ends a moment later: asking is how to wait for it.
            await eventually { (try? await client.status())?.clients == 0 }
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func `A connection that asks for authorization uses it until it is closed`() async throws {
        let authority = Asked()
        try await SocketTestServer.with(policy: authority) { path in
            let name = "org.locd.Location.RequestAuthorization"
            let call = #"{"method":"\#(name)","parameters":{"request":"whenInUse"}}"# + "\0"
            try await DaemonSocket.with(path: path, timeout: .seconds(300)) {
                (connection: DaemonSocket) async throws(LocdClientError) in
                for _ in 0..<2 {
                    try await connection.send(Array(call.utf8))
                    _ = try await connection.receive()
                }
                #expect(authority.uses.value == [true])
            }
            await authority.uses.wait { $0.count > 1 }
            // Who asks for nothing uses nothing.
            _ = try await SocketTestServer.exchange(status, at: path, count: 1)
            _ = try await SocketTestServer.exchange(call, at: path, count: 1)
            await authority.uses.wait { $0.count > 3 }
            #expect(authority.uses.value == [true, false, true, false])
        }
    }

    @Test func `Many clients at once are all answered`() async throws {
        try await SocketTestServer.with { path in
            try await withThrowingTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await LocdClient(socketPath: path, timeout: .seconds(300)).status().receiver.state
                    }
                }
                for try await state in group { #expect(state == .fix3D) }
            }
        }
    }

    @Test func `A client that never reads blocks nobody else`() async throws {
        try await SocketTestServer.with { path in
            let calls = Array(String(repeating: status, count: 20_000).utf8)
            try await withThrowingTaskGroup { group in
                let (ready, signal) = AsyncStream.makeStream(of: Void.self)
                group.addTask {
                    try await DaemonSocket.with(path: path, timeout: nil) {
                        (connection: DaemonSocket) async throws(LocdClientError) in
                        signal.finish()
                        // The daemon takes no more while its replies are not read: this lasts until the test ends it.
                        do throws(LocdClientError) {
                            try await connection.send(calls)
                            Issue.record("all calls were taken")
                        } catch {
                            guard error.code != .cancelled else { return }
                            throw error
                        }
                    }
                }
                for await _ in ready {}
                for _ in 0..<20 {
                    let reply = try await LocdClient(socketPath: path, timeout: .seconds(300)).status()
                    // The connection of the question before may still be counted.
                    #expect(reply.clients >= 1)
                }
                group.cancelAll()
                try await group.waitForAll()
            }
        }
    }

    @Test func `A client waits only so long for an answer`() async throws {
        try await SocketTestServer.with(service: SocketTestService(isSilent: true)) { path in
            let client = LocdClient(socketPath: path, timeout: .milliseconds(1))
            let error = await #expect(throws: LocdClientError.self) { try await client.status() }
            #expect(error?.code == .timedOut)
        }
    }

    @Test func `A cancelled call ends at once`() async throws {
        try await SocketTestServer.with(service: SocketTestService(isSilent: true)) { path in
            let call = Task { try await LocdClient(socketPath: path, timeout: .seconds(300)).status() }
            call.cancel()
            let result = await call.result
            #expect(throws: LocdClientError.self) { try result.get() }
        }
    }

    @Test func `A client that is connected learns that the server ends`() async throws {
        let configuration = SocketConfiguration(path: directory + "/s")
        let server = try SocketServer(
            configuration: configuration, authority: DefaultAuthority(privilegedGroup: nil),
            service: SocketTestService(isSilent: true), sessions: try SocketTestServer.sessions(),
            logger: Logger(label: "test"))
        let run = Task { try await server.run() }
        let status = Data(status.utf8)
        try await DaemonSocket.with(path: configuration.path, timeout: nil) {
            (connection: DaemonSocket) async throws(LocdClientError) in
            try await connection.send([UInt8](status))
            run.cancel()
            let message = try await connection.receive()
            #expect(message == nil)
        }
        try await run.value
    }

    /// Runs the body with one more connection, which the server has counted. The server learns of the end of an earlier
    /// one a moment late: a connection that is refused for that is tried again.
    private func connected(to path: String, _ body: () async throws -> Void) async throws {
        while true {
            let result: Result<Void, any Error>? = try await DaemonSocket.with(path: path, timeout: nil) {
                (connection: DaemonSocket) async throws(LocdClientError) in
                // Only an answer proves that the server has counted the connection.
                try await connection.send(Array(#"{"method":"a.b.C"}"#.utf8) + [0])
                let reply = try await connection.receive().map { String(decoding: $0, as: UTF8.self) }
                guard reply?.contains("InterfaceNotFound") == true else { return nil }
                do {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            if let result { return try result.get() }
        }
    }

    /// A reply in a few words: the error and what it is about, or `status`.
    private func summary(_ reply: String) -> String {
        switch VarlinkAnswer<StatusReply>(message: Array(reply.utf8)) {
        case .reply: "status"
        case .unreadable(let sentence): "unreadable: \(sentence)"
        case .error(let error):
            switch error {
            case .interfaceNotFound(let about), .methodNotFound(let about): "\(error.name) \(about)"
            case .invalidMessage(let reason, _): "\(error.name) \(reason.rawValue)"
            default: error.name
            }
        }
    }
}

/// An authority that has decided nothing, and notes who uses what it may have.
private final class Asked: Authority {
    let uses = Watched<[Bool]>([])

    func authorization(of client: ClientIdentity, at peer: Peer) -> Authorization { Authorization(.notDetermined) }
    func isAdministrator(_ peer: Peer) -> Bool { false }
    func uses(_ client: ClientIdentity, _ isBeginning: Bool) { uses.change { $0.append(isBeginning) } }
}

/// A client that reconnects, at a server that gives it nothing.
@Suite(.timeLimit(.minutes(15))) struct RefusedStreamTests {
    @Test func `Refused calls are not retried`() async throws {
        try await SocketTestServer.with(policy: FixedAuthority(Authorization(.denied))) { path in
            let client = LocdClient(socketPath: path, timeout: .seconds(60))
            var updates = client.updates(reconnection: Reconnection(first: .zero, longest: .zero)).makeAsyncIterator()
            let error = await #expect(throws: LocdClientError.self) { _ = try await updates.next() }
            #expect(error?.code == .refused(.notAuthorized(.denied)))
        }
    }
}
