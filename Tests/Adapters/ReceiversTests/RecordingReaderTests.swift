import LocationModel
import LocationServices
import LocdTestSupport
import Testing

@testable import Receivers

@Suite struct RecordingReaderTests {
    private typealias Samples = RecordingSamples

    // MARK: - Kinds

    @Test func `Sentences give their epochs`() throws {
        let events = try Samples.events(Samples.nmea(0..<3000).utf8)
        #expect(events.fixes.map(\.timestamp) == (0..<3000).map { Timestamp.sample(Double($0)) })
        #expect(events.fixes.allSatisfy { $0.isSimulated && $0.mode == .fix3D && $0.coordinate != nil })
    }

    @Test func `A capture gives each epoch once with its last report`() throws {
        // Three reports of each second; the last is right.
        let text =
            Samples.banner
            + (0..<500).map { second in
                Samples.tpv(second, longitude: 1) + Samples.tpv(second, longitude: 2) + Samples.tpv(second)
            }.joined()
        let fixes = try Samples.events(text.utf8).fixes
        // Until it is known how many reports there are, the last one of a second counts when the next begins.
        #expect(fixes.map(\.timestamp) == (0..<500).map { Timestamp.sample(Double($0)) })
        #expect(fixes.allSatisfy { $0.isSimulated && $0.coordinate?.longitude == 8.5 })
    }

    @Test(arguments: [7200.02, -3599.98, 1800, 0.02, 0.2, -180])
    func `A report of a position at another time adds nothing`(_ offset: Double) throws {
        // What gpsd 3.22 makes of GLL.
        let text = (0..<20).map { second in
            Samples.tpv(second, longitude: 8.5 + Double(second) / 1000)
                + #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"\#(Timestamp.sample(Double(second) + offset))","#
                + #""lat":47.5,"lon":\#(8.5 + Double(second) / 1000),"speed":0.000,"eph":17.1}"# + "\n"
        }.joined()
        let fixes = try Samples.events(text.utf8).fixes
        #expect(fixes.map(\.timestamp) == (0..<20).map { Timestamp.sample(Double($0)) })
        #expect(fixes.allSatisfy { $0.speed == 5 && $0.altitude == 450 })
    }

    @Test func `A capture of two receivers stays with one until it has had no fix for a while`() throws {
        let first = (0..<10).map { Samples.tpv($0, device: "/dev/a") + Samples.tpv($0, device: "/dev/b", longitude: 1) }
        let second = (10..<30).map { Samples.tpv($0, device: "/dev/b", longitude: 1) }
        let fixes = try Samples.events((first + second).joined().utf8).fixes
        let longitudes = fixes.compactMap(\.coordinate?.longitude)
        #expect(longitudes.prefix(10).allSatisfy { $0 == 8.5 } && longitudes.last == 1)
        let times = fixes.compactMap(\.timestamp)
        #expect(times == times.sorted() && times.last == .sample(29))
    }

