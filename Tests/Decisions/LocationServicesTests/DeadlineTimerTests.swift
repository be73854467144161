import LocationServices
import LocdTestSupport
import Testing

@Suite(.timeLimit(.minutes(15))) struct DeadlineTimerTests {
    private let clock = ManualClock()
    private let calls = Watched<[String]>([])

    private func call(_ name: String) -> @Sendable () async -> Void {
        { [calls] in calls.change { $0.append(name) } }
    }

    @Test func `It calls once when the instant has passed`() async {
        let timer = DeadlineTimer(clock: clock.clock)
        timer.set(.seconds(5), call("first"))
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(5))
        await calls.wait { $0 == ["first"] }
        // It is free for the next.
        timer.set(.seconds(6), call("second"))
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        await calls.wait { $0 == ["first", "second"] }
    }

    @Test func `A later instant keeps the sleep and an earlier one replaces it`() async {
        let timer = DeadlineTimer(clock: clock.clock)
        timer.set(.seconds(5), call("five"))
        await clock.sleepers(atLeast: 1)
        timer.set(.seconds(9), call("nine"))
        timer.set(.seconds(2), call("two"))
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(9))
        await calls.wait { $0 == ["two"] }
        await clock.noSleepers()
        #expect(calls.value == ["two"])
    }

    @Test func `A deadline that keeps moving away takes the sleep with it`() async {
        let timer = DeadlineTimer(clock: clock.clock)
        timer.set(.seconds(5), call("five"))
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(3))
        // The sleep has 2 s of 5 left.
        timer.set(.seconds(8), call("eight"))
        clock.advance(by: .seconds(5))
        await calls.wait { !$0.isEmpty }
        await clock.noSleepers()
        #expect(calls.value == ["eight"])
    }

    @Test func `Without a deadline nobody sleeps`() async {
        let timer = DeadlineTimer(clock: clock.clock)
        timer.set(.seconds(5), call("never"))
        await clock.sleepers(atLeast: 1)
        timer.set(nil, call("never"))
        await clock.noSleepers()
        timer.set(.seconds(7), call("never"))
        await clock.sleepers(atLeast: 1)
        timer.end()
        await clock.noSleepers()
        timer.set(.seconds(8), call("never"))
        clock.advance(by: .seconds(10))
        #expect(calls.value.isEmpty)
    }

    @Test func `It ends with its owner`() async {
        var timer: DeadlineTimer? = DeadlineTimer(clock: clock.clock)
        timer?.set(.seconds(5), call("never"))
        await clock.sleepers(atLeast: 1)
        timer = nil
        await clock.noSleepers()
        #expect(timer == nil)
    }
}
