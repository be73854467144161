import LocationServices
import LocdTestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct MonotonicClockTests {
    private let time = ManualClock()

    @Test func `A rest ends at its instant`() async {
        async let isGoingOn = time.clock.rest(for: .seconds(3))
        await time.sleeper(until: .seconds(3))
        time.advance(by: .seconds(3))
        #expect(await isGoingOn)
    }

    @Test func `A cancelled rest says not to go on`() async {
        let clock = time.clock
        let turns = Locked(0)
        let task = Task {
            while await clock.rest(for: .seconds(3)) { turns.withLock { $0 += 1 } }
        }
        await time.sleeper(until: .seconds(3))
        time.advance(by: .seconds(3))
        await time.sleeper(until: .seconds(6))
        task.cancel()
        await task.value
        #expect(turns.withLock { $0 } == 1)
        // One that was cancelled before does not even begin to wait.
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await clock.rest(until: .zero)
        }
        #expect(await !late.value)
    }

    @Test func `A result in time is taken, and its deadline cancelled`() async {
        #expect(await time.clock.result(within: .seconds(3)) { 7 } == 7)
        await time.noSleepers()
    }

    @Test func `Work that is late is cancelled`() async {
        let (cancelled, cancelling) = AsyncStream<Void>.makeStream()
        async let result = time.clock.result(within: .seconds(3)) { () -> Int? in
            // It ends when it is cancelled, and not before.
            for await _ in cancelled {}
            return Task.isCancelled ? nil : 7
        }
        await time.sleeper(until: .seconds(3))
        time.advance(by: .seconds(3))
        #expect(await result == nil)
        cancelling.finish()
    }
}
