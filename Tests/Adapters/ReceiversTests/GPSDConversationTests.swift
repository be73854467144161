import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import Receivers

@Suite struct GPSDConversationTests {
    private let present = Locked<Set<String>>(["/dev/a", "/dev/b"])
    private var conversation: GPSDConversation

    init() {
        conversation = Self.conversation(GPSDAddress(), present)
    }

    private static func conversation(_ address: GPSDAddress, _ present: Locked<Set<String>>) -> GPSDConversation {
        GPSDConversation(address: address, at: .zero, exists: { path in present.withLock { $0.contains(path) } })
    }

    private static func report(_ device: String?, _ second: Double, mode: Fix.Mode = .fix3D) -> GPSDConnection.Line {
        var fix = Fix.sample(second, accuracy: nil)
        fix.mode = mode
        return .report(GPSDReport(fix: fix, device: device))
    }

    private static func device(_ path: String, driver: String? = nil, isActivated: Bool = true) -> GPSDConnection.Device
    {
        GPSDConnection.Device(path: path, driver: driver, isActivated: isActivated)
    }

    private mutating func receive(_ line: GPSDConnection.Line, at second: Double) -> [ReceiverEvent] {
        conversation.receive(line, at: .seconds(second))
    }

    @Test mutating func `The first device that is active is taken`() {
        let events = receive(
            .devices(
                [Self.device("/dev/a", isActivated: false), Self.device("/dev/b", driver: "u-blox")], isList: true),
            at: 0)
        #expect(events == [.link(ReceiverLink(.open, device: "/dev/b", driver: "u-blox"))])
        // Told once.
        #expect(receive(.devices([Self.device("/dev/b", driver: "u-blox")], isList: false), at: 1).isEmpty)
        #expect(receive(Self.report("/dev/b", 1), at: 1).conditions.isEmpty)
    }

    @Test mutating func `One of two receivers is used`() {
        var fixes: [Fix] = []
        for second in 0..<20 {
            fixes += receive(Self.report("/dev/a", Double(second)), at: Double(second)).fixes
            fixes += receive(Self.report("/dev/b", Double(second) + 0.5), at: Double(second) + 0.5).fixes
        }
        #expect(fixes.count >= 18)
        #expect(fixes.allSatisfy { ($0.timestamp?.milliseconds ?? 1) % 1000 == 0 })
    }

    @Test mutating func `The other takes over when the first has had no fix for a while`() {
        _ = receive(Self.report("/dev/a", 0), at: 0)
        for second in 1..<5 {
            #expect(receive(Self.report("/dev/a", Double(second), mode: .none), at: Double(second)).conditions.isEmpty)
            #expect(receive(Self.report("/dev/b", Double(second)), at: Double(second)).isEmpty)
        }
        #expect(receive(Self.report("/dev/b", 5), at: 5).conditions == [.open])
        #expect(receive(Self.report("/dev/a", 6), at: 6).isEmpty)
    }

    @Test mutating func `Pending fixes of the first come before the other`() {
        _ = receive(Self.report("/dev/a", 0), at: 0)
        let events = receive(Self.report("/dev/b", 6), at: 6)
        #expect(events == [.fix(.sample(0, accuracy: nil)), .link(ReceiverLink(.open, device: "/dev/b"))])
    }

    @Test mutating func `Two without a fix do not take turns`() {
        var links = 0
        for second in 0..<30 {
            links += receive(Self.report("/dev/a", Double(second), mode: .none), at: Double(second)).conditions.count
            links += receive(Self.report("/dev/b", Double(second), mode: .none), at: Double(second)).conditions.count
        }
        #expect(links == 1)
        // One with a fix is better than one without.
        #expect(receive(Self.report("/dev/b", 31), at: 31).conditions == [.open])
    }

