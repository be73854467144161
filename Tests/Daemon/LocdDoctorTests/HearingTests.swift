import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import LocdDoctor

@Suite(.timeLimit(.minutes(15))) struct HearingTests {
    private let receiver = ScriptedReceiver()
    private let time = ManualClock()

    /// Listens, and says what a receiver does meanwhile.
    private func hear(_ script: () async -> Void) async -> Hearing {
        async let hearing = Hearing.of(receiver, within: Hearing.limit, clock: time.clock)
        await receiver.calls.wait { $0 == [.start] }
        await script()
        let heard = await hearing
        #expect(receiver.calls.value == [.start, .stop])
        return heard
    }

    @Test func `A fix is all that it wants`() async {
        let hearing = await hear { receiver.say(.sample(0)) }
        #expect(hearing.isFixed && hearing.accuracy == 5 && hearing.isReadable)
    }

    @Test func `A receiver that says nothing is left after the limit`() async {
        let hearing = await hear {
            await time.sleepers(atLeast: 1)
            time.advance(by: Hearing.limit)
        }
        #expect(!hearing.isReadable && hearing.link?.condition == .open)
    }

    @Test func `Without a fix it listens for its patience only`() async {
        let hearing = await hear {
            receiver.say(Fix(mode: .none))
            // The sleep for the limit gives way to one for the patience.
            await time.sleeper(until: Hearing.patience)
            time.advance(by: Hearing.patience)
        }
        #expect(hearing.isReadable && !hearing.isFixed)
    }

    @Test func `Without a fix it waits for the satellites`() {
        var hearing = Hearing()
        hearing.receive(.link(ReceiverLink(.open)), at: .zero)
        #expect(hearing.deadline == nil && !hearing.isConclusive)
        hearing.receive(.fix(Fix(mode: .none)), at: .seconds(3))
        #expect(hearing.deadline == .seconds(7) && !hearing.isConclusive)
        hearing.receive(.sky(SkyView(satellites: [])), at: .seconds(5))
        #expect(hearing.deadline == .seconds(7) && hearing.satellitesVisible == 0)
    }

    @Test func `An obstacle is remembered across retries`() {
        var hearing = Hearing()
        hearing.receive(.link(ReceiverLink(.absent(.busy), detail: "held")), at: .zero)
        hearing.receive(.link(ReceiverLink(.opening)), at: .zero)
        #expect(hearing.isConclusive && hearing.link?.condition == .absent(.busy))
        hearing.receive(.link(ReceiverLink(.open)), at: .zero)
        #expect(!hearing.isConclusive)
        hearing.receive(.link(ReceiverLink(.released)), at: .zero)
        #expect(hearing.link?.condition == .open)
    }
}
