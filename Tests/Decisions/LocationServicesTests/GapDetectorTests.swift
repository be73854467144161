import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite struct GapDetectorTests {
    /// A detector that has seen `count` locations, one every `interval` seconds, the last at second 0.
    private func detector(interval: Double = 1, count: Int = 10) -> GapDetector {
        var detector = GapDetector(staleAfter: .seconds(5))
        for index in 0..<count {
            let second = Double(index - count + 1) * interval
            #expect(detector.accepted(.sample(second), at: .seconds(1000 + second)) == nil)
        }
        return detector
    }

    /// A hole from second 0 to `seconds`, at a monotonic clock that stands at 1000 s in second 0.
    private func hole(_ detector: inout GapDetector, _ seconds: Double) -> Gap? {
        detector.accepted(.sample(seconds), at: .seconds(1000 + seconds))
    }

    /// Longer than five seconds, which is what `staleAfter` says, and than three intervals.
    @Test(arguments: [(1.0, 5.0, 10.1), (10, 30, 60.1)])
    func `A hole is longer than staleAfter and than three learned intervals`(
        interval: Double, none: Double, end: Double
    ) {
        var detector = detector(interval: interval)
        #expect(hole(&detector, none) == nil)
        #expect(hole(&detector, end) == Gap(from: .sample(none), to: .sample(end), cause: .silent))
    }

    @Test func `A slow receiver has no holes from the first interval on`() {
        var detector = GapDetector(staleAfter: .seconds(5))
        for second in stride(from: 0.0, through: 100, by: 10) {
            // Before its interval is learned the receiver counts as silent, again and again.
            detector.outage(Outage(cause: .silent, began: .seconds(second)), at: .seconds(second + 5))
            detector.outage(nil, at: .seconds(second + 10))
            #expect(detector.accepted(.sample(second), at: .seconds(second + 10)) == nil)
        }
    }

    @Test func `A receiver that becomes slow is learned anew`() {
        var detector = detector()
        let gaps = (1...20).map { hole(&detector, Double($0) * 10) }
        #expect(gaps.prefix(4).allSatisfy { $0 != nil })
        #expect(gaps.suffix(14).allSatisfy { $0 == nil })
    }

    @Test func `One hole among many changes nothing`() {
        var detector = detector()
        #expect(hole(&detector, 3600) != nil)
        #expect(hole(&detector, 3601) == nil)
        #expect(hole(&detector, 3610) != nil)
    }

    @Test(arguments: OutageCause.allCases)
    func `The recorded cause of a hole wins`(_ cause: OutageCause) {
        var detector = detector()
        detector.recorded(Gap(from: .sample(0), to: .sample(60), cause: cause))
        #expect(detector.accepted(.sample(60), at: nil) == Gap(from: .sample(0), to: .sample(60), cause: cause))
        // It accounts for that hole only.
        #expect(detector.accepted(.sample(120), at: nil)?.cause == .silent)
    }

    @Test func `The longest recorded hole counts`() {
        var detector = detector()
        detector.recorded(Gap(from: .sample(0), to: .sample(100), cause: .unplugged))
        // Fixes that a stricter filter refuses stood between them.
        detector.rejected(.inaccurate)
        detector.recorded(Gap(from: .sample(110), to: .sample(400), cause: .noFix))
        #expect(detector.accepted(.sample(400), at: nil)?.cause == .noFix)
    }

    @Test func `A recorded hole that ends before it begins counts for nothing`() {
        var detector = detector()
        detector.recorded(Gap(from: .sample(60), to: .sample(0), cause: .noGPSD))
        detector.rejected(.noFix)
        #expect(detector.accepted(.sample(60), at: nil)?.cause == .noFix)
    }

    @Test func `Gaps of an outage are not learned`() {
        var detector = GapDetector(staleAfter: .seconds(5))
        _ = detector.accepted(.sample(0), at: .seconds(0))
        detector.outage(Outage(cause: .unplugged, began: .seconds(0)), at: .seconds(2))
        detector.outage(nil, at: .seconds(300))
        #expect(detector.accepted(.sample(300), at: .seconds(300))?.cause == .unplugged)
        // Three times 300 s would hide this one.
        #expect(detector.accepted(.sample(400), at: .seconds(400)) != nil)
    }

    @Test func `The longest outage is the cause`() {
        var detector = detector()
        detector.outage(Outage(cause: .silent, began: .seconds(1000)), at: .seconds(1005))
        // Found out later, and true since the last word.
        detector.outage(Outage(cause: .unplugged, began: .seconds(1000)), at: .seconds(1010))
        detector.outage(Outage(cause: .noFix, began: .seconds(1100)), at: .seconds(1100))
        detector.outage(nil, at: .seconds(1130))
        #expect(hole(&detector, 130)?.cause == .unplugged)
    }

    @Test func `No second is counted twice`() {
        var detector = detector()
        detector.outage(Outage(cause: .silent, began: .seconds(1000)), at: .seconds(1005))
        detector.outage(Outage(cause: .unplugged, began: .seconds(1000)), at: .seconds(1085))
        detector.outage(nil, at: .seconds(1090))
        for _ in 0..<10 { detector.rejected(.inaccurate) }
        // 90 s unplugged, and 110 s of fixes that were not accepted.
        #expect(hole(&detector, 200)?.cause == .inaccurate)
    }

    @Test func `A lasting cause outweighs an earlier one`() {
        var detector = detector()
        detector.outage(Outage(cause: .noGPSD, began: .seconds(1000)), at: .seconds(1000))
        detector.outage(Outage(cause: .noDevice, began: .seconds(1020)), at: .seconds(1020))
        // It still lasts as far as the detector knows.
        #expect(hole(&detector, 100)?.cause == .noDevice)
    }

    @Test(arguments: [
        (RejectionReason.noFix, OutageCause.noFix), (.inaccurate, .inaccurate), (.tooFast, .rejected),
        (.frozen, .rejected),
        (.nullIsland, .rejected), (.tooOld, .rejected),
    ])
    func `Rejections explain what no outage does`(reason: RejectionReason, cause: OutageCause) {
        var detector = detector()
        for _ in 0..<10 { detector.rejected(reason) }
        #expect(hole(&detector, 30)?.cause == cause)
        // And they are forgotten with the hole.
        #expect(hole(&detector, 60)?.cause == .silent)
    }

    @Test func `Fixes held back on purpose explain no gap`() {
        var detector = detector()
        for reason in [RejectionReason.duplicate, .distanceFilter, .minimumInterval, .stationary, .paused] {
            detector.rejected(reason)
        }
        #expect(hole(&detector, 30)?.cause == .silent)
    }

    /// The machine runs again at 50 s, and has a fix at these seconds of its clock and of the receiver.
    @Test(arguments: [(60, 600.0, OutageCause.restart), (650, 610, .noFix)])
    func `A restart is the cause of a hole if it filled most of it`(found: Int, second: Double, cause: OutageCause) {
        var detector = GapDetector(staleAfter: .seconds(5), resumingAfter: .sample(0), at: .seconds(50))
        detector.outage(Outage(cause: .noFix, began: .seconds(52)), at: .seconds(52))
        detector.outage(nil, at: .seconds(found))
        let gap = detector.accepted(.sample(second), at: .seconds(found))
        #expect(gap == Gap(from: .sample(0), to: .sample(second), cause: cause))
    }

    @Test func `A short restart is no hole`() {
        var detector = GapDetector(staleAfter: .seconds(5), resumingAfter: .sample(0), at: .seconds(50))
        #expect(detector.accepted(.sample(4), at: .seconds(52)) == nil)
    }

    @Test func `In a replay of two runs the restart is the cause`() {
        var detector = GapDetector(staleAfter: .seconds(5), resumingAfter: .sample(0))
        #expect(detector.accepted(.sample(60), at: nil)?.cause == .restart)
    }

    @Test func `Before an interval is known a silence of a minute is a hole`() {
        var detector = GapDetector(staleAfter: .seconds(5))
        #expect(detector.accepted(.sample(0), at: nil) == nil)
        #expect(detector.accepted(.sample(61), at: nil)?.cause == .silent)
        detector = GapDetector(staleAfter: .seconds(5))
        _ = detector.accepted(.sample(0), at: nil)
        detector.rejected(.noFix)
        #expect(detector.accepted(.sample(6), at: nil)?.cause == .noFix)
    }

    @Test func `Across a time reset there is no hole`() {
        var detector = detector()
        detector.timeReset()
        #expect(hole(&detector, 5000) == nil)
        #expect(hole(&detector, 5006) != nil)
    }

    @Test func `A new staleAfter holds at once`() {
        var detector = detector()
        detector.staleAfter = .seconds(20)
        #expect(detector.staleAfter == .seconds(20))
        #expect(hole(&detector, 20) == nil)
        #expect(hole(&detector, 40.5) != nil)
    }
}
