import Testing

@testable import SystemSupport

@Suite struct SystemClockTests {
    @Test func bothClocksAreRead() {
        #expect(SystemClock.wallTime.seconds > 1_600_000_000)
        #expect((0..<1_000_000_000).contains(SystemClock.wallTime.nanoseconds))
        let first = SystemClock.monotonicMicroseconds
        #expect(first > 0 && SystemClock.monotonicMicroseconds >= first)
    }
}
