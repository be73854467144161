import Testing

@testable import SystemSupport

@Suite struct SleepersTests {
    private static func sleepers(_ seconds: [Int]) -> (Sleepers, [Sleeper]) {
        var sleepers = Sleepers()
        let all = seconds.map { Sleeper(until: .seconds($0)) }
        for sleeper in all { sleepers.insert(sleeper) }
        return (sleepers, all)
    }

    @Test func `The earliest is next, in any order of arrival`() {
        var (sleepers, _) = Self.sleepers([5, 2, 9, 2, 7])
        #expect(sleepers.next == .seconds(2))
        let due = [1, 5, 99].map { sleepers.removeDue(at: .seconds($0)).map(\.instant) }
        #expect(due == [[], [.seconds(2), .seconds(2), .seconds(5)], [.seconds(7), .seconds(9)]])
        #expect(sleepers.next == nil)
    }

    @Test func `Sleepers of one instant keep their order`() {
        var (sleepers, all) = Self.sleepers([3, 3, 3])
        let due = sleepers.removeDue(at: .seconds(3)).map(ObjectIdentifier.init)
        #expect(due == all.map(ObjectIdentifier.init))
    }

    @Test func `A removed sleeper is never due`() {
        var (sleepers, all) = Self.sleepers([2, 4, 4])
        let wereThere = [0, 0, 2].map { sleepers.remove(all[$0]) }
        #expect(wereThere == [true, false, true])
        #expect(sleepers.next == .seconds(4))
        let due = sleepers.removeDue(at: .seconds(9)).map(ObjectIdentifier.init)
        #expect(due == [ObjectIdentifier(all[1])])
    }
}

@Suite struct SystemClockTests {
    @Test func `Both clocks are read`() {
        #expect(SystemClock.wallTime.seconds > 1_600_000_000)
        #expect((0..<1_000_000_000).contains(SystemClock.wallTime.nanoseconds))
        let first = SystemClock.monotonicMicroseconds
        #expect(first > 0 && SystemClock.monotonicMicroseconds >= first)
    }
}
