import LocationModel
import LocationServices
import LocdTestSupport
import SystemSupport
import Testing

@testable import Receivers

/// The heading on its way through libgps, which a real socket and its buffers are part of.
@Suite(.timeLimit(.minutes(5))) struct GPSDHeadingTests {
    @Test func headingsComeBesideTheFixes() async throws {
        let fake = try #require(GPSDFake())
        let receiver = GPSDReceiver(
            GPSDAddress(host: "127.0.0.1", port: fake.port), clock: .system(), on: try ExecutorThread(named: "receiver")
        )
        let said = Watched<[ReceiverEvent]>([])
        let listener = Task {
            for await batch in receiver.events { said.change { $0 += batch } }
        }
        defer { listener.cancel() }
        receiver.start()
        await fake.requests.wait { $0.contains { $0.contains(#""nmea":true"#) } }
        await fake.watchers.wait { $0 == 1 }
        for second in 0..<5 {
            fake.say("$GPHDT,123.4,T*31")
            // Its checksum is wrong: it says nothing.
            fake.say("$GPHDT,200.0,T*31")
            // gpsd's own, without its end: a report hangs on it.
            if second == 1 { fake.say("$GPGSV,3,1,11,07,53,074,43,13,43,276,37", end: "") }
            fake.report(second: second)
            fake.say("$HCHDM,97.3,M*14")
        }
        let events = await said.wait { $0.fixes.count >= 4 && $0.headings.count == 10 }
        #expect(events.headings.count { $0 == Heading(trueHeading: 123.4) } == 5)
        #expect(events.headings.count { $0 == Heading(magneticHeading: 97.3) } == 5)
        #expect(events.fixes.map(\.timestamp) == (0..<events.fixes.count).map { .sample(Double($0)) })
        await receiver.stop()
        await fake.end()
    }
}

extension [ReceiverEvent] {
    fileprivate var headings: [Heading] {
        compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
    }
}
