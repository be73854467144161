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

    @Test func `A line that is read to the end is delivered`() async throws {
        let outcome = try await deliver(.read())
        #expect(outcome.failure == nil)
        #expect(outcome.lines == [Self.line])
    }

    @Test(arguments: [true, false]) func `A connection that is closed unread is a failure`(isAtOnce: Bool) async throws
    {
        for _ in 0..<20 { #expect(try await deliver(isAtOnce ? .slam : .leave).failure == .unread) }
    }

    @Test func `A peer that hangs is given up`() async throws {
        let outcome = try await deliver(.hang)
        #expect(outcome.failure == .late)
    }

    @Test func `What a program answers is not heard`() async throws {
        #expect(try await deliver(.read(answer: String(repeating: "no\n", count: 5000))).failure == nil)
    }

    @Test func `A socket that is not there is named with what to do`() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let connection = HookConnection(
            path: "/nonexistent/hook.sock", loop: group.next(), clock: ManualClock().clock)
        let failure = try await #require(throws: HookFailure.self) { try await connection.deliver(Self.line) }
        #expect("\(failure)".contains("no such socket"), "\(failure)")
        try await group.shutdownGracefully()
    }
}
