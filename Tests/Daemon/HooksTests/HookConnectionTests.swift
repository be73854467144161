import LocationServices
import LocdTestSupport
import NIOCore
import NIOPosix
import Testing

@testable import Hooks

/// What counts as delivered, and what does not.
@Suite(.timeLimit(.minutes(15))) struct HookConnectionTests {
    private static let line = #"{"event":"enter","identifier":"0123456789abcdef"}"#

    private func deliver(
        _ script: HookSocket.Script, clock: ManualClock = ManualClock()
    ) async throws -> (failure: HookFailure?, lines: [String]) {
        try await TemporaryDirectory.with { directory in
            let socket = try HookSocket(at: "\(directory)/s")
            defer { socket.end() }
            socket.play(script)
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let connection = HookConnection(path: socket.path, loop: group.next(), clock: clock.clock)
            var failure: HookFailure?
            do throws(HookFailure) {
                async let late: Void = {
                    guard case .hang = script else { return }
                    await socket.lines.wait { !$0.isEmpty }
                    await clock.sleeper(until: HookConnection.patience)
                    clock.advance(by: HookConnection.patience)
                }()
                try await connection.deliver(Self.line)
                await late
            } catch {
                failure = error
            }
            try await group.shutdownGracefully()
            return (failure, socket.lines.value)
        }
    }

    @Test func aLineThatIsReadToTheEndIsDelivered() async throws {
        let outcome = try await deliver(.read())
        #expect(outcome.failure == nil)
        #expect(outcome.lines == [Self.line])
    }

    @Test(arguments: [true, false]) func aConnectionThatIsClosedUnreadIsAFailure(isAtOnce: Bool) async throws {
        for _ in 0..<20 { #expect(try await deliver(isAtOnce ? .slam : .leave).failure == .unread) }
    }

    @Test func aPeerThatHangsIsGivenUp() async throws {
        let outcome = try await deliver(.hang)
        #expect(outcome.failure == .late)
    }

    @Test func whatAProgramAnswersIsNotHeard() async throws {
        #expect(try await deliver(.read(answer: String(repeating: "no\n", count: 5000))).failure == nil)
    }

    @Test func aSocketThatIsNotThereIsNamedWithWhatToDo() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let connection = HookConnection(
            path: "/nonexistent/hook.sock", loop: group.next(), clock: ManualClock().clock)
        let failure = try await #require(throws: HookFailure.self) { try await connection.deliver(Self.line) }
        #expect("\(failure)".contains("no such socket"), "\(failure)")
        try await group.shutdownGracefully()
    }
}