    @Test func `A capture of an older gpsd has its altitudes and accuracies`() throws {
        // Before 3.20 there was one altitude, above the sea, and before 3.19 no `eph`.
        func tpv(_ second: Int, _ members: String) -> String {
            #"{"class":"TPV","device":"/dev/ttyUSB0","mode":3,"time":"\#(Timestamp.sample(Double(second)))","#
                + #""lat":47.5,"lon":8.5,\#(members)"speed":5.0,"track":90.0}"# + "\n"
        }
        func sky(_ hdop: Double) -> String {
            #"{"class":"SKY","device":"/dev/ttyUSB0","hdop":\#(hdop),"satellites":[]}"# + "\n"
        }
        let old = #""alt":450.1,"epx":6.0,"epy":8.0,"epv":23.0,"eps":18.2,"#
        let text =
            sky(0.9) + tpv(0, old) + tpv(1, "")
            + tpv(2, #""alt":450.1,"altHAE":497.1,"eph":2.5,"epx":6.0,"epy":8.0,"#)
        let fixes = try Samples.events((Samples.banner + text).utf8).fixes
        #expect(fixes.map(\.altitude) == [450.1, nil, nil])
        #expect(fixes.map(\.ellipsoidalAltitude) == [nil, nil, 497.1])
        #expect(fixes.map(\.errors.horizontal) == [10, nil, 2.5])
        #expect(fixes.allSatisfy { $0.speedAccuracy == nil })
        #expect(fixes.map { $0.errors.vertical != nil } == [true, false, false])
    }

    @Test func `A capture with times and sentences is a capture`() throws {
        let text = (0..<20).map { second in
            "Sat Nov 21 06:00:00 2026: " + Samples.tpv(second) + Samples.epoch(second)
                // gpsd makes such sentences for binary receivers, and forgets the line end.
                + "$GPGSV,1,1,01,07,53,074,43" + #"{"class":"SKY","satellites":[{"PRN":7,"used":true}]}"# + "\n"
        }.joined()
        let events = try Samples.events(text.utf8)
        #expect(events.fixes.map(\.timestamp) == (0..<20).map { Timestamp.sample(Double($0)) })
        #expect(events.count { if case .sky(let view) = $0 { view.used == 1 } else { false } } == 20)
    }

    /// Sentences on lines of their own, or with a report that hangs on them.
    @Test(arguments: [true, false]) func `A capture with sentences has their heading`(isWhole: Bool) throws {
        let text = (0..<3).map { second in
            let body = "GPHDT,\(second + 40).5,T"
            return isWhole
                ? Samples.tpv(second) + Samples.sentence(body) : "$" + body + Samples.tpv(second)
        }.joined()
        let events = try Samples.events(text.utf8)
        #expect(events.fixes.map(\.timestamp) == (0..<3).map { .sample(Double($0)) })
        let headings = events.compactMap { if case .heading(let heading) = $0 { heading.trueHeading } else { nil } }
        #expect(headings == [40.5, 41.5, 42.5])
    }

    @Test func `Sentences behind a banner of gpsd are sentences`() throws {
        #expect(try Samples.seconds(Samples.banner + Samples.nmea(0..<20)) == (0..<20).map(Double.init))
    }

    @Test func `Damaged lines of a track are counted, and what a newer version wrote is not`() throws {
        let location = #"{"type":"location","timestamp":"2026-11-21T06:00:00.000Z","latitude":47.5,"longitude":8.5}"#
        let file = try TemporaryFile(
            [
                #"{"type":"header","schema":1,"version":"1","receiver":"x"}"#, location, #"{"type":"loca"#,
                #"{"type":"location","latitude":47.5}"#, "", #"{"type":"newer","a":1}"#,
            ].joined(separator: "\n").utf8)
        var reader = try RecordingReader(path: file.path)
        var fixes = 0
        while let events = try reader.next() { fixes += events.fixes.count }
        #expect(fixes == 1 && reader.refused == "2 damaged lines")
    }

    @Test func `A track gives the fixes that its locations were`() throws {
        let text =
            #"{"type":"header","schema":1}"# + "\n" + Samples.line(0)
            + #"{"type":"pause","timestamp":"2026-11-21T06:00:01.000Z","cause":"stationary"}"# + "\n"
            + #"{"type":"gap","from":"2026-11-21T06:00:00.000Z","to":"2026-11-21T06:01:00.000Z","cause":"noFix"}"#
            + "\n"
            + #"{"type":"gap","from":"2026-11-21T06:00:00.000Z","to":"2026-11-21T06:01:00.000Z","cause":"silent"}"#
            + "\n"
            + Samples.line(60) + "torn {"
        let events = try Samples.events(text.utf8)
        let fixes = events.fixes
        #expect(fixes.map(\.timestamp) == [.sample(0), .sample(60)])
        #expect(fixes.map(\.mode) == [.fix3D, .fix3D])
        // Where they stood: behind what came before them.
        #expect(
            events.dropFirst().dropLast() == [
                .gap(Gap(from: .sample(0), to: .sample(60), cause: .noFix)),
                .gap(Gap(from: .sample(0), to: .sample(60), cause: .silent)),
            ])
        let fix = try #require(fixes.last)
        #expect(fix.isSimulated && fix.horizontalAccuracy == 3.2 && fix.altitude == 450.1 && fix.speed == 13.02)
        #expect(fix.speedAccuracy == 0.4 && fix.course == 12.3 && fix.satellitesUsed == 9 && fix.hdop == 0.9)
        #expect(fix.courseAccuracy == nil && fix.verticalAccuracy == nil && fix.ellipsoidalAltitude == nil)
    }

    @Test func `The kind is found by the contents and not by the name`() throws {
        let kinds = try [Samples.nmea(0..<3), Samples.banner + Samples.tpv(0), Samples.line(0)].map { text in
            let file = try TemporaryFile(text.utf8)
            let packed = try TemporaryFile(Samples.gzip(Array(text.utf8)))
            let reader = try RecordingReader(path: file.path)
            let unpacked = try RecordingReader(path: packed.path)
            return [reader.kind, unpacked.kind]
        }
        #expect(kinds == [[.nmea, .nmea], [.gpsd, .gpsd], [.track, .track]])
    }

