import Foundation
import LocationModel
import LocdProtocol
import LocdTestSupport
import Testing

/// What is read from the wire by code that is written by hand.
@Suite struct RoundTripTests {
    @Test func `An activity is read as it was sent`() {
        let walk = MotionActivity(timestamp: .sample(9), kind: .walking, confidence: .medium)
        #expect(ReportedActivity(walk).motionActivity == walk)
    }

    @Test func `Visits and headings are read as sent`() throws {
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
    func `Invalid answers are unreadable, and the error says why`(text: String) {
        let answer = VarlinkAnswer<LocationInterface.RegionState.Reply>(message: Array(text.utf8))
        guard case .unreadable(let sentence) = answer else {
            Issue.record("\(text) was read: \(answer)")
            return
        }
        #expect(sentence.hasSuffix("."))
    }
}

@Suite struct ReportedLocationTests {
    @Test(arguments: [(0.0004, 0.001), (0.0126, 0.013), (0.9994, 0.999), (1.26, 1.3), (140.04, 140)])
    func `An accuracy is rounded and never to nothing`(accuracy: Double, delivered: Double) throws {
        #expect(try read(.sample(0, accuracy: accuracy)).horizontalAccuracy == delivered)
    }

    @Test func `Rounding leaves no figure out of its range`() throws {
        var location = Location.sample(0)
        (location.course, location.courseAccuracy) = (359.97, 0.04)
        (location.speedAccuracy, location.hdop) = (0.001, 0.01)
        let read = try read(location)
        #expect(read.course == 0 && read.courseAccuracy == 0.1 && read.speedAccuracy == 0.01 && read.hdop == 0.1)
    }

    private func read(_ location: Location) throws -> Location {
        let bytes = try VarlinkReply.encode(LocationInterface.Location.Reply(location: ReportedLocation(location)))
        guard case .reply(let reply, _) = VarlinkAnswer<LocationInterface.Location.Reply>(message: bytes.dropLast())
        else { throw VarlinkError.locationUnknown }
        return reply.location.location
    }
}

/// What was read from JSON.
func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: some Sequence<UInt8>) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
}
