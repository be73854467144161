import Glibc
import LocationModel
import LocdProtocol
import Synchronization
import Testing

@testable import LocdServer

@Suite struct SocketPolicyTests {
    private let policy = DefaultAuthority(daemonUser: 990, privilegedGroup: 991)

    private func peer(_ user: uid_t, _ group: gid_t = 1000, _ others: [gid_t] = []) -> Peer {
        Peer(user: user, group: group, process: 1, supplementaryGroups: others)
    }

    @Test func `Root the daemon's user and members of the group may have coordinates`() {
        for allowed in [peer(0), peer(990), peer(1000, 991), peer(1000, 1000, [4, 991, 27])] {
            #expect(policy.status(of: allowed) == .authorizedAlways)
        }
    }

    @Test func `Everybody else is not determined`() {
        for other in [peer(1000), peer(991), peer(1000, 990), peer(65_534, 65_534, [0, 4, 27]), peer(.max, .max)] {
            #expect(policy.status(of: other) == .notDetermined)
        }
        let groupless = DefaultAuthority(daemonUser: 990, privilegedGroup: nil)
        #expect(groupless.status(of: peer(1000, 991)) == .notDetermined)
    }

    @Test func `A caller is answered by its authorization whatever it says`() async throws {
        let methods = MethodTable(service: SocketTestService(), sessions: try SocketTestServer.sessions())
        for (caller, mayHave) in [(peer(1000), false), (peer(1000, 991), true), (peer(0), true)] {
            let session = Caller(peer: caller, authority: policy) { 7 }
            let replies = try await answers(of: methods, to: #"{"method":"org.locd.Location.Status"}"#, session)
            let reply = try #require(replies.first)
            #expect(reply.contains("latitude") == mayHave)
            #expect(reply.contains("47.5") == mayHave)
            #expect(reply.contains("/var/lib/locd") == mayHave)
            // The words of a refused configuration name users, places and paths.
            #expect(reply.contains("line 1: no") == mayHave)
            #expect(reply.contains("1 problem") != mayHave)
            #expect(reply.contains("\"clients\":7"))
            #expect(reply.contains("\"locationAge\":1"))
        }
    }

    @Test func `Why tells everybody of the receiver and only the authorized of the movement`() async throws {
        let methods = MethodTable(service: SocketTestService(), sessions: try SocketTestServer.sessions())
        for (caller, mayHave) in [(peer(1000), false), (peer(1000, 991), true), (peer(0), true)] {
            let session = Caller(peer: caller, authority: policy) { 0 }
            let replies = try await answers(of: methods, to: #"{"method":"org.locd.Location.Why"}"#, session)
            let reply = try #require(replies.first)
            for reason in ["unplugged", "noFix", "inaccurate", "tooOld"] { #expect(reply.contains(reason)) }
            for word in ["recorded", "frozen", "tooFast", "distanceFilter", "minimumInterval", "stationary", "paused"] {
                #expect(reply.contains("\"\(word)\"") == mayHave, "\(word)")
            }
        }
    }

    @Test func `The kernel names the peer`() throws {
        var pair: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair { close(descriptor) } }
        let found = try #require(Peer(socket: pair[0]))
        #expect(found.user == geteuid())
        #expect(found.group == getegid())
        #expect(found.process == getpid())
        var groups = [gid_t](repeating: 0, count: Int(getgroups(0, nil)))
        #expect(getgroups(CInt(groups.count), &groups) == CInt(groups.count))
        #expect(found.supplementaryGroups.sorted() == groups.sorted())
        #expect(Peer(socket: -1) == nil)
        #expect(Peer(socket: STDIN_FILENO) == nil)
    }

    @Test func `A method that streams answers only who asks for more`() async throws {
        let methods = MethodTable(service: SocketTestService(), sessions: try SocketTestServer.sessions())
        for name in ["Updates", "Heading", "Visits", "Events"] {
            let call = #"{"method":"org.locd.Location.\#(name)"}"#
            #expect(
                try await answers(of: methods, to: call, Caller(peer: peer(0), authority: policy) { 0 }) == [
                    #"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#
                ])
        }
    }

    @Test func `Users are counted apart`() {
        let counts = ConnectionCounts(maximumPerUser: 2)
        #expect(counts.add(1) && counts.add(1) && counts.add(2))
        #expect(!counts.add(1))
        #expect(counts.total == 3)
        counts.remove(1)
        #expect(counts.total == 2)
        #expect(counts.add(1) && !counts.add(1))
        counts.remove(9)
        #expect(counts.total == 3)
    }

    @Test func `A connection that asks for nothing makes room for another`() {
        let counts = ConnectionCounts(maximumPerUser: 2)
        let ends = (0..<5).map { _ in ConnectionEnd() }
        let closed = Mutex<[Int]>([])
        func add(_ number: Int, user: uid_t = 1) -> Bool {
            counts.add(user, silent: ends[number]) { closed.withLock { $0.append(number) } }
        }
        #expect(add(0) && add(1) && add(2, user: 2))
        counts.speaks(ends[0])
        #expect(add(3))
        #expect(closed.withLock(\.self) == [1])
        counts.remove(1)
        counts.speaks(ends[3])
        #expect(!add(4))
        #expect(closed.withLock(\.self) == [1] && counts.total == 3)
        // It asked while it was found out who it is.
        counts.remove(1)
        counts.speaks(ends[4])
        #expect(add(4))
        #expect(!counts.add(1))
    }

    private func answers(of methods: MethodTable, to text: String, _ session: Caller) async throws -> [String] {
        let sent = Mutex<[String]>([])
        let call = try VarlinkCall(message: Array(text.utf8))
        try await methods.answer(
            call, session,
            ReplyWriter(for: call) { bytes in
                sent.withLock { $0.append(String(decoding: bytes.dropLast(), as: UTF8.self)) }
            })
        return sent.withLock { $0 }
    }
}
