import LocdTestSupport
import Testing

@testable import LocdServer

@Suite(.timeLimit(.minutes(15))) struct OutboxTests {
    @Test func `A reader whom too many events wait for is ended`() async {
        let outbox = Outbox { _ in }
        for _ in 0...StreamQueue.maximumOthers { outbox.put([StreamFrame([0])]) }
        var ends = outbox.ends.makeAsyncIterator()
        #expect(await ends.next() == .overflowed(waiting: StreamQueue.maximumOthers))
        // What waited is forgotten: its memory is not kept for somebody who does not read.
        #expect(outbox.next() == nil)
        outbox.put([StreamFrame([0])])
        #expect(outbox.next() == nil)
    }

    @Test func `A connection is notified once that something waits`() {
        let delivered = Locked(0)
        let outbox = Outbox { _ in delivered.withLock { $0 += 1 } }
        outbox.put([StreamFrame([1])])
        outbox.put([StreamFrame([2])])
        #expect(delivered.withLock { $0 } == 1)
        _ = outbox.next()
        outbox.put([StreamFrame([3])])
        #expect(delivered.withLock { $0 } == 1)
        while outbox.next() != nil {}
        outbox.put([StreamFrame([4])])
        #expect(delivered.withLock { $0 } == 2)
    }
}