    @Test(arguments: [true, false], [true, false])
    func `Text in UTF-16 is read`(isBig: Bool, hasMark: Bool) throws {
        // More than a chunk, and what is cut between the two bytes of a character.
        for text in [
            Samples.nmea(0..<900), (0..<900).map { Samples.tpv($0) }.joined(), (0..<900).map(Samples.line).joined(),
        ] {
            let bytes = ((hasMark ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
                let pair = [UInt8(unit & 255), UInt8(unit >> 8)]
                return isBig ? pair.reversed() : pair
            }
            let plain = try Samples.events(text.utf8)
            #expect(try Samples.events(bytes) == plain && Samples.events(Samples.gzip(bytes)) == plain)
        }
    }

    @Test func `Sentences that are all damaged are said to be`() throws {
        let file = try TemporaryFile(Samples.nmea(0..<9).replacing("*", with: "*F").utf8)
        var reader = try RecordingReader(path: file.path)
        while try reader.next() != nil {}
        #expect(reader.kind == .nmea && reader.withoutPosition?.contains("wrong checksum") == true)
    }

    @Test func `What is no recording is said`() {
        func words(_ text: String) -> String? {
            let error = #expect(throws: RecordingError.self) { try Samples.events(text.utf8) }
            return error?.description
        }
        #expect(words("")?.contains("is empty") == true)
        #expect(words("<?xml version='1.0'?><gpx/>")?.contains("locd track import") == true)
    }

    @Test func `A kind that is given is not doubted`() throws {
        let both = (0..<5).map { Samples.tpv($0) + Samples.epoch($0 + 100) }.joined()
        #expect(try Samples.seconds(both, kind: .nmea) == (100..<105).map(Double.init))
        #expect(try Samples.seconds(both, kind: .gpsd) == (0..<5).map(Double.init))
        #expect(try Samples.events("".utf8, kind: .track).isEmpty)
    }

    @Test(arguments: ["", "no recording\n", "{\"a\":1}\n", "$\n$,,\n$GP\n", "<gpx></gpx>", "\u{0}\u{1F}\u{FFFD}"])
    func `Unknown kinds are refused`(_ text: String) throws {
        #expect(throws: RecordingError.self) { try Samples.events(text.utf8) }
    }

    // MARK: - Dates

    @Test func `Fixes before the first date take the day nearest to it`() throws {
        #expect(
            try Samples.seconds(Samples.nmea(0..<5, hasDate: false) + Samples.nmea(5..<10)) == (0..<10).map(Double.init)
        )
        // Across midnight: 18 hours after six.
        let midnight = 18 * 3600
        let text = Samples.nmea(midnight - 5..<midnight + 5, hasDate: false) + Samples.nmea(midnight + 5..<midnight + 9)
        #expect(try Samples.seconds(text) == (midnight - 5..<midnight + 9).map(Double.init))
    }

    @Test func `Without any date one must be given`() throws {
        let text = Samples.nmea(0..<10, hasDate: false)
        let error = #expect(throws: RecordingError.self) { try Samples.events(text.utf8) }
        #expect(error?.code == .noDate && error?.description.contains("give the day") == true)
        let day = try #require(CivilDate(year: 2026, month: 11, day: 21))
        #expect(try Samples.seconds(text, date: day) == (0..<10).map(Double.init))
        let other = try #require(CivilDate(year: 2020, month: 2, day: 29))
        let fixes = try Samples.events(text.utf8, date: other).fixes
        #expect(fixes.first?.timestamp?.description == "2020-02-29T06:00:00.000Z")
    }

    @Test(arguments: [0, 1, 43_199, 43_200, 86_399])
    func `Every time of the given day lies on it`(_ secondOfDay: Int) throws {
        let text = Samples.nmea(secondOfDay - 21_600..<secondOfDay - 21_599, hasDate: false)
        let day = try #require(CivilDate(year: 2024, month: 2, day: 29))
        let fix = try #require(try Samples.events(text.utf8, date: day).fixes.first)
        #expect(fix.timestamp?.day == day && fix.timestamp?.millisecondsOfDay == Int64(secondOfDay) * 1000)
    }

    @Test func `A file with its own dates keeps them`() throws {
        let day = try #require(CivilDate(year: 2020, month: 1, day: 1))
        #expect(try Samples.seconds(Samples.nmea(0..<10), date: day) == (0..<10).map(Double.init))
        // Twenty years ago, and not moved by rounds of 1024 weeks.
        let old = Samples.sentence("GPRMC,120000,A,4730.0000,N,00830.0000,E,1.0,90.0,160906,,,A")
        #expect(try Samples.events(old.utf8).fixes.first?.timestamp?.description == "2006-09-16T12:00:00.000Z")
    }

