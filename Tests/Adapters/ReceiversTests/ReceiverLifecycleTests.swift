import LocationServices
import LocdTestSupport
import SystemSupport
import Testing

@testable import Receivers

/// What is the same for all kinds of receivers, whatever their work is.
@Suite(.timeLimit(.minutes(15))) struct ReceiverLifecycleTests {
    private static let opening = ReceiverEvent.link(ReceiverLink(.opening))
    private static let open = ReceiverEvent.link(ReceiverLink(.open))
    private static let released = ReceiverEvent.link(ReceiverLink(.released))

    private let said = Watched<[ReceiverEvent]>([])

    /// Listens to a life while the body runs.
    private func listening(to life: ReceiverLifecycle, _ body: () async throws -> Void) async rethrows {
        let listener = Task { [said] in
            for await batch in life.events { said.change { $0 += batch } }
        }
        defer { listener.cancel() }
        try await body()
    }

    /// A life whose runs say that they open, and end when they are stopped and `mayEnd`.
    private func life(
        on thread: ExecutorThread, mayEnd: @escaping @Sendable () -> Bool = { true },
        onEnd: @escaping @Sendable (ReceiverRun) -> Void = { _ in }
    ) -> ReceiverLifecycle {
        ReceiverLifecycle(on: thread) { run in
            let hasBegun = Locked(false)
            return {
                if !hasBegun.withLock({ began in
                    defer { began = true }
                    return began
                }) {
                    run.report([Self.opening])
                }
                guard run.isStopped, mayEnd() else { return PollWait() }
                onEnd(run)
                return nil
            }
        }
    }

    @Test func `A run lasts from start to stop, and there is one at a time`() async throws {
        let life = life(on: try ExecutorThread(named: "receiver"))
        await listening(to: life) {
            await life.stop()
            life.start()
            life.start()
            await said.wait { $0 == [Self.opening] }
            await life.stop()
            await life.stop()
            life.start()
            await said.wait { $0 == [Self.opening, Self.released, Self.opening] }
            await life.stop()
            await said.wait { $0 == [Self.opening, Self.released, Self.opening, Self.released] }
        }
    }

    @Test func `A stop waits for the work, and a start meanwhile comes after it`() async throws {
        let thread = try ExecutorThread(named: "receiver")
        let mayEnd = Locked(false)
        let life = life(on: thread, mayEnd: { mayEnd.withLock { $0 } }, onEnd: { $0.report([Self.open]) })
        await listening(to: life) {
            life.start()
            await said.wait { $0 == [Self.opening] }
            async let stopped: Void = life.stop()
            life.start()
            mayEnd.withLock { $0 = true }
            thread.stepNow()
            await stopped
            await said.wait { $0.starts(with: [Self.opening, Self.open, Self.released]) }
            await life.stop()
        }
    }

    @Test func `Its end stops the work and the events`() async throws {
        let ended = Watched(false)
        let thread = try ExecutorThread(named: "receiver")
        var life: ReceiverLifecycle? = life(on: thread, onEnd: { _ in ended.change { $0 = true } })
        let events = life?.events
        life?.start()
        life = nil
        await ended.wait { $0 }
        if let events {
            for await batch in events { #expect(batch == [Self.opening]) }
        }
        #expect(life == nil)
    }
}
