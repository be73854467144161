import Glibc
import LocationModel
import LocationServices
import LocdConfiguration
import LocdTestSupport
import Logging
import Testing

@testable import LocdServer

/// A client that is away is started through its socket, until it has come.
@Suite struct ClientWakerTests {
    private static let reason = WakeReason(
        .region(
            RegionEvent(
                timestamp: Timestamp("2026-11-21T06:00:00Z") ?? .earliest, identifier: "yard", state: .inside,
                cause: .crossed)))

    @Test(.timeLimit(.minutes(15)))
    func `A client that does not come is started again less and less often, and not once it has come`() async throws {
        try await TemporaryDirectory.with { directory in
            let socket = try HookSocket(at: "\(directory)/s")
            defer { socket.end() }
            var policy = ClientPolicy()
            policy.userSockets[getuid()] = socket.path
            let clock = ManualClock()
            let waker = ClientWaker(
                clock: clock.clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            waker.apply(policy)
            let isMissed = Locked(true)
            await withTaskGroup { group in
                group.addTask { await waker.run { _ in isMissed.withLock(\.self) ? Self.reason : nil } }
                let client = ClientIdentity(user: getuid(), label: "parking")
                waker.wake(client)
                // A second event changes nothing while it is being started.
                waker.wake(client)
                waker.wake(ClientIdentity(user: getuid() + 1))
                var now = Duration.zero
                for (number, pause) in [10, 20, 40, 80, 160, 300, 300].enumerated() {
                    await clock.sleeper(until: now + .seconds(pause))
                    await socket.lines.wait { $0.count == number + 1 }
                    #expect(
                        socket.lines.value.last == #"""
                            {"cause":"region","event":"wake","region":"yard","state":"inside",\#
                            "timestamp":"2026-11-21T06:00:00.000Z","user":\#(getuid())}
                            """#)
                    now += .seconds(pause)
                    if pause == 300, number == 6 { isMissed.withLock { $0 = false } }
                    clock.advance(by: .seconds(pause))
                }
                await clock.noSleepers()
                #expect(socket.connections.value == 7)
                // Gone again, and something happens: started at once.
                isMissed.withLock { $0 = true }
                waker.wake(client)
                await socket.lines.wait { $0.count == 8 }
                group.cancelAll()
            }
        }
    }

    @Test func `Only whom the policy names is started`() {
        var policy = ClientPolicy()
        policy.userSockets[1000] = "/run/a.sock"
        policy.unitSockets["map.service"] = "/run/b.sock"
        #expect(policy.wake(for: ClientOwner(user: 1000, unit: nil)) == "/run/a.sock")
        #expect(policy.wake(for: ClientOwner(user: 1000, unit: "map.service")) == "/run/b.sock")
        #expect(policy.wake(for: ClientOwner(user: 1001, unit: "other.service")) == nil)
    }

    @Test func `A stranger who listens learns nothing`() {
        let client = ClientIdentity(user: 1000)
        #expect(WakeSocket.mayListen(0, for: client) && WakeSocket.mayListen(1000, for: client))
        #expect(!WakeSocket.mayListen(1001, for: client) && !WakeSocket.mayListen(65534, for: client))
    }

    @Test func `A socket that is not there is a failure`() {
        #expect(throws: WakeSocket.Failure.self) {
            try WakeSocket(path: "/nonexistent/x.sock").knock(
                for: ClientIdentity(user: 0), because: Self.reason)
        }
    }
}
