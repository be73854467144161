import LocdTestSupport
import Testing

@testable import LocationServices

@Suite struct LearnedIntervalTests {
    @Test func `It is the lower median of the latest nine`() {
        var random = SeededGenerator(seed: 5)
        var interval = LearnedInterval()
        var all: [Double] = []
        for _ in 0..<200 {
            let next = Double(Int.random(in: 1...6, using: &random))
            interval.learn(next)
            all.append(next)
            let latest = all.suffix(9).sorted()
            #expect(interval.median(ofAtLeast: 1) == latest[(latest.count - 1) / 2])
        }
    }

    @Test func `Nothing is known before`() {
        var interval = LearnedInterval()
        #expect(interval.median(ofAtLeast: 0) == nil)
        interval.learn(0)
        interval.learn(-1)
        interval.learn(.nan)
        #expect(interval.median(ofAtLeast: 1) == nil)
        interval.learn(10)
        #expect(interval.median(ofAtLeast: 1) == 10)
        #expect(interval.median(ofAtLeast: 2) == nil)
    }
}