    @Test func `A recording without any fix needs no date`() throws {
        let text = (10..<20).map { Samples.sentence("GPGGA,0600\($0),,,,,0,00,,,M,,M,,") }.joined()
        let fixes = try Samples.events(text.utf8).fixes
        #expect(fixes.count == 10 && fixes.allSatisfy { $0.mode == .none && $0.timestamp == nil })
    }

    // MARK: - gzip

    @Test func `A packed recording says the same`() throws {
        let text = Array(Samples.nmea(0..<3000).utf8)
        let plain = try Samples.events(text)
        #expect(try Samples.events(Samples.gzip(text)) == plain)
        // Several members make one stream, and what fills up a tape is nothing.
        let half = text.count / 2
        let members = Samples.gzip(text[..<half]) + Samples.gzip(text[half...]) + [UInt8](repeating: 0, count: 512)
        #expect(try Samples.events(members) == plain)
    }

    /// The fixes before the damage of a recording.
    private func fixes(beforeTheDamageOf bytes: some Sequence<UInt8>) throws -> [Fix] {
        let file = try TemporaryFile(bytes)
        var reader = try RecordingReader(path: file.path)
        var fixes: [Fix] = []
        let error = #expect(throws: RecordingError.self) {
            while let events = try reader.next() { fixes += events.fixes }
        }
        #expect(error?.code == .damaged)
        #expect(try reader.next() == nil)
        return fixes
    }

    @Test(arguments: [1, 9, 5000, 150_000])
    func `The content of a truncated file comes first`(_ missing: Int) throws {
        let text = Array(Samples.nmea(0..<3000).utf8)
        let fixes = try fixes(beforeTheDamageOf: Samples.gzip(text).dropLast(missing))
        #expect(fixes.count >= 3000 - missing / 100 - 1)
        #expect(fixes.map(\.timestamp) == (0..<fixes.count).map { Timestamp.sample(Double($0)) })
    }

    @Test func `A damaged file says so where the damage is`() throws {
        var packed = Samples.gzip(Array(Samples.nmea(0..<3000).utf8))
        // The length of the second block.
        packed[10 + 5 + 60_000 + 1] ^= 0xFF
        #expect(try (401..<600).contains(fixes(beforeTheDamageOf: packed).count))
    }

    // MARK: - Files

    @Test func `Missing files and folders are reported`() throws {
        let missing = #expect(throws: RecordingError.self) { _ = try RecordingReader(path: "/tmp/locd-no-such-file") }
        #expect(missing?.code == .missing && missing?.mayPass == true)
        let folder = #expect(throws: RecordingError.self) { _ = try RecordingReader(path: "/tmp") }
        #expect(folder?.code == .unreadable && folder?.mayPass == false)
        let device = #expect(throws: RecordingError.self) { _ = try RecordingReader(path: "/dev/null") }
        #expect(device?.code == .unreadable)
    }

    @Test func `Endless lines take no memory and hide nothing, and are counted`() throws {
        let long = String(repeating: "x", count: 300_000)
        func read(_ text: String) throws -> (seconds: [Timestamp?], refused: String) {
            let file = try TemporaryFile(text.utf8)
            var reader = try RecordingReader(path: file.path)
            var seconds: [Timestamp?] = []
            while let events = try reader.next() { seconds += events.fixes.map(\.timestamp) }
            return (seconds, reader.refused)
        }
        let text =
            Samples.line(0) + long + "\n" + Samples.line(1) + "{\"type\":\"" + long + "\"}\n" + Samples.line(2) + long
        let track = try read(text)
        #expect(track.seconds == [.sample(0), .sample(1), .sample(2)] && track.refused == "3 damaged lines")
        let capture = try read(Samples.tpv(0) + #"{"class":"TPV","x":""# + long + "\"}\n" + Samples.tpv(1))
        #expect(capture.seconds == [.sample(0), .sample(1)] && capture.refused == "1 line damaged or not of gpsd")
    }

    @Test func `A report that is no report is no fix`() throws {
        // A NUL, half a line, a wrong type behind a position.
        let broken = [
            #"{"class":"TPV","mode":3,"time":"2026-11-21T06:00:05.000Z","lat":1.0,"lon":1.0"# + "\u{0}}",
            #"{"class":"TPV","mode":3,"time":"2026-11-21T06:00:05.000Z","lat":1.0,"lon":1"#,
            #"{"class":"TPV","mode":3,"time":"2026-11-21T06:00:05.000Z","lat":1.0,"lon":1.0,"alt":[}"#,
        ]
        let text = (Samples.tpv(0) + broken.joined(separator: "\n") + "\n" + Samples.tpv(9))
        let fixes = try Samples.events(text.utf8).fixes
        #expect(fixes.filter { $0.coordinate != nil }.map(\.timestamp) == [.sample(0), .sample(9)])
    }
}
