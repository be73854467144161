import LocationModel
import LocationServices
import LocdTestSupport
import SystemSupport
import Testing

@testable import Receivers

@Suite struct GPSDSessionTests {
    @Test func `Reports that come together with the end of the connection are not lost`() async throws {
        let gpsd = try #require(GPSDFake())
        let receiver = GPSDReceiver(
            GPSDAddress(host: "127.0.0.1", port: gpsd.port), clock: .system(), on: try ExecutorThread(named: "receiver")
        )
        receiver.start()
        _ = await gpsd.watchers.wait { $0 == 1 }
        // More than is read at once, and fewer than are passed on before the end is seen.
        let reports = (0..<200).map { second in
            #"{"class":"TPV","device":"/dev/null","mode":3,"time":"\#(Timestamp.sample(Double(second)))","lat":47.5,"lon":8.5}"#
        }
        gpsd.say(reports.joined(separator: "\r\n"))
        await gpsd.end()
        var times: [Timestamp?] = []
        for await batch in receiver.events {
            times += batch.fixes.map(\.timestamp)
            let hasEnded = batch.contains {
                if case .link(let link) = $0 { link.condition == .absent(.noGPSD) } else { false }
            }
            if hasEnded { break }
        }
        await receiver.stop()
        #expect(times == (0..<200).map { Timestamp.sample(Double($0)) })
    }

    /// A gpsd that replays a recording as fast as it can, before a hub that is slow.
    @Test(.timeLimit(.minutes(15))) func `Without a consumer nothing is read, and nothing lost`() async throws {
        let gpsd = try #require(GPSDFake())
        let thread = try ExecutorThread(named: "receiver")
        let receiver = GPSDReceiver(GPSDAddress(host: "127.0.0.1", port: gpsd.port), clock: .system(), on: thread)
        receiver.start()
        _ = await gpsd.watchers.wait { $0 == 1 }
        let total = 20 * ReceiverEvents.limit
        let reports = (0..<total).map { second in
            #"{"class":"TPV","device":"/dev/null","mode":3,"time":"\#(Timestamp.sample(Double(second)))","lat":47.5,"lon":8.5}"#
        }
        gpsd.say(reports.joined(separator: "\r\n"))
        var times: [Timestamp?] = []
        // Nobody takes anything yet: all that may wait is read, and no more.
        let queue = receiver.lifecycle.events
        while queue.hasRoom { await thread.run {}.value }
        for _ in 0..<100 { await thread.run {}.value }
        #expect(queue.count <= ReceiverEvents.limit + 256)
        for await batch in receiver.events {
            #expect(queue.count <= ReceiverEvents.limit + 256)
            times += batch.fixes.map(\.timestamp)
            // The last waits for the next epoch.
            if times.count >= total - 1 { break }
        }
        await receiver.stop()
        await gpsd.end()
        #expect(times.prefix(total - 1) == (0..<total - 1).map { Timestamp.sample(Double($0)) }[...])
    }

    /// libgps 3.22 never comes back from the first five; the others are what no gpsd says.
    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            #"{"class":"DEVICE","path":"/dev/null"}x"class":"DEVICE""#,
            #"{"class":"TPV","x":{"class":1},"class":"TPV"}"#,
            #"{"patx"}x"class":"DEVICE""#,
            #"{"class":"TPV"{"class""class":"DEVICE",:"GST"}"#,
            #"{"class":"DEVICES","devices":[{"class":"DEVICE","x":{"y":1},"path":"/dev/a"},{"class":"DEVICE"},"class":"A"]}"#,
            String(repeating: "x", count: 1 << 20),
            #"{"class":"TPV","device":""# + String(repeating: "d", count: 1 << 20) + "\"}",
            String(repeating: #"{"class":"SKY","satellites":["#, count: 2000),
            #"{"class":"SKY","satellites":[{}"# + String(repeating: #",{"PRN":1,"used":true}"#, count: 400) + "]}",
            "", "{", "}", "{}", "[]", "null", #"{"class":"TPV""#, #"{"class":"TPV"}"#, #"{"class":""}"#,
            #"{"class":"ERROR"}"#,
            #"{"class":"TPV","mode":3,"time":"2026-11-21T06:40:00.000Z","lat":-1e999,"lon":NaN}"#,
        ])
    func `A line of no use is passed over`(_ line: String) async throws {
        try await GPSDFake.listening { gpsd, said in
            gpsd.say(line)
            for second in 0..<3 { gpsd.report(second: second) }
            await said.wait { $0.fixes.contains { $0.timestamp == .sample(1) } }
        }
    }

    /// gpsd 3.22 makes such sentences for a Motorola Oncore, and sends them to whoever asks for sentences.
    @Test(.timeLimit(.minutes(15))) func `A report behind a sentence without a line end is read`() async throws {
        try await GPSDFake.listening { gpsd, said in
            for second in 0..<5 {
                gpsd.say(
                    "$GPHDT,\(40 + second).0,T{\"class\":\"TPV\",\"device\":\"/dev/null\",\"mode\":3,"
                        + "\"time\":\"\(Timestamp.sample(Double(second)))\",\"lat\":47.5,\"lon\":8.5}")
            }
            let events = await said.wait { $0.fixes.contains { $0.timestamp == .sample(3) } }
            #expect(events.fixes.map(\.timestamp).prefix(4) == [0, 1, 2, 3].map { Timestamp.sample($0) }[...])
            #expect(events.contains(.heading(Heading(trueHeading: 43))))
        }
    }
}
