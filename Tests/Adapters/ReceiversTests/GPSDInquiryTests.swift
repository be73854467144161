import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import Receivers

@Suite(.timeLimit(.minutes(15))) struct GPSDInquiryTests {
    private func ask(_ port: UInt16, _ device: String? = nil) async -> GPSDAnswer {
        await GPSDInquiry.ask(GPSDAddress(host: "127.0.0.1", port: port, device: device), clock: .system())
    }

    @Test func aGPSDSaysWhatItIsAndWhatItHas() async throws {
        let fake = try #require(GPSDFake())
        let answer = await ask(fake.port)
        #expect(answer == .init(release: "3.22", devices: [.init(path: "/dev/null", driver: "NMEA0183")]))
        // It left no watcher behind.
        await fake.watchers.wait { $0 == 0 }
        await fake.end()
    }

    @Test func aGPSDWithoutTheNamedDeviceIsAskedForAllOfThem() async throws {
        let fake = try #require(GPSDFake())
        #expect(await ask(fake.port, "/dev/ttyUSB7").devices?.map(\.path) == ["/dev/null"])
        #expect(fake.requests.value.allSatisfy { !$0.contains("ttyUSB7") })
        await fake.end()
    }

    @Test func aGPSDWithoutADeviceHasNone() async throws {
        let fake = try #require(GPSDFake(devices: ""))
        #expect(await ask(fake.port).devices == [])
        await fake.end()
    }

    @Test func withoutAListenerTheErrorSaysSo() async throws {
        let fake = try #require(GPSDFake())
        await fake.end()
        #expect(await ask(fake.port) == .init(failure: "no answer"))
    }

    @Test func oneThatNeverAnswersIsGivenUp() async throws {
        let time = ManualClock()
        let fake = try #require(GPSDFake(isMute: true))
        async let answer = GPSDInquiry.ask(
            GPSDAddress(host: "127.0.0.1", port: fake.port), within: .milliseconds(100), clock: time.clock)
        await time.sleepers(atLeast: 1)
        time.advance(by: .milliseconds(200))
        #expect(await answer == .init(failure: "Connection timed out"))
        await fake.end()
    }
}
