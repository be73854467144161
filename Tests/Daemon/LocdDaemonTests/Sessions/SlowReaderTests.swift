import FoundationEssentials
import LocationModel
import LocationServices
import LocdClient
import LocdProtocol
import LocdTestSupport
import Testing

@testable import LocdDaemon

@Suite(.timeLimit(.minutes(15))) struct SlowReaderTests {
    @Test func `Slow readers miss the oldest are notified, and nobody else misses any`() async throws {
        let count = 3000
        try await DaemonHarness.run(settings: "recorder: {enabled: false}\n") { harness in
            let call = Array(#"{"method":"org.locd.Location.Updates","more":true}"#.utf8) + [0]
            let slow = try await DaemonSocket.with(path: "\(harness.directory)/s", timeout: nil) {
                (connection: DaemonSocket) async throws(LocdClientError) -> Tally in
                try await connection.send(call)
                await harness.receiver.calls.wait { $0 == [.start] }
                let all = await Self.stream(count, to: harness)
                #expect(all == count)
                var tally = Tally()
                while tally.locations + tally.missed < count, let message = try await connection.receive() {
                    guard case .reply(let reply, _) = VarlinkAnswer<UpdatesReply>(message: message) else { break }
                    tally.add(reply)
                }
                return tally
            }
            #expect(slow.sessions == 1)
            #expect(slow.missed > 0)
            #expect(slow.locations + slow.missed == count)
            #expect(slow.last == Location.sample(Double(count - 1)).timestamp.description)
        }
    }

    private struct Tally: Sendable {
        var sessions = 0
        var locations = 0
        var missed = 0
        var last: String?

        mutating func add(_ reply: UpdatesReply) {
            sessions += reply.session == nil ? 0 : 1
            locations += reply.location == nil ? 0 : 1
            missed += reply.missed ?? 0
            last = reply.location?.location.timestamp.description ?? last
        }
    }

    /// Says locations as fast as a second client reads them; how many it had.
    private static func stream(_ count: Int, to harness: DaemonHarness) async -> Int {
        var found = 0
        do {
            let session = harness.client.session(services: [.updatingLocation], reconnection: .never)
            var updates = session.makeAsyncIterator()
            _ = try await updates.next()
            // The first alone: who begins a moment late is told the latest, and no more.
            var said = 0
            for end in [1] + stride(from: 20, through: count, by: 20) {
                harness.receiver.say(
                    (said..<end).map { .fix(.sample(Double($0), north: 20 * Double($0), speed: 20)) })
                said = end
                while found < end, let update = try await updates.next() {
                    if case .events(let events) = update { found += events.locations.count }
                }
            }
        } catch {
            Issue.record(error)
        }
        return found
    }
}
