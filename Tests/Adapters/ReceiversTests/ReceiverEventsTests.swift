import LocationModel
import LocationServices
import LocdTestSupport
import SystemSupport
import Testing

@testable import Receivers

@Suite(.timeLimit(.minutes(15))) struct ReceiverEventsTests {
    private func batch(_ numbers: Range<Int>) -> [ReceiverEvent] {
        numbers.map { .fix(.sample(Double($0))) }
    }

    /// Takes batches until so many fixes came, or the queue ends.
    private func take(_ count: Int = .max, of queue: ReceiverEvents) async -> [Fix] {
        var fixes: [Fix] = []
        var iterator = queue.makeAsyncIterator()
        while fixes.count < count, let batch = await iterator.next() { fixes += batch.fixes }
        return fixes
    }

    @Test func `Events are taken in order, also those before the end`() async {
        let queue = ReceiverEvents()
        async let early = take(10, of: queue)
        for first in stride(from: 0, to: 30, by: 10) { queue.append(batch(first..<first + 10)) }
        queue.append([])
        let fixes = await early
        queue.finish()
        queue.append(batch(30..<40))
        let rest = await take(of: queue)
        #expect((fixes + rest).map(\.timestamp) == (0..<30).map { .sample(Double($0)) })
        #expect(queue.count == 0)
    }

    @Test func `A fast receiver waits for its consumer, and nothing is lost`() async throws {
        let thread = try ExecutorThread(named: "reader")
        let queue = ReceiverEvents(limit: 100) { [weak thread] in thread?.stepNow() }
        let next = Locked(0)
        thread.repeat { [self] in
            guard queue.hasRoom else { return PollWait() }
            let first = next.withLock { next in
                defer { next += 10 }
                return next
            }
            guard first < 10_000 else { return nil }
            queue.append(batch(first..<first + 10))
            return .immediate
        } onEnd: {
            queue.finish()
        }
        // Nobody takes anything yet: a hundred jobs later the reader has had its turns.
        for _ in 0..<100 { await thread.run {}.value }
        #expect(queue.count == 100)
        var taken: [Fix] = []
        for await batch in queue {
            #expect(queue.count <= 110)
            taken += batch.fixes
        }
        #expect(taken.map(\.timestamp) == (0..<10_000).map { .sample(Double($0)) })
    }

    @Test func `A cancelled consumer leaves nobody waiting`() async throws {
        let rooms = Watched(0)
        let queue = ReceiverEvents(limit: 10) { rooms.change { $0 += 1 } }
        let taken = Watched(0)
        let consumer = Task {
            for await batch in queue { taken.change { $0 += batch.count } }
        }
        queue.append(batch(0..<5))
        await taken.wait { $0 == 5 }
        consumer.cancel()
        await consumer.value
        for first in 0..<1000 { queue.append(batch(first..<first + 1)) }
        #expect(queue.hasRoom)
        #expect(queue.count == 0)
    }
}
