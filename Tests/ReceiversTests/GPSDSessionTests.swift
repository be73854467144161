import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import Receivers

@Suite struct GPSDSessionTests {
    @Test func reportsThatComeTogetherWithTheEndOfTheConnectionAreNotLost() async throws {
        let gpsd = try #require(GPSDFake())
        let receiver = GPSDReceiver(GPSDAddress(host: "127.0.0.1", port: gpsd.port), clock: .system())
        receiver.start()
        _ = await gpsd.watchers.wait { $0 == 1 }
        let reports = (10..<60).map { second in
            #"{"class":"TPV","device":"/dev/null","mode":3,"time":"2026-11-21T06:00:\#(second).000Z","lat":47.5,"lon":8.\#(second)}"#
        }
        gpsd.say(reports.joined(separator: "\r\n"))
        await gpsd.end()
        var longitudes: [Double] = []
        for await batch in receiver.events {
            for event in batch {
                if case .fix(let fix) = event, let coordinate = fix.coordinate {
                    longitudes.append(coordinate.longitude)
                }
            }
            let hasEnded = batch.contains {
                if case .link(let link) = $0 { link.condition == .absent(.noGPSD) } else { false }
            }
            if hasEnded { break }
        }
        await receiver.stop()
        #expect(longitudes == (10..<60).map { 8 + Double($0) / 100 })
    }

    /// libgps 3.22 never comes back from any of these.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            #"{"class":"DEVICE","path":"/dev/null"}x"class":"DEVICE""#,
            #"{"class":"TPV","x":{"class":1},"class":"TPV"}"#,
            #"{"class":"DEVICES","devices":[{"class":"DEVICE","x":{"y":1},"path":"/dev/a"},{"class":"DEVICE"},"class":"A"]}"#,
        ])
    func aLineInWhichLibgpsWouldLoopIsPassedOver(_ line: String) async throws {
        let gpsd = try #require(GPSDFake())
        let receiver = GPSDReceiver(GPSDAddress(host: "127.0.0.1", port: gpsd.port), clock: .system())
        let said = Watched<[ReceiverEvent]>([])
        let listener = Task { for await batch in receiver.events { said.change { $0 += batch } } }
        receiver.start()
        await gpsd.watchers.wait { $0 == 1 }
        gpsd.say(line)
        for second in 0..<3 { gpsd.report(second: second) }
        await said.wait { $0.fixes.contains { $0.timestamp == .sample(1) } }
        await receiver.stop()
        listener.cancel()
        await gpsd.end()
    }
}
