import LocdTestSupport
import Testing

@testable import SystemSupport

@Suite struct BackoffTests {
    @Test func `Waits double up to the longest`() {
        var backoff = Backoff(first: .milliseconds(500), longest: .seconds(3))
        let waits = (0..<5).map { _ in backoff.next() }
        #expect(waits == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(3), .seconds(3)])
    }

    @Test func `It tells that the next wait is the longest`() {
        var backoff = Backoff(first: .seconds(1), longest: .seconds(4))
        var isLongest: [Bool] = []
        for _ in 0..<4 {
            isLongest.append(backoff.isLongest)
            _ = backoff.next()
        }
        backoff.reset()
        #expect(isLongest + [backoff.isLongest] == [false, false, true, true, false])
    }

    @Test func `A success starts anew`() {
        var backoff = Backoff(first: .milliseconds(100), longest: .seconds(2))
        for _ in 0..<10 { _ = backoff.next() }
        backoff.reset()
        let wait = backoff.next()
        #expect(wait == .milliseconds(100))
    }

    @Test func `Chance takes off at most the jitter`() {
        var generator = SeededGenerator(seed: 1)
        var backoff = Backoff(first: .milliseconds(100), longest: .seconds(2), jitter: 0.25)
        var plain = Backoff(first: .milliseconds(100), longest: .seconds(2))
        var waits: Set<Duration> = []
        for _ in 0..<100 {
            let (wait, most) = (backoff.next(using: &generator), plain.next())
            #expect(wait <= most && wait >= most * 0.75)
            waits.insert(wait)
        }
        #expect(waits.count > 90)
    }

    @Test func `The longest is never shorter than the first`() {
        var backoff = Backoff(first: .seconds(5), longest: .seconds(1))
        let waits = [backoff.next(), backoff.next()]
        #expect(waits == [.seconds(5), .seconds(5)])
    }
}
