import Testing

@testable import SystemSupport

@Suite(.timeLimit(.minutes(15))) struct HandOverTests {
    private func onAThread(_ body: @escaping @Sendable () -> Void) throws {
        try SystemThread.start(named: "test", body)
    }

    @Test(arguments: [1, 2, 64]) func `Values come in order and all of them`(capacity: Int) throws {
        let handOver = HandOver<Int>(capacity: capacity)
        try onAThread {
            for number in 0..<10_000 where !handOver.give(number) { break }
            handOver.end()
        }
        var taken: [Int] = []
        while let number = handOver.take() { taken.append(number) }
        #expect(taken == Array(0..<10_000))
    }

    /// Whoever makes more than anybody wants is told so, also while it waits for room.
    @Test func `Who wants no more ends the other`() throws {
        let handOver = HandOver<Int>(capacity: 1)
        let last = HandOver<Int>(capacity: 1)
        try onAThread {
            var number = 0
            while handOver.give(number) { number += 1 }
            _ = last.give(number)
        }
        #expect(handOver.take() == 0)
        handOver.end()
        #expect(try #require(last.take()) <= 2)
        #expect(!handOver.give(5))
    }

    @Test func `What was given before the end is still taken`() {
        let handOver = HandOver<Int>(capacity: 4)
        #expect(handOver.give(1) && handOver.give(2))
        handOver.end()
        #expect(handOver.take() == 1 && handOver.take() == 2 && handOver.take() == nil)
    }
}
