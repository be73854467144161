import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

/// What is read from the wire by code that is written by hand.
@Suite struct RoundTripTests {
    @Test func anActivityIsReadAsItWasSent() {
        let walk = MotionActivity(timestamp: .sample(9), kind: .walking, confidence: .medium)
        #expect(ReportedActivity(walk).motionActivity == walk)
    }

    @Test func visitsAndHeadingsAreReadAsSent() throws {
        for event in ReportedEventTests.all {
            var line = JSONLine()
            line.append(event)
            switch event {
            case .visit(let visit): #expect(try decoded(ReportedVisit.self, line.bytes).visit == visit)
            case .heading(let heading): #expect(try decoded(ReportedHeading.self, line.bytes).heading == heading)
            default: break
            }
        }
        let nowhere = #"{"timestamp":"2026-11-21T06:00:00.000Z","latitude":91,"longitude":0}"#
        #expect(throws: DecodingError.self) { try decoded(ReportedVisit.self, nowhere.utf8) }
        let never = #"{"timestamp":"yesterday","latitude":1,"longitude":0}"#
        #expect(throws: DecodingError.self) { try decoded(ReportedVisit.self, never.utf8) }
    }

    @Test(arguments: [
        "", "5", "{", #"{"parameters":5}"#, #"{"parameters":null}"#, #"{"parameters":{"state":"sideways"}}"#,
        #"{"parameters":{}}"#, "[]", #"{"error":7}"#, String(repeating: "[", count: 100), "\u{0}",
    ])
    func invalidAnswersAreUnreadable_AndTheErrorSaysWhy(text: String) {
        let answer = VarlinkAnswer<LocationInterface.RegionState.Reply>(message: Array(text.utf8))
        guard case .unreadable(let sentence) = answer else {
            Issue.record("\(text) was read: \(answer)")
            return
        }
        #expect(sentence.hasSuffix("."))
    }
}
