import LocationModel
import LocationServices
import LocdTestSupport
import SystemSupport
import Testing

@testable import Receivers

@Suite(.timeLimit(.minutes(15))) struct GPSDReceiverTests {
    private struct Bench: ReceiverConformance.Bench {
        let fake: GPSDFake
        let receiver: any Receiver

        init() throws {
            fake = try #require(GPSDFake())
            receiver = GPSDReceiver(
                GPSDAddress(host: "127.0.0.1", port: fake.port), clock: .system(),
                on: try ExecutorThread(named: "receiver"))
        }

        func report(second: Int) async {
            await fake.watchers.wait { $0 > 0 }
            fake.report(second: second)
        }

        func reportNow(second: Int) {
            fake.report(second: second)
        }

        func isReleased() async {
            await fake.watchers.wait { $0 == 0 }
        }

        func close() async {
            await fake.end()
        }
    }

    @Test(arguments: [
        #"{ "lon": 8.5, "lat":\#t47.5, "time": "TIME", "mode": 3, "class": "TPV" }"#,
        "{\r\n  \"lon\": 8.5,\r\n  \"lat\": 47.5,\r\n  \"time\": \"TIME\",\r\n  \"mode\": 3,\r\n  \"class\": \"TPV\"\r\n}",
        #"{"class":"WATCH"} {"mode":3,"class":"TPV","lat":47.5,"lon":8.5,"time":"TIME"}"#,
    ])
    func `A server that writes its own order and white space is read`(_ form: String) async throws {
        try await GPSDFake.listening { fake, said in
            for second in 0..<6 { fake.say(form.replacing("TIME", with: "\(Timestamp.sample(Double(second)))")) }
            await said.wait { events in
                events.contains { if case .fix(let fix) = $0 { fix.coordinate?.latitude == 47.5 } else { false } }
            }
        }
    }

    @Test(arguments: ReceiverConformance.all)
    func `Conforms`(_ check: ReceiverConformance) async throws {
        try await check.run(on: Bench())
    }

    @Test func `Every member of a TPV is in the fix`() async throws {
        try await GPSDFake.listening { fake, said in
            for second in 0..<3 { fake.report(second: second, north: 7) }
            let fix = await said.wait { $0.fixes.count >= 2 }.fixes.first
            var expected = Fix(mode: .fix3D, timestamp: .sample(0), coordinate: .sample)
            expected.altitude = 450
            expected.ellipsoidalAltitude = 497
            expected.speed = 7
            expected.course = 12
            expected.hdop = fix?.hdop
            expected.errors = fix?.errors ?? ErrorEstimates()
            #expect(fix == expected)
            // It has said no dilution: what it models is 19 m of it.
            #expect(fix?.hdop.map { $0 > 0 && $0 < 1 } == true)
        }
    }

    @Test func `The device and its driver are reported`() async throws {
        try await GPSDFake.listening { _, said in
            let link = ReceiverEvent.link(ReceiverLink(.open, device: "/dev/null", driver: "NMEA0183"))
            await said.wait { $0.contains(link) }
        }
    }

    @Test func `A flat fix has no altitude`() async throws {
        try await GPSDFake.listening { fake, said in
            fake.say(
                #"{"class":"TPV","device":"/dev/null","mode":2,"time":"\#(Timestamp.sample(0))","lat":47.5,"lon":8.6,"#
                    + #""altMSL":1.5,"altHAE":49.0}"#)
            fake.report(second: 1)
            let fixes = await said.wait { $0.fixes.contains { $0.timestamp == .sample(1) } }.fixes
            let flat = try #require(fixes.first { $0.timestamp == .sample(0) })
            #expect(flat.mode == .fix2D && flat.altitude == nil && flat.ellipsoidalAltitude == nil)
            #expect(fixes.contains { $0.mode == .fix3D && $0.altitude != nil })
        }
    }

    @Test func `Figures of the line before are not those of the next`() async throws {
        try await GPSDFake.listening { fake, said in
            fake.report(second: 0, north: 7)
            fake.say(
                #"{"class":"TPV","device":"/dev/null","mode":2,"time":"\#(Timestamp.sample(1))","lat":47.5,"lon":8.6}"#)
            fake.say(#"{"class":"SKY","device":"/dev/null","hdop":0.9,"satellites":[]}"#)
            fake.say(#"{"class":"TPV","device":"/dev/null","mode":1}"#)
            fake.say("garbage")
            fake.say(#"{"class":"TPV","device":"/dev/null","mode":"#)
            for second in 2..<4 { fake.report(second: second) }
            let fixes = await said.wait { $0.fixes.contains { $0.timestamp == .sample(2) } }.fixes
            let second = fixes.first { $0.timestamp == .sample(1) }
            #expect(second?.mode == .fix2D && second?.coordinate == Coordinate(latitude: 47.5, longitude: 8.6))
            #expect(second?.altitude == nil && second?.speed == nil && second?.horizontalAccuracy == nil)
            // Without a time: whatever they are, they are no fix of an epoch.
            #expect(fixes.allSatisfy { $0.timestamp != nil || $0.coordinate == nil })
        }
    }

    @Test func `A gpsd that hangs up is connected to anew`() async throws {
        try await GPSDFake.listening { fake, said in
            for second in 0..<3 { fake.report(second: second) }
            await said.wait { $0.fixes.count >= 2 }
            fake.hangUp()
            await said.wait { $0.conditions.contains(.absent(.noGPSD)) }
            // The fix that waited came before the bad news.
            let events = said.value
            let found = events.firstIndex {
                if case .link(let link) = $0 { link.condition == .absent(.noGPSD) } else { false }
            }
            #expect(Array(events.prefix(found ?? 0)).fixes.count == 3)
            await fake.watchers.wait { $0 == 1 }
            for second in 10..<13 { fake.report(second: second) }
            await said.wait { $0.fixes.contains { $0.timestamp == .sample(11) } }
        }
    }

    @Test func `A gpsd that is not there is waited for`() async throws {
        let first = try #require(GPSDFake())
        let port = first.port
        await first.end()
        try await GPSDFake.listening(to: GPSDAddress(host: "127.0.0.1", port: port)) { said in
            await said.wait { $0.conditions.contains(.absent(.noGPSD)) }
            let fake = try #require(GPSDFake(port: port))
            await fake.watchers.wait { $0 == 1 }
            for second in 0..<3 { fake.report(second: second) }
            await said.wait { $0.fixes.count >= 2 }
            await fake.end()
        }
    }

    @Test func `The device of the address is asked for`() async throws {
        try await GPSDFake.listening(device: "/dev/null") { fake, _ in
            await fake.requests.wait { $0.contains { $0.contains(#""device":"/dev/null""#) } }
        }
    }

    @Test func `After a stop nobody watches`() async throws {
        let fake = try #require(GPSDFake())
        try await fake.listening { _ in }
        await fake.watchers.wait { $0 == 0 }
        await fake.end()
    }

    @Test(arguments: [
        (GPSDAddress(), "gpsd://localhost:2947"), (GPSDAddress(host: "::1", port: 1), "gpsd://[::1]:1"),
        (GPSDAddress(host: "van", port: 2947, device: "/dev/ttyUSB0"), "gpsd://van:2947/dev/ttyUSB0"),
    ])
    func `The source is spelled as the configuration spells it`(address: GPSDAddress, text: String) throws {
        let receiver = GPSDReceiver(address, clock: .system(), on: try ExecutorThread(named: "receiver"))
        #expect(receiver.source == text)
    }
}
