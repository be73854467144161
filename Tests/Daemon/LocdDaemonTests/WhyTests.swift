import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdDaemon

/// "Why is there no point at 12:03?", asked over the socket.
@Suite(.timeLimit(.minutes(15))) struct WhyTests {
    @Test func `Every fix is accounted for with its reason and figures`() async throws {
        try await DaemonHarness.recording(
            settings: "recorder: {holdsPositionWhenStationary: false, maximumHorizontalAccuracy: 50}\n"
        ) { harness in
            harness.receiver.say(
                .sample(0), .sample(1, north: 4.2), .sample(2, north: 6, accuracy: 80), Fix(mode: .none),
                .sample(4, north: 12))
            try await harness.status { $0.recorder.lines == 2 }
            let all = try await harness.client.why()
            #expect(all.isRecording && !all.isCut && !all.isNearest)
            let found = all.fixes.filter { $0.outcome != .outage }
            #expect(found.count == 5)
            #expect(Set(found.map(\.reason)) == [nil, "distanceFilter", "inaccurate", "noFix"])
            let near = try #require(found.first { $0.reason == "distanceFilter" })
            #expect(near.measured == 4.2 && near.limit == 10)
            #expect(near.timestamp == Timestamp.sample(1).description && near.outcome == .withheld)
            let poor = try #require(found.first { $0.reason == "inaccurate" })
            #expect(poor.measured == 80 && poor.limit == 50)

            let second = try await harness.client.why(from: .sample(1), to: .sample(2))
            #expect(second.fixes.map(\.reason) == ["distanceFilter"])
            #expect(try await harness.client.why(limit: 2).fixes.count == 2)
            #expect(try await harness.client.why(limit: 2).isCut)
        }
    }
}
