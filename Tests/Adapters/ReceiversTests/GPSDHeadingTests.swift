import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import Receivers

/// The heading on its way through libgps, which a real socket and its buffers are part of.
@Suite(.timeLimit(.minutes(15))) struct GPSDHeadingTests {
    @Test func `Headings come beside the fixes`() async throws {
        try await GPSDFake.listening { fake, said in
            await fake.requests.wait { $0.contains { $0.contains(#""nmea":true"#) } }
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
        }
    }
}

extension [ReceiverEvent] {
    fileprivate var headings: [Heading] {
        compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
    }
}
