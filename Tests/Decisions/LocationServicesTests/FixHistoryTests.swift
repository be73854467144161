import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@Suite struct FixHistoryTests {
    private var history = FixHistory()

    private mutating func note(_ kind: FixOutcome.Kind, at second: Double, timestamp: Bool = true) {
        history.note(
            FixOutcome(
                kind, figures: .init(measured: second), timestamp: timestamp ? .sample(second) : nil,
                arrival: .seconds(second)))
    }

    @Test mutating func `Values that change with each fix are kept for each fix`() {
        let kinds: [FixOutcome.Kind] = [
            .delivered, .withheld(.distanceFilter), .withheld(.inaccurate), .rejected(.duplicate),
        ]
        for kind in kinds {
            history = FixHistory()
            for second in 0..<3 { note(kind, at: Double(second)) }
            #expect(history.outcomes.map(\.count) == [1, 1, 1])
            #expect(history.outcomes.map(\.firstTimestamp) == [.sample(0), .sample(1), .sample(2)])
        }
    }

    @Test func `An outcome is small, and what it says comes back`() {
        #expect(MemoryLayout<FixOutcome>.stride == 56)
        for figure in [nil, 0, -1.5, .infinity, 12.345] as [Double?] {
            let figures = FixOutcome.Figures(measured: figure, limit: figure)
            #expect(figures.measured == figure && figures.limit == figure)
        }
        #expect(FixOutcome.Figures(measured: .nan).measured == nil)
        for arrival in [Duration.zero, .nanoseconds(1), .seconds(3_000_000_000), .milliseconds(-1)] {
            for time in [nil, .earliest, .sample(0), .latest] as [Timestamp?] {
                var outcome = FixOutcome(.delivered, timestamp: time, arrival: arrival)
                #expect(outcome.firstTimestamp == time && outcome.lastTimestamp == time)
                #expect(outcome.firstArrival == arrival && outcome.lastArrival == arrival)
                outcome.lastTimestamp = nil
                outcome.lastArrival = .seconds(1)
                outcome.count = 7
                #expect(outcome.lastTimestamp == nil && outcome.lastArrival == .seconds(1) && outcome.count == 7)
                #expect(outcome.firstTimestamp == time && outcome.firstArrival == arrival)
            }
        }
    }

    @Test mutating func `Lasting values are kept once`() throws {
        for second in 0..<1000 { note(.withheld(.paused), at: Double(second)) }
        note(.withheld(.stationary), at: 1000)
        note(.withheld(.paused), at: 1001)
        #expect(history.outcomes.map(\.count) == [1000, 1, 1])
        let pause = try #require(history.outcomes.first)
        #expect(pause.firstTimestamp == .sample(0) && pause.lastTimestamp == .sample(999))
        #expect(pause.firstArrival == .zero && pause.lastArrival == .seconds(999))
        #expect(pause.figures.measured == 999)
    }

    @Test mutating func `Fixes without a time are kept too`() throws {
        note(.rejected(.noFix), at: 0, timestamp: false)
        note(.rejected(.noFix), at: 1)
        note(.rejected(.noFix), at: 2, timestamp: false)
        let outcome = try #require(history.outcomes.first)
        #expect(outcome.count == 3)
        #expect(outcome.firstTimestamp == .sample(1) && outcome.lastTimestamp == .sample(1))
        #expect(outcome.lastArrival == .seconds(2))
    }

    @Test mutating func `The oldest gives way`() {
        let count = FixHistory.limit * 2 + 10
        for second in 0..<count { note(.delivered, at: Double(second)) }
        let expected = ((count - FixHistory.limit)..<count).map { Duration.seconds($0) }
        #expect(history.outcomes.map(\.firstArrival) == expected)
    }

    @Test mutating func `An outage ends where it was noted, and no other`() {
        let first = Outage(cause: .unplugged, began: .seconds(5))
        note(.outage(.unplugged), at: 5)
        note(.rejected(.noFix), at: 7)
        history.end(first, at: .seconds(9))
        note(.outage(.unplugged), at: 20)
        history.end(Outage(cause: .silent, began: .seconds(20)), at: .seconds(30))
        history.end(Outage(cause: .unplugged, began: .seconds(21)), at: .seconds(30))
        #expect(history.outcomes.map(\.lastArrival) == [.seconds(9), .seconds(7), .seconds(20)])
    }
}
