import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import LocdDaemon

@Suite struct OutcomeSelectionTests {
    private let outcomes: [FixOutcome] = {
        var outcomes = (0..<10).map {
            FixOutcome(.delivered, timestamp: .sample(Double($0)), arrival: .seconds(1000 + $0))
        }
        var noFix = FixOutcome(.rejected(.noFix), arrival: .seconds(1010))
        noFix.lastArrival = .seconds(1100)
        noFix.count = 90
        outcomes.append(noFix)
        outcomes.append(FixOutcome(.delivered, timestamp: .sample(101), arrival: .seconds(1101)))
        return outcomes
    }()
    private let anchor = ReceiverTime(.sample(101), at: .seconds(1101))

    private func select(_ from: Double?, _ to: Double?, limit: Int = 100) -> OutcomeSelection {
        OutcomeSelection(
            outcomes.shuffled(), from: from.map { .sample($0) }, to: to.map { .sample($0) }, limit: limit,
            anchor: anchor)
    }

    @Test func `Without a time it is the latest in their order`() {
        let selection = select(nil, nil, limit: 3)
        #expect(selection.outcomes == Array(outcomes.suffix(3)))
        #expect(selection.isCut && !selection.isNearest)
        #expect(!select(nil, nil, limit: 12).isCut)
    }

    @Test func `The end of a stretch is not in it`() {
        #expect(select(2, 5).outcomes == Array(outcomes[2..<5]))
        #expect(select(nil, 1).outcomes == [outcomes[0]])
        #expect(select(101, nil).outcomes == [outcomes[11]])
    }

    @Test func `Records without a time are placed by their neighbours`() {
        #expect(select(50, 60).outcomes == [outcomes[10]])
        #expect(select(10, 11).outcomes == [outcomes[10]])
        #expect(!select(50, 60).isNearest)
    }

    @Test func `Between records the nearest on either side is reported`() {
        let between = select(100.2, 100.8)
        #expect(between.outcomes == [outcomes[10], outcomes[11]])
        #expect(between.isNearest)
        #expect(select(500, 600).outcomes == [outcomes[11]])
        #expect(select(-60, -50).outcomes == [outcomes[0]])
    }

    /// The answer to a question does not depend on when it is asked.
    @Test func `Records without a time stay where they are`() {
        let selection = OutcomeSelection(outcomes, from: nil, to: nil, limit: 100, anchor: anchor)
        #expect(selection.beginnings[10] == .sample(10))
        #expect(selection.beginnings[9] == nil)
        var later = outcomes
        // Fixes arrive a little late, now more, now less.
        later.append(FixOutcome(.delivered, timestamp: .sample(200), arrival: .milliseconds(1_200_137)))
        let again = OutcomeSelection(
            later, from: nil, to: nil, limit: 100, anchor: ReceiverTime(.sample(200), at: .milliseconds(1_200_137)))
        #expect(again.beginnings[10] == selection.beginnings[10])
    }

    @Test func `Nothing is selected from nothing`() {
        let selection = OutcomeSelection([], from: .sample(0), to: nil, limit: 1, anchor: nil)
        #expect(selection.outcomes.isEmpty)
    }
}
