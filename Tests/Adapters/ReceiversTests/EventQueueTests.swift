import Glibc
import LocationModel
import LocationServices
import LocdTestSupport
import SystemSupport
import Testing

@testable import Receivers

@Suite(.timeLimit(.minutes(5))) struct EventQueueTests {
    private func batch(_ numbers: Range<Int>) -> [ReceiverEvent] {
        numbers.map { .fix(.sample(Double($0))) }
    }

    /// Takes batches until so many fixes came, or the queue ends.
    private func take(_ count: Int = .max, of queue: EventQueue) async -> [Fix] {
        var fixes: [Fix] = []
        var iterator = queue.events.makeAsyncIterator()
        while fixes.count < count, let batch = await iterator.next() { fixes += batch.fixes }
        return fixes
    }

    @Test func eventsAreTakenInOrder_AlsoThoseBeforeTheEnd() async {
        let queue = EventQueue()
        async let early = take(10, of: queue)
        for first in stride(from: 0, to: 30, by: 10) { queue.say(batch(first..<first + 10)) }
        queue.say([])
        let fixes = await early
        queue.finish()
        queue.say(batch(30..<40))
        let rest = await take(of: queue)
        #expect((fixes + rest).map(\.timestamp) == (0..<30).map { .sample(Double($0)) })
        #expect(queue.count == 0)
    }

    @Test func aFastReceiverWaitsForItsConsumer_AndNothingIsLost() async throws {
        let queue = EventQueue(limit: 100)
        let wake = try WakeDescriptor()
        let said = Watched(0)
        let thread = try ExecutorThread(named: "reader").run { [self] in
            for first in stride(from: 0, to: 10_000, by: 10) {
                queue.say(batch(first..<first + 10))
                said.change { $0 += 10 }
                queue.waitForRoom(wake) { false }
            }
            queue.finish()
        }
        // Nobody takes anything yet.
        await said.wait { $0 >= 100 }
        var taken: [Fix] = []
        for await batch in queue.events {
            #expect(said.value - taken.count <= 110)
            taken += batch.fixes
        }
        await thread.value
        #expect(taken.map(\.timestamp) == (0..<10_000).map { .sample(Double($0)) })
    }

    @Test func aReceiverThatWaitsForRoomIsWokenByTheEnd_AndTheWakeIsKept() async throws {
        let queue = EventQueue(limit: 1)
        let wake = try WakeDescriptor()
        let isEnding = Locked(false)
        let waits = Watched(false)
        queue.say(batch(0..<2))
        let thread = try ExecutorThread(named: "reader").run {
            queue.waitForRoom(wake) {
                waits.change { $0 = true }
                return isEnding.withLock(\.self)
            }
        }
        await waits.wait { $0 }
        isEnding.withLock { $0 = true }
        wake.signal()
        await thread.value
        // The one who reads polls the same descriptor next, and must not sleep.
        var descriptor = pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, 0) == 1)
        queue.finish()
        #expect(await take(of: queue).count == 2)
    }

    @Test func aCancelledConsumerLeavesNobodyWaiting() async throws {
        let queue = EventQueue(limit: 10)
        let wake = try WakeDescriptor()
        let taken = Watched(0)
        let consumer = Task {
            for await batch in queue.events { taken.change { $0 += batch.count } }
        }
        queue.say(batch(0..<5))
        await taken.wait { $0 == 5 }
        consumer.cancel()
        await consumer.value
        let thread = try ExecutorThread(named: "reader").run { [self] in
            for first in 0..<1000 {
                queue.say(batch(first..<first + 1))
                queue.waitForRoom(wake) { false }
            }
        }
        await thread.value
        #expect(queue.count == 0)
    }
}
