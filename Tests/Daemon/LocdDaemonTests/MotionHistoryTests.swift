import FoundationEssentials
import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdDaemon

/// Activities and the way on foot of the past, asked over the socket.
@Suite(.timeLimit(.minutes(15))) struct MotionHistoryTests {
    /// Five minutes of walking north.
    private static func walk(_ harness: DaemonHarness) async throws {
        await harness.receiver.calls.wait { $0 == [.start] }
        for second in 0...300 {
            harness.receiver.say(.sample(Double(second), north: Double(second) * 1.35, speed: 1.35))
        }
        try await harness.status { $0.recorder.lines == 301 }
    }

    @Test func `What was recorded is recognized again`() async throws {
        try await DaemonHarness.run(settings: DaemonHarness.everyFix) { harness in
            try await Self.walk(harness)
            let reply = try await harness.client.motionHistory(from: .sample(0), to: .sample(400))
            #expect(reply.isRecording)
            #expect(reply.activities.last?.activity == .walking)
            // It takes a minute to be sure that it moves, where nothing was before.
            #expect((240 * 1.35...300 * 1.35).contains(reply.distance), "\(reply.distance)")
            let half = try await harness.client.motionHistory(from: .sample(150), to: .sample(250))
            #expect(abs(half.distance - 100 * 1.35) < 10, "\(half.distance)")
            let before = try await harness.client.motionHistory(from: .sample(-900), to: .sample(-800))
            #expect(before.activities.isEmpty && before.distance == 0)
            for (from, to) in [(0.0, 604_801.0), (10.0, 0.0)] {
                await #expect(throws: LocdClientError.self) {
                    try await harness.client.motionHistory(from: .sample(from), to: .sample(to))
                }
            }
        }
    }

    @Test func `A region that is private now is left out, though it is in the track`() async throws {
        var home = Region(identifier: "home", center: Coordinate.sample.moved(north: 200), radius: 1000)
        home.privacy = .cut
        try await DaemonHarness.run(settings: DaemonHarness.everyFix, regions: [home]) { harness in
            try await Self.walk(harness)
            let reply = try await harness.client.motionHistory(from: .sample(0), to: .sample(400))
            #expect(reply.isRecording && reply.activities.isEmpty && reply.distance == 0)
        }
    }

    @Test func `Without a recorder nothing is known`() async throws {
        try await DaemonHarness.run(settings: "recorder: {enabled: false}\n") { harness in
            let reply = try await harness.client.motionHistory(from: .sample(0), to: .sample(400))
            #expect(!reply.isRecording && reply.activities.isEmpty)
        }
    }
}
