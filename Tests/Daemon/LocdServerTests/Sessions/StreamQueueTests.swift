import NIOCore
import Testing

@testable import LocdServer

@Suite struct StreamQueueTests {
    private func frame(_ text: String, loss: Int? = nil) -> StreamFrame { StreamFrame(Array(text.utf8), loss: loss) }

    private func drain(_ queue: inout StreamQueue) -> [String] {
        var texts: [String] = []
        while let frame = queue.next() { texts.append(String(buffer: frame.bytes)) }
        return texts
    }

    @Test func `Events are delivered in order`() {
        var queue = StreamQueue()
        for number in 0..<10 { queue.append(frame("\(number)", loss: number % 2 == 0 ? 1 : nil)) }
        #expect(queue.count == 10)
        #expect(drain(&queue) == (0..<10).map { "\($0)" })
        #expect(queue.isEmpty)
        #expect(queue.missed == 0)
        #expect(queue.delivered == 10)
    }

    @Test func `The oldest locations are dropped, counted, and reported before the next`() {
        var queue = StreamQueue()
        for number in 0..<(StreamQueue.maximumLosable + 3) { queue.append(frame("\(number)", loss: 2)) }
        #expect(queue.count == StreamQueue.maximumLosable)
        #expect(queue.missed == 6)
        let texts = drain(&queue)
        #expect(texts.first == "{\"parameters\":{\"missed\":6},\"continues\":true}\u{0}")
        #expect(texts.dropFirst() == (3..<(StreamQueue.maximumLosable + 3)).map { "\($0)" }[...])
        // Told once.
        queue.append(frame("next", loss: 1))
        #expect(drain(&queue) == ["next"])
    }

    @Test func `Events never give way to locations`() {
        var queue = StreamQueue()
        queue.append(frame("entry"))
        for number in 0..<5000 {
            queue.append(frame("\(number)", loss: 1))
            if number == 2500 { queue.append(frame("exit")) }
        }
        let texts = drain(&queue)
        #expect(texts.filter { $0 == "entry" || $0 == "exit" } == ["entry", "exit"])
        #expect(texts.count == StreamQueue.maximumLosable + 3)
        #expect(queue.missed == 5000 - StreamQueue.maximumLosable)
    }

    @Test func `Long replies give way by their bytes`() {
        var queue = StreamQueue()
        let long = String(repeating: "x", count: StreamQueue.maximumLosableBytes / 10)
        queue.append(frame("entry"))
        for _ in 0..<100 { queue.append(frame(long, loss: 100)) }
        #expect(queue.count == 1 + 10)
        #expect(queue.missed == 90 * 100)
        // One that is longer than all that may wait is kept, alone.
        queue.append(frame(String(repeating: "y", count: StreamQueue.maximumLosableBytes + 1), loss: 100))
        #expect(queue.count == 1 + 1)
        #expect(drain(&queue).dropFirst().map(\.count) == ["entry".count, StreamQueue.maximumLosableBytes + 1])
        // What was sent is not counted any more.
        for _ in 0..<10 { queue.append(frame(long, loss: 1)) }
        #expect(queue.count == 10)
    }

    @Test func `Events overflow by their bytes too`() {
        var queue = StreamQueue()
        let half = frame(String(repeating: "x", count: StreamQueue.maximumOtherBytes / 2))
        for _ in 0..<3 {
            queue.append(half)
            queue.append(half)
            #expect(!queue.isOverflowed)
            _ = drain(&queue)
        }
        for _ in 0..<3 { queue.append(half) }
        #expect(queue.isOverflowed && queue.count == 2)
    }

    @Test func `Too many events overflow, and nothing is taken any more`() {
        var queue = StreamQueue()
        for number in 0..<StreamQueue.maximumOthers { queue.append(frame("\(number)")) }
        #expect(!queue.isOverflowed)
        queue.append(frame("one more"))
        #expect(queue.isOverflowed)
        queue.append(frame("location", loss: 1))
        #expect(queue.count == StreamQueue.maximumOthers)
    }

    @Test(arguments: [0, 1, 1000])
    func `A reader that never reads costs no more than what waits`(events: Int) {
        var queue = StreamQueue()
        for number in 0..<events { queue.append(frame("event \(number)")) }
        var most = 0
        for number in 0..<1_000 {
            queue.append(frame("\(number)", loss: 1))
            most = max(most, queue.count)
        }
        let waiting = events + StreamQueue.maximumLosable
        #expect(queue.count == waiting)
        #expect(most == waiting)
        // Nothing that waits went with what gave way, and the order stayed.
        let texts = drain(&queue)
        #expect(texts.dropFirst().prefix(events) == (0..<events).map { "event \($0)" }[...])
        #expect(
            texts.suffix(StreamQueue.maximumLosable)
                == (1_000 - StreamQueue.maximumLosable..<1_000).map { "\($0)" }[...])
    }

    @Test func `Many that come and go are all counted`() {
        var queue = StreamQueue()
        for round in 0..<20_000 {
            queue.append(frame("\(round)", loss: round % 3 == 0 ? nil : 1))
            if round % 2 == 1 { _ = queue.next() }
            if round % 1000 == 999 { _ = drain(&queue) }
        }
        #expect(queue.isEmpty)
        #expect(queue.delivered + queue.missed == 20_000)
    }
}