    @Test mutating func `The device that is asked for is the only one`() {
        conversation = Self.conversation(GPSDAddress(device: "/dev/a"), present)
        #expect(receive(.devices([Self.device("/dev/b")], isList: true), at: 0).conditions == [.absent(.noDevice)])
        for second in 0..<20 {
            #expect(receive(Self.report("/dev/b", Double(second)), at: Double(second)).isEmpty)
        }
        #expect(receive(Self.report("/dev/a", 20), at: 20).conditions == [.open])
    }

    @Test mutating func `Sky and statistics of the other device are not ours`() {
        _ = receive(Self.report("/dev/a", 0), at: 0)
        #expect(receive(.sky(SkyView(satellites: [], hdop: 9), device: "/dev/b"), at: 0).isEmpty)
        _ = receive(.gst(GPSDStatistics(latitude: 50, longitude: 50, altitude: 50), device: "/dev/b"), at: 0)
        let view = SkyView(satellites: [], hdop: 1)
        #expect(receive(.sky(view, device: "/dev/a"), at: 0) == [.sky(view)])
        _ = receive(Self.report("/dev/a", 1), at: 1)
        let fix = receive(Self.report("/dev/a", 2), at: 2).fixes.first
        #expect(fix?.hdop == 1 && fix?.horizontalAccuracy == nil)
    }

    @Test mutating func `An unplugged receiver is found out after a silence`() {
        _ = receive(Self.report("/dev/a", 0), at: 0)
        present.withLock { $0 = [] }
        #expect(conversation.tick(at: .seconds(1.9)).events.conditions.isEmpty)
        #expect(conversation.deadline == .seconds(2))
        let (events, request) = conversation.tick(at: .seconds(2))
        #expect(events.conditions == [.absent(.unplugged)] && request == .watchAgain)
        // The fix that waited is not lost, and comes first.
        #expect(events.fixes.count == 1)
        // gpsd may list it still; that opens nothing.
        #expect(receive(.devices([Self.device("/dev/a", isActivated: false)], isList: true), at: 2).isEmpty)
        #expect(receive(.devices([Self.device("/dev/a")], isList: true), at: 3).isEmpty)
        #expect(conversation.tick(at: .seconds(5)).events.isEmpty)
    }

    @Test mutating func `Plugged in again it is open`() {
        _ = receive(Self.report("/dev/a", 0), at: 0)
        present.withLock { $0 = [] }
        _ = conversation.tick(at: .seconds(2))
        present.withLock { $0 = ["/dev/a"] }
        #expect(conversation.tick(at: .seconds(4)).events.conditions == [.open])
        #expect(receive(Self.report("/dev/a", 9), at: 9).conditions.isEmpty)
    }

    @Test mutating func `A device that was never here is not unplugged`() {
        let list = GPSDConnection.Line.devices([Self.device("/dev/c", isActivated: false)], isList: true)
        let missing = ReceiverLink(.absent(.noDevice), detail: "/dev/c does not exist", device: "/dev/c")
        #expect(receive(list, at: 0) == [.link(missing)])
        #expect(conversation.tick(at: .seconds(2)).events.isEmpty)
        #expect(receive(list, at: 2).isEmpty)
        present.withLock { $0 = ["/dev/c"] }
        #expect(conversation.tick(at: .seconds(4)).events.conditions == [.open])
        present.withLock { $0 = [] }
        #expect(conversation.tick(at: .seconds(6)).events.conditions == [.absent(.unplugged)])
        // Another connection to gpsd changes nothing of this.
        conversation = GPSDConversation(
            address: GPSDAddress(), at: .zero, seen: conversation.seen, exists: { _ in false })
        #expect(receive(list, at: 0).conditions == [.absent(.unplugged)])
    }

    /// The sandbox may hide the device of a gpsd, or it may be a source on the network.
    @Test(arguments: ["/dev/c", "tcp://192.0.2.7:2000"])
    mutating func `A device that only gpsd sees is not gone when silent`(device: String) {
        _ = receive(Self.report(device, 0), at: 0)
        #expect(conversation.tick(at: .seconds(2)).events.conditions.isEmpty)
        #expect(receive(.devices([Self.device(device)], isList: true), at: 3).isEmpty)
    }

