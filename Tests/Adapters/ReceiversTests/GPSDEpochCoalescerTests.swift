import LocationModel
import LocdTestSupport
import Testing

@testable import Receivers

@Suite struct GPSDEpochCoalescerTests {
    private var coalescer = EpochCoalescer()

    /// One epoch a second, `count` reports 20 ms apart, north in metres counting the reports. What came out, with when.
    private mutating func epoch(_ second: Int, reports count: Int) -> [(fix: Fix, at: Double)] {
        var out: [(Fix, Double)] = []
        for report in 0..<count {
            let now = Double(second) + Double(report) * 0.02
            // The timer is as late as a poll may be.
            if let deadline = coalescer.deadline, deadline.inSeconds <= now, let fix = coalescer.tick(at: .seconds(now))
            {
                out.append((fix, now))
            }
            let fix = Fix.sample(Double(second), north: Double(report))
            out += coalescer.report(fix, at: .seconds(now)).map { ($0, now) }
        }
        return out
    }

    @Test(arguments: [1, 2, 3, 4])
    func `Several reports make one fix and the last wins`(count: Int) {
        var test = self
        var out: [(fix: Fix, at: Double)] = []
        for second in 0..<30 { out += test.epoch(second, reports: count) }
        let expected = (0..<30).map { Fix.sample(Double($0), north: Double(count - 1)) }
        #expect(out.map(\.fix) == expected)
        // Learned after three epochs: passed on with the last report, without a timer.
        for (index, item) in out.enumerated().dropFirst(4) {
            #expect(item.at == Double(index) + Double(count - 1) * 0.02)
        }
    }

    @Test mutating func `While the number is not known the next epoch brings the fix`() {
        #expect(epoch(0, reports: 2).isEmpty)
        #expect(epoch(1, reports: 2).map(\.at) == [1])
    }

    @Test mutating func `A number that falls is waited for no longer than epochs take`() {
        for second in 0..<10 { _ = epoch(second, reports: 3) }
        #expect(epoch(10, reports: 1).isEmpty)
        // Twice the 40 ms that an epoch took, and a tenth of a second.
        #expect(coalescer.deadline.map { abs($0.inSeconds - 10.18) < 1e-6 } == true)
        #expect(coalescer.tick(at: .seconds(10.1)) == nil)
        #expect(coalescer.tick(at: .seconds(10.2))?.timestamp == .sample(10))
        #expect(coalescer.deadline == nil && coalescer.tick(at: .seconds(11)) == nil)
    }

    @Test mutating func `A number that grows is learned`() {
        for second in 0..<10 { _ = epoch(second, reports: 1) }
        // Too late to win, and given to the gate to be counted.
        #expect(epoch(10, reports: 2).map(\.fix) == [.sample(10), .sample(10, north: 1)])
        #expect(epoch(11, reports: 2).map(\.fix) == [.sample(11, north: 1)])
    }

    @Test mutating func `A number that fell for good is forgotten`() {
        for second in 0..<5 { _ = epoch(second, reports: 4) }
        for second in 5..<15 { _ = epoch(second, reports: 1) }
        #expect(epoch(15, reports: 1).map(\.at) == [15])
    }

    @Test mutating func `Reports without a time are no epoch`() {
        let untimed = Fix(mode: .none)
        #expect(coalescer.report(.sample(0), at: .zero).isEmpty)
        #expect(coalescer.report(untimed, at: .zero) == [untimed])
        #expect(coalescer.report(.sample(1), at: .seconds(1)) == [.sample(0)])
    }

    @Test mutating func `No fix among fixes does not win`() {
        var none = Fix.sample(0)
        none.mode = .none
        #expect(coalescer.report(none, at: .zero).isEmpty)
        #expect(coalescer.report(.sample(0, north: 1), at: .zero).isEmpty)
        #expect(coalescer.report(none, at: .zero).isEmpty)
        #expect(coalescer.flush() == .sample(0, north: 1))
        #expect(coalescer.flush() == nil)
    }

    @Test mutating func `The last one is passed on when nothing follows`() {
        #expect(coalescer.deadline == nil)
        #expect(coalescer.report(.sample(0), at: .seconds(7)).isEmpty)
        #expect(coalescer.deadline == .seconds(9))
        #expect(coalescer.tick(at: .seconds(9)) == .sample(0))
        #expect(coalescer.flush() == nil)
    }

    @Test mutating func `A time that goes back is another epoch`() {
        #expect(coalescer.report(.sample(5), at: .zero).isEmpty)
        #expect(coalescer.report(.sample(4), at: .seconds(1)) == [.sample(5)])
        #expect(coalescer.flush() == .sample(4))
    }
}

extension Duration {
    fileprivate var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
