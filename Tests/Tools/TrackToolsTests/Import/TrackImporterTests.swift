import FoundationEssentials
import LocationModel
import LocdTestSupport
import SystemSupport
import Testing
import TrackTestSupport
import Tracks

@testable import TrackTools

@Suite("Import")
struct TrackImporterTests {
    private let directory = TemporaryDirectory()

    private func file(_ text: String, _ name: String = "input") throws -> String {
        let path = directory.path + "/" + name
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func gpx(_ times: [[String]]) -> String {
        let segments = times.map { segment in
            "<trkseg>" + segment.map { "<trkpt lat='47.5' lon='8.5'><time>\($0)</time></trkpt>" }.joined() + "</trkseg>"
        }
        return "<gpx xmlns='http://www.topografix.com/GPX/1/1'><trk>\(segments.joined())</trk></gpx>"
    }

    private func importer(allowsOverlap: Bool = false) -> TrackImporter {
        TrackImporter(directory: directory.path, header: .sample, allowsOverlap: allowsOverlap)
    }

    @Test func `Segments become days and gaps in the order of their times`() throws {
        let text = gpx([
            ["2026-11-22T00:00:10Z", "2026-11-22T00:00:11Z"], ["2026-11-21T23:59:58Z", "2026-11-21T23:59:59Z"],
            ["2026-11-22T00:00:20Z", "2026-11-22T00:00:21Z"],
        ])
        let track = try ImportedFile.read(try file(text))
        #expect(track.locationCount == 6)
        let names = try importer().write(track)
        #expect(names.map(\.description) == ["2026-11-21.jsonl", "2026-11-22.jsonl"])
        let first = records(try directory.text("2026-11-21.jsonl"))
        #expect(first.count == 3)
        let second = records(try directory.text("2026-11-22.jsonl"))
        #expect(second.first == .header(.sample))
        let gap = Gap(from: moment("2026-11-21T23:59:59Z"), to: moment("2026-11-22T00:00:10Z"), cause: .endOfRecording)
        #expect(second[1] == .event(.gap(gap)))
    }

    @Test func `Two imports at once are one after the other`() throws {
        let track = try ImportedFile.read(try file(gpx([["2026-11-22T00:00:10Z", "2026-11-22T00:00:11Z"]])))
        let fileSystem = SystemFileSystem()
        let other = try fileSystem.openForReading(directory.path)
        #expect(try fileSystem.lock(other))
        let error = #expect(throws: ImportError.self) { try importer().write(track) }
        #expect(error?.code == .cannotWrite && error?.message.contains("another import") == true)
        fileSystem.close(other)
        #expect(try importer().write(track).count == 1)
        #expect(throws: ImportError.self) { try importer().write(track) }
    }

    /// Also those of the same second.
    @Test func `Newest first and stray points are sorted within their segment`() throws {
        let times = (0..<30).map { "2026-11-21T06:00:\($0 / 2 + 10)Z" }
        let forward = try ImportedFile.read(try file(located(times)))
        let backward = try ImportedFile.read(try file(located(times, order: Array((0..<30).reversed()))))
        #expect(backward.events == forward.events)
        var order = Array(0..<30)
        order.insert(order.remove(at: 9), at: 20)
        let stray = try ImportedFile.read(try file(located(times, order: order)))
        #expect(stray.events == forward.events)
        #expect(forward.notes.isEmpty)
        #expect(stray.notes.first?.contains("not in the order of their times") == true)
    }

    private func located(_ times: [String], order: [Int]? = nil) -> String {
        let points = (order ?? Array(times.indices)).map { index in
            "<trkpt lat='47.\(index + 100)' lon='8'><time>\(times[index])</time></trkpt>"
        }
        return "<gpx><trk><trkseg>\(points.joined(separator: "\n"))</trkseg></trk></gpx>"
    }

    @Test func `Every point that is read is imported or counted by reason`() throws {
        let good = "<trkpt lat='1' lon='2'><time>2026-11-21T06:00:00Z</time></trkpt>"
        let bad = [
            "<trkpt lat='91' lon='2'/>", "<trkpt lat='1' lon='2'/>", "<trkpt lat='1' lon='2'><time>x</time></trkpt>",
            "<trkpt lat='0' lon='0'><time>2026-11-21T06:00:00Z</time></trkpt>",
            "<trkpt lat='1' lon='2'><time>2035-01-01T00:00:00Z</time></trkpt>",
            "<trkpt lat='1' lon='2'><time>1979-12-31T00:00:00Z</time></trkpt>",
        ]
        let text = "<gpx><wpt lat='1' lon='2'/><trk><trkseg>\(good)\(bad.joined(separator: "\n"))</trkseg></trk></gpx>"
        let track = try ImportedFile.read(try file(text), latest: moment("2027-01-01T00:00:00Z"))
        #expect(track.locationCount == 1)
        #expect(track.rejected == [.invalidCoordinate: 1, .noTime: 4, .nullIsland: 1])
        #expect(track.reasons == "1 invalidCoordinate, 4 noTime, 1 nullIsland")
        #expect(track.notes.count == 4)
        #expect(track.notes.contains(#"line 5: <time> is impossible: "2035-01-01T00:00:00Z" (2 times)"#))
    }

    @Test func `Fixes of sentences from the future are left out`() throws {
        let text = "$GPRMC,100000,A,4730.0,N,00830.0,E,1.0,0.0,010135,,,A*7D\r\n"
        let error = #expect(throws: ImportError.self) {
            try ImportedFile.read(try file(text), latest: moment("2027-01-01T00:00:00Z"))
        }
        #expect(error?.description.contains("1 noTime") == true, "\(error.debugDescription)")
    }

