import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import Receivers

@Suite(.timeLimit(.minutes(15))) struct GPSDInquiryTests {
    private func ask(_ port: UInt16, _ device: String? = nil) async -> GPSDAnswer {
        await GPSDInquiry.ask(GPSDAddress(host: "127.0.0.1", port: port, device: device), clock: .system())
    }

    @Test func `A gpsd says what it is and what it has`() async throws {
        let fake = try #require(GPSDFake())
        let answer = await ask(fake.port)
        #expect(answer == .init(release: "3.22", devices: [.init(path: "/dev/null", driver: "NMEA0183")]))
        // It left no watcher behind.
        await fake.watchers.wait { $0 == 0 }
        await fake.end()
    }

    @Test func `A gpsd without the named device is asked for all of them`() async throws {
        let fake = try #require(GPSDFake())
        #expect(await ask(fake.port, "/dev/ttyUSB7").devices?.map(\.path) == ["/dev/null"])
        #expect(fake.requests.value.allSatisfy { !$0.contains("ttyUSB7") })
        await fake.end()
    }

    @Test func `A gpsd without a device has none`() async throws {
        let fake = try #require(GPSDFake(devices: ""))
        #expect(await ask(fake.port).devices == [])
        await fake.end()
    }

    @Test func `Without a listener the error says so`() async throws {
        let fake = try #require(GPSDFake())
        await fake.end()
        #expect(await ask(fake.port) == .init(failure: "no answer"))
    }

    @Test func `One that never answers is given up`() async throws {
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
