import Glibc
import LocationServices
import LocdTestSupport
import SystemSupport
import Testing

@testable import Receivers

/// What is the same for all kinds of receivers, whatever their work is.
@Suite(.timeLimit(.minutes(5))) struct ReceiverLifecycleTests {
    private static let opening = ReceiverEvent.link(ReceiverLink(.opening))
    private static let open = ReceiverEvent.link(ReceiverLink(.open))
    private static let released = ReceiverEvent.link(ReceiverLink(.released))

    private let said = Watched<[ReceiverEvent]>([])

    /// Listens to a life while the body runs.
    private func listening(to life: ReceiverLifecycle, _ body: () async throws -> Void) async rethrows {
        let listener = Task { [said] in
            for await batch in life.queue.events { said.change { $0 += batch } }
        }
        defer { listener.cancel() }
        try await body()
    }

    @Test func aRunLastsFromStartToStop_AndThereIsOneAtATime() async {
        let life = ReceiverLifecycle(threadName: "test") { run in
            {
                run.say([Self.opening])
                while !run.stop.isMade { run.stop.rest(for: .seconds(3600)) }
                return false
            }
        }
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

    @Test func aStopWaitsForTheWork_AndAStartMeanwhileComesAfterIt() async throws {
        let mayEnd = try WakeDescriptor()
        let life = ReceiverLifecycle(threadName: "test") { run in
            {
                run.say([Self.opening])
                while !run.stop.isMade { run.stop.rest(for: .seconds(3600)) }
                mayEnd.wait()
                run.say([Self.open])
                return false
            }
        }
        await listening(to: life) {
            life.start()
            await said.wait { $0 == [Self.opening] }
            async let stopped: Void = life.stop()
            life.start()
            mayEnd.signal()
            await stopped
            await said.wait { $0.starts(with: [Self.opening, Self.open, Self.released]) }
            await life.stop()
        }
    }

    @Test func aStopDoesNotWaitForACallThatBlocks_AndNothingIsSaidAfterIt() async throws {
        let mayEnd = try WakeDescriptor()
        let (entered, ended) = (Watched(false), Watched(false))
        let life = ReceiverLifecycle(threadName: "test") { run in
            {
                run.blocking {
                    entered.change { $0 = true }
                    mayEnd.wait()
                }
                run.say([Self.open])
                ended.change { $0 = true }
                return false
            }
        }
        await listening(to: life) {
            life.start()
            await entered.wait { $0 }
            await life.stop()
            mayEnd.signal()
            await ended.wait { $0 }
            life.queue.finish()
            await said.wait { $0 == [Self.released] }
        }
    }

    @Test func itsEndStopsTheWorkAndTheEvents() async {
        let ended = Watched(false)
        var life: ReceiverLifecycle? = ReceiverLifecycle(threadName: "test") { run in
            {
                while !run.stop.isMade { run.stop.rest(for: .seconds(3600)) }
                ended.change { $0 = true }
                return false
            }
        }
        let events = life?.queue.events
        life?.start()
        life = nil
        await ended.wait { $0 }
        if let events { for await _ in events { Issue.record("nothing was said") } }
        #expect(life == nil)
    }
}

extension WakeDescriptor {
    /// Waits on the calling thread for a signal.
    fileprivate func wait() {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, -1)
    }
}