    @Test mutating func `A device that udev took from gpsd is unplugged too`() {
        _ = receive(Self.report("/dev/a", 0), at: 0)
        present.withLock { $0 = [] }
        #expect(receive(.devices([], isList: true), at: 1).conditions == [.absent(.unplugged)])
    }

    @Test mutating func `A gpsd without devices has none`() {
        let events = receive(.devices([], isList: true), at: 0)
        #expect(events == [.link(ReceiverLink(.absent(.noDevice), detail: "gpsd has no device"))])
        #expect(receive(.devices([], isList: true), at: 2).isEmpty)
        #expect(receive(.devices([Self.device("/dev/a")], isList: false), at: 3).conditions == [.open])
    }

    @Test mutating func `A device that gpsd no longer lists gives way`() {
        _ = receive(Self.report("/dev/a", 0), at: 0)
        let events = receive(.devices([Self.device("/dev/b")], isList: true), at: 1)
        #expect(events == [.link(ReceiverLink(.open, device: "/dev/b"))])
    }

    @Test mutating func `A remote device is not looked for here`() {
        conversation = Self.conversation(GPSDAddress(host: "gps.example.net"), present)
        present.withLock { $0 = [] }
        _ = receive(Self.report("/dev/a", 0), at: 0)
        #expect(conversation.tick(at: .seconds(2)).events.conditions.isEmpty)
    }

    @Test mutating func `A silent receiver is asked for after two seconds and then less often`() {
        _ = receive(Self.report("/dev/a", 0), at: 0)
        var requests: [Double] = []
        for quarter in 1..<240 {
            let now = Double(quarter) / 4
            let isDue = conversation.deadline <= .seconds(now)
            if conversation.tick(at: .seconds(now)).request == .watchAgain { requests.append(now) }
            #expect(isDue == (requests.last == now))
            _ = receive(.other(), at: now)
        }
        #expect(requests == [2, 4, 6, 9, 13.5, 20.25, 28.25, 36.25, 44.25, 52.25])
        // One that reports again, and falls silent again, is looked for as soon as the first time.
        _ = receive(Self.report("/dev/a", 60), at: 60)
        #expect(conversation.tick(at: .seconds(62)).request == .watchAgain)
    }

    @Test mutating func `A gpsd that answers nothing is given up`() {
        var requests: [GPSDConversation.Request] = []
        for second in 1...30 { requests.append(conversation.tick(at: .seconds(second)).request) }
        #expect(!requests.contains(.giveUp))
        #expect(conversation.deadline == .seconds(31))
        #expect(conversation.tick(at: .seconds(31)).request == .giveUp)
    }

    /// The machine was suspended, or what gpsd sent was not read for long.
    @Test mutating func `A silence in which nobody asked is no end`() {
        _ = receive(Self.report("/dev/a", 0), at: 0)
        #expect(conversation.tick(at: .seconds(3600)).request == .watchAgain)
        #expect(conversation.tick(at: .seconds(3602)).request == .giveUp)
    }

    @Test mutating func `A refusal says what gpsd said`() {
        guard case .link(let link) = receive(.refusal("no such thing"), at: 0).first else {
            Issue.record("no link")
            return
        }
        #expect(link.condition == .failing(.deviceError) && link.detail?.contains("no such thing") == true)
        #expect(receive(Self.report("/dev/a", 1), at: 1).conditions == [.open])
    }