    @Test(arguments: [0, 40, 200])
    func `Truncated gzip file gives what is whole in it`(missing: Int) throws {
        // A stored block of RFC 1951; the checksum behind it is missing, and the end of the text.
        let text = Array(gpx([["2026-11-21T06:00:00Z", "2026-11-21T06:00:10Z"]]).utf8)
        let size = [UInt8(text.count & 0xFF), UInt8(text.count >> 8)]
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1]
        packed += size
        packed += size.map { ~$0 }
        packed += text.dropLast(missing)
        let path = directory.path + "/input"
        try Data(packed).write(to: URL(filePath: path))
        guard missing < 200 else {
            let error = #expect(throws: ImportError.self) { try ImportedFile.read(path) }
            #expect(error?.message.contains("damaged or truncated") == true, "\(error.debugDescription)")
            return
        }
        let track = try ImportedFile.read(path)
        #expect(track.locationCount == (missing == 0 ? 2 : 1))
        #expect(track.notes.last?.contains("damaged or truncated") == true)
    }

    @Test(arguments: [true, false])
    func `Sentences in UTF-16 are read`(isBig: Bool) throws {
        let text = "\u{FEFF}$GPRMC,100000,A,4730.0,N,00830.0,E,1.0,0.0,211126,,,A*7C\r\n"
        let path = directory.path + "/input"
        try text.write(toFile: path, atomically: true, encoding: isBig ? .utf16BigEndian : .utf16LittleEndian)
        #expect(try ImportedFile.read(path).locationCount == 1)
    }

    /// As an adapter sends when it is opened.
    @Test(arguments: [[0], [0xFF, 0xFE]] as [[UInt8]])
    func `Sentences behind other bytes are not UTF-16`(bytes: [UInt8]) throws {
        let text = "$GPRMC,100000,A,4730.0,N,00830.0,E,1.0,0.0,211126,,,A*7C\r\n"
        let path = directory.path + "/input"
        try Data(bytes + Array(text.utf8)).write(to: URL(filePath: path))
        #expect(try ImportedFile.read(path).locationCount == 1)
    }

    @Test func `Places and plans are no track`() throws {
        let point = "lat='1' lon='2'><time>2026-11-21T06:00:00Z</time>"
        let two = "<rte><rtept \(point)</rtept><rtept \(point)</rtept></rte>"
        for (text, words) in [("<wpt \(point)</wpt>", "1 waypoint,"), (two, "2 route points,")] {
            let error = #expect(throws: ImportError.self) { try ImportedFile.read(try file("<gpx>\(text)</gpx>")) }
            #expect(error?.code == .malformed)
            #expect(error?.description.contains("nothing to import: \(words) but no track") == true)
        }
    }

    @Test func `Segments of two devices are said`() throws {
        let times = ["2026-11-21T06:00:00Z", "2026-11-21T06:00:10Z", "2026-11-21T06:00:20Z"]
        let text = gpx([[times[0], times[2]], [times[1], times[2]]])
        #expect(try ImportedFile.read(try file(text)).notes.contains { $0.contains("two devices") })
    }

    @Test func `Segments that repeat others are left out`() throws {
        let times = (0..<4).map { "2026-11-21T06:00:0\($0)Z" }
        let whole = try ImportedFile.read(try file(gpx([times])))
        let track = try ImportedFile.read(try file(gpx([Array(times[..<2]), times, times, Array(times[1...2])])))
        #expect(track.events == whole.events)
        #expect(track.rejected == [.duplicate: 8] && track.notes == ["3 segments repeat others"])
    }

    @Test func `Times of a day decrease only after a time reset`() throws {
        let text = gpx([
            ["2026-11-21T23:50:00Z", "2026-11-22T00:10:00Z"], ["2026-11-21T23:55:00Z", "2026-11-22T00:05:00Z"],
        ])
        let names = try importer().write(try ImportedFile.read(try file(text)))
        #expect(names.map(\.description) == ["2026-11-21.jsonl", "2026-11-22.jsonl"])
        for name in names {
            var last: Timestamp?
            var mayDecrease = false
            var locations = 0
            for event in events(try directory.text(name.description)) {
                if case .location = event { locations += 1 }
                if case .timeReset = event {
                    mayDecrease = true
                } else if let time = event.timestamp {
                    #expect(mayDecrease || time >= last ?? time, "\(name): \(time)")
                    mayDecrease = false
                }
                last = event.timestamp ?? last
            }
            #expect(locations == 2)
        }
        let reset = TimeReset(timestamp: moment("2026-11-22T00:05:00Z"), previous: moment("2026-11-22T00:10:00Z"))
        #expect(events(try directory.text("2026-11-22.jsonl")).contains(.timeReset(reset)))
        // Whoever seeks finds both passes over the same minutes.
        var found = TrackRecords(
            files: [directory.path + "/2026-11-22.jsonl"],
            in: TrackInterval(from: moment("2026-11-22T00:04:00Z"), to: moment("2026-11-22T00:06:00Z")))
        var hits = 0
        while let record = try found.next() { if case .event(.location) = record { hits += 1 } }
        #expect(hits == 1)
    }

    @Test func `Overlap is found in a track that is never rotated whatever was imported since`() throws {
        let ours = locations(3, from: "2026-03-10T06:00:00Z") + locations(3, from: "2026-11-21T06:00:00Z")
        try ours.map { line(.event($0)) }.joined()
            .write(toFile: directory.path + "/2026-03-10.jsonl", atomically: true, encoding: .utf8)
        let holiday = try ImportedFile.read(try file(gpx([["2026-06-01T08:00:00Z"]])))
        #expect(try importer().write(holiday).map(\.description) == ["2026-06-01.jsonl"])
        let again = try ImportedFile.read(try file(gpx([["2026-11-21T06:00:01Z"]])))
        let error = #expect(throws: ImportError.self) { try importer().write(again) }
        #expect(error?.code == .overlaps)
    }

    @Test func `Nothing that is there is touched and nothing is imported twice`() throws {
        let ours = line(.event(location("2026-11-21T06:00:00Z")))
        try ours.write(toFile: directory.path + "/2026-11-21.jsonl", atomically: true, encoding: .utf8)
        let track = try ImportedFile.read(try file(gpx([["2026-11-21T08:00:00Z", "2026-11-21T08:00:01Z"]])))
        #expect(try importer().write(track).map(\.description) == ["2026-11-21.1.jsonl"])
        #expect(try directory.text("2026-11-21.jsonl") == ours)
        let error = #expect(throws: ImportError.self) { try importer().write(track) }
        #expect(error?.code == .overlaps)
        #expect(try directory.names == ["2026-11-21.1.jsonl", "2026-11-21.jsonl", "input"])
        #expect(try importer(allowsOverlap: true).write(track).map(\.description) == ["2026-11-21.2.jsonl"])
    }

    /// The way to work and back, and another track of the noon between: in either order.
    @Test(arguments: [false, true])
    func `What lies between two segments does not overlap`(isReversed: Bool) throws {
        let way = try ImportedFile.read(
            try file(
                gpx([
                    ["2026-11-21T06:00:00Z", "2026-11-21T06:10:00Z"], ["2026-11-21T16:00:00Z", "2026-11-21T16:10:00Z"],
                ])))
        let noon = try ImportedFile.read(try file(gpx([["2026-11-21T11:00:00Z", "2026-11-21T11:10:00Z"]])))
        for track in isReversed ? [noon, way] : [way, noon] { _ = try importer().write(track) }
        // Within a segment it does, whatever the interval of the points.
        for time in ["2026-11-21T06:05:00Z", "2026-11-21T16:10:00Z"] {
            let part = try ImportedFile.read(try file(gpx([["2026-11-21T05:00:00Z", time]])))
            #expect(throws: ImportError.self) { try importer().write(part) }
        }
        let around = try ImportedFile.read(try file(gpx([["2026-11-21T10:00:00Z", "2026-11-21T12:00:00Z"]])))
        #expect(throws: ImportError.self) { try importer().write(around) }
    }

    @Test func `Points without times are counted or refused`() throws {
        let point = "<trkpt lat='1' lon='2'/>"
        let timed = "<trkpt lat='1' lon='2'><time>2026-11-21T06:00:00Z</time></trkpt>"
        let track = try ImportedFile.read(try file("<gpx><trk><trkseg>\(point)\(timed)\(point)</trkseg></trk></gpx>"))
        #expect(track.locationCount == 1)
        #expect(track.rejected == [.noTime: 2])
        let error = #expect(throws: ImportError.self) {
            try ImportedFile.read(try file("<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>"))
        }
        #expect(error?.code == .malformed)
    }

    @Test(arguments: [
        ("", "input is empty"), ("hello\n", "input:1: is neither GPX nor NMEA 0183"),
        ("PK\u{3}\u{4}\u{14}\u{0}", "input is a ZIP archive; unpack it first"),
        ("{\"type\":\"header\",\"schema\":1}\n", "input is a track of locd: name it to the other verbs"),
        ("<gpx>\n<wpt lat='91' lon='1'/></gpx>", "input:2: no point is usable: <wpt> needs lat"),
        ("<gpx>", "input:1: no point is usable"),
        ("<kml/>", "input:1: begins with"), ("\u{0}\u{1}\u{2}", "input:1: is neither"),
        ("$GPGGA,120000,4730.0,N,00830.0,E,1,04,1.0,1,M,1,M,,*7F\r\n", "--date"),
        ("$WIMWV,200.0,R,12.0,N,A*12\r\n", "data, but no position: 1 without a position"),
        ("!AIVDM,1,1,,1,,0*56\r\n$GPRMC,1,A*00\r\n", "1 of AIS, 1 refused with a wrong checksum"),
    ])
    func `Malformed files are refused with the line`(text: String, words: String) throws {
        let path = try file(text)
        let error = #expect(throws: ImportError.self) { try ImportedFile.read(path) }
        #expect(error?.code == .malformed)
        #expect(error?.description.contains(words) == true, "\(error.debugDescription)")
        #expect(try directory.names == ["input"])
    }

    /// What cannot be read by anybody overlaps with nothing.
    @Test func `A damaged day prevents no import`() throws {
        try directory.file("2026-11-20.jsonl.gz", [0x1F, 0x8B, 8, 0])
        let times = ["2026-11-21T06:00:00Z", "2026-11-21T06:00:10Z"]
        let track = try ImportedFile.read(try file(gpx([times])))
        #expect(try importer().write(track).map(\.description) == ["2026-11-21.jsonl"])
        #expect(throws: ImportError.self) { try importer().write(track) }
    }

    @Test func `Missing file is no input`() {
        let error = #expect(throws: ImportError.self) { try ImportedFile.read(directory.path + "/none") }
        #expect(error?.code == .noInput)
        let folder = #expect(throws: ImportError.self) { try ImportedFile.read(directory.path) }
        #expect(folder?.code == .noInput)
    }
}