    @Test(arguments: [
        (GPSDConnection.Line.other(#""AIS""#), "10 of class AIS"),
        (.damaged(isReport: false), "10 damaged or not of gpsd"),
        (.damaged(isReport: true), "10 damaged or not of gpsd"),
        (.sentence(nil), "10 sentences of which gpsd makes no report"), (.other(#""ATT""#), "10 of class ATT"),
    ])
    mutating func `Data without a position is named and not silent`(line: GPSDConnection.Line, words: String) {
        _ = receive(Self.report("/dev/a", 0), at: 0)
        var events: [ReceiverEvent] = []
        for second in 1...11 {
            events += receive(line, at: Double(second))
            events += conversation.tick(at: .seconds(second)).events
        }
        #expect(events.conditions == [.failing(.unreadable)])
        let link = events.compactMap { if case .link(let link) = $0 { link } else { nil } }.last
        #expect(link?.detail == "data, but no position: \(words)")
        #expect(receive(Self.report("/dev/a", 12), at: 12).conditions == [.open])
        // What came before a silence is no reason.
        _ = receive(line, at: 13)
        #expect(conversation.tick(at: .seconds(23)).events.conditions.isEmpty)
        // An unplugged device is that, whatever else gpsd says.
        present.withLock { $0 = [] }
        _ = receive(line, at: 30)
        #expect(conversation.tick(at: .seconds(30)).events.conditions == [.absent(.unplugged)])
    }

    @Test(arguments: [
        (GPSDConnection.Line.damaged(isReport: true), 3, nil),
        (.damaged(isReport: false), 10, "10 damaged or not of gpsd (gpspipe -w shows them), 31 accepted"),
        (.damaged(isReport: true), 31, "31 damaged or not of gpsd (gpspipe -w shows them), 31 accepted"),
        (.other(#""AIS""#), 31, nil), (.sentence(nil), 31, nil),
    ])
    mutating func `What is refused beside positions is named`(line: GPSDConnection.Line, count: Int, words: String?) {
        var links: [ReceiverLink] = []
        for second in 0...62 {
            var events = receive(Self.report("/dev/a", Double(second)), at: Double(second))
            if second < count { events += receive(line, at: Double(second) + 0.5) }
            events += conversation.tick(at: .seconds(Double(second) + 0.5)).events
            links += events.compactMap { if case .link(let link) = $0 { link } else { nil } }
        }
        // Said once, and taken back when a period without it ends.
        #expect(links.map(\.refused) == (words == nil ? [nil] : [nil, words, nil]))
        #expect(links.allSatisfy { $0.condition == .open })
    }

    /// GLL in local time beside RMC.
    @Test mutating func `Reports of another time are counted`() {
        var refused: [String] = []
        for second in 0...31 {
            for hours in [0, 2] {
                var fix = Fix.sample(Double(second + hours * 3600), accuracy: nil)
                fix.course = hours == 0 ? 10 : nil
                if hours > 0 { (fix.altitude, fix.ellipsoidalAltitude) = (nil, nil) }
                let events =
                    receive(.report(GPSDReport(fix: fix, device: "/dev/a")), at: Double(second))
                    + conversation.tick(at: .seconds(second)).events
                refused += events.compactMap { if case .link(let link) = $0 { link.refused } else { nil } }
            }
        }
        #expect(refused.count == 1 && refused[0].contains("with another time than the dated ones"))
        #expect(conversation.asides == 32)
    }

    /// A receiver in two dimensions that stands has neither course nor altitude.
    @Test mutating func `One that stands for long is none of another time`() {
        var fixes: [Fix] = []
        for second in 0..<200 {
            var fix = Fix.sample(Double(second), accuracy: nil)
            fix.mode = .fix2D
            fix.course = second == 0 ? 10 : nil
            (fix.altitude, fix.ellipsoidalAltitude) = (nil, nil)
            fixes += receive(.report(GPSDReport(fix: fix, device: "/dev/a")), at: Double(second)).fixes
        }
        fixes += conversation.flush().fixes
        #expect(conversation.asides == 0 && fixes.count == 200)
    }

    private mutating func receive(_ text: String, at second: Double = 0) throws -> [ReceiverEvent] {
        let parser = try #require(GPSDLineParser())
        let said = text.utf8.withContiguousStorageIfAvailable { parser.parse(UnsafeRawBufferPointer($0)) } ?? []
        return said.flatMap { conversation.receive($0, at: .seconds(second)) }
    }

    @Test(arguments: [
        ("WGS84", nil), ("", nil), ("PZ90.11", nil),
        ("Tokyo", "positions are in the datum Tokyo (set the receiver to WGS 84)"),
    ])
    mutating func `Another datum is named`(_ datum: String, _ words: String?) throws {
        var links: [ReceiverLink] = []
        for second in 0...31 {
            let time = Timestamp.sample(Double(second))
            let report = #"{"class":"TPV","device":"/dev/a","mode":3,"time":"\#(time)","lat":47.5,"lon":8.5"#
            let events =
                try receive(report + #","datum":"\#(datum)"}"#, at: Double(second))
                + conversation.tick(at: .seconds(second)).events
            links += events.compactMap { if case .link(let link) = $0 { link } else { nil } }
        }
        #expect(links.map(\.refused) == (words == nil ? [nil] : [nil, words]))
    }

    @Test mutating func `The words of a refusal are gpsd's`() throws {
        let events = try receive(#"{"class":"ERROR","message":"Unrecognized \"request\""}"#)
        let detail = #"gpsd refuses: Unrecognized "request""#
        #expect(events == [.link(ReceiverLink(.failing(.deviceError), detail: detail))])
    }

    @Test mutating func `Dilutions without satellites are no view`() throws {
        let head = #"{"class":"SKY","device":"/dev/a""#
        let view = #","nSat":1,"satellites":[{"PRN":7,"el":53,"az":74,"ss":43,"used":true,"gnssid":0,"svid":7}]}"#
        let full = try receive(head + view)
        guard case .sky(let sky)? = full.first, full.count == 1 else { Issue.record("\(full)"); return }
        #expect(sky.satellites.count == 1 && sky.used == 1)
        #expect(try receive(head + #","vdop":0.85,"hdop":0.70,"pdop":1.1}"#).isEmpty)
        _ = receive(Self.report("/dev/a", 1), at: 1)
        let fix = receive(Self.report("/dev/a", 2), at: 2).fixes.first
        #expect(fix?.satellitesUsed == 1 && fix?.hdop == 0.7)
        // None at all is a view.
        for none in [#","satellites":[]}"#, #","nSat":0,"uSat":0}"#] {
            #expect(try receive(head + none) == [.sky(SkyView(satellites: [], hdop: nil))])
        }
    }

    @Test mutating func `A receiver that lists no satellites has their number`() throws {
        var used: [Int?] = []
        let skies = [
            #""hdop":0.90,"uSat":9"#, #""uSat":0,"hdop":0.90"#, #""nSat":1,"satellites":[{"PRN":7,"used":true}]"#,
            #""hdop":0.90,"uSat":12"#,
        ]
        for (second, sky) in skies.enumerated() {
            _ = try receive(#"{"class":"SKY","device":"/dev/a",\#(sky)}"#, at: Double(second))
            used += receive(Self.report("/dev/a", Double(second)), at: Double(second)).fixes.map(\.satellitesUsed)
        }
        used += conversation.flush().fixes.map(\.satellitesUsed)
        #expect(used == [9, nil, 1, 1])
    }

    /// gpsd before 3.18 has only the number, and so have later ones of what they do not know.
    @Test mutating func `Without a system a satellite is known by its number`() throws {
        let satellites =
            [3, 40, 72, 133, 193, 205, 311, 500].map { #"{"PRN":\#($0),"ss":30,"used":true}"# }
            + [#"{"PRN":72,"gnssid":6,"svid":8}"#, #"{"PRN":195,"gnssid":0,"svid":3}"#]
        let events = try receive(#"{"class":"SKY","satellites":[\#(satellites.joined(separator: ","))]}"#)
        guard case .sky(let view)? = events.first else { Issue.record("\(events)"); return }
        #expect(
            view.satellites.map(\.constellation) == [
                .gps, .sbas, .glonass, .sbas, .qzss, .beidou, .galileo, nil, .glonass, .gps,
            ])
    }

    @Test mutating func `The fix that waited is not lost with the connection`() {
        _ = receive(Self.report("/dev/a", 0), at: 0)
        #expect(conversation.flush().fixes.count == 1)
        #expect(conversation.flush().isEmpty)
    }
}
