import Interchange
import LocationModel
import LocdTestSupport
import Testing
import TrackTestSupport

@testable import Tracks

@Suite("Reading a track")
struct TrackRecordsTests {
    private let disk = SimulatedDisk()

    /// A day at 1 Hz in which time is set back four times, by seconds and by hours.
    private static let day: [TrackRecord] = {
        var generator = SeededGenerator(seed: 7)
        var time = moment("2026-11-21T00:00:00Z")
        var records: [TrackRecord] = [.header(WriterBench.header)]
        for index in 0..<20_000 {
            if index % 4000 == 3999 {
                let earlier = time.advanced(bySeconds: -Double([2, 1800, 7200, 30][index / 4000 % 4]))
                records.append(.event(.timeReset(TimeReset(timestamp: earlier, previous: time))))
                time = earlier
            }
            var location = Location(
                timestamp: time,
                coordinate: Coordinate(latitude: 47, longitude: Double(index) / 1e5))
            location.speed = Double.random(in: 0..<30, using: &generator)
            records.append(.event(.location(location)))
            time = time.advanced(bySeconds: 1)
        }
        // As they are written: what is read again is rounded.
        return written(records)
    }()

    private static func written(_ list: [TrackRecord]) -> [TrackRecord] { records(list.map(line).joined()) }

    private static let plain = Array(day.map(line).joined().utf8)
    private static let compressed = Result { try packed(plain) }

    private func read(_ names: [String], in interval: TrackInterval = .all) throws -> [TrackRecord] {
        var records = TrackRecords(files: names.map { "/tracks/" + $0 }, in: interval, fileSystem: disk)
        var read: [TrackRecord] = []
        while let record = try records.next() { read.append(record) }
        #expect(records.faultCount == 0)
        return read
    }

    /// As locd compresses.
    static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        let disk = SimulatedDisk()
        disk.put("2026-11-21.jsonl", bytes)
        let name = try #require(TrackFileName("2026-11-21.jsonl"))
        var job = try PackingJob(name, in: "/tracks", disk)
        while try !job.step() {}
        job.close()
        #expect(disk.bytes("2026-11-21.jsonl") == nil)
        return try #require(disk.bytes("2026-11-21.jsonl.gz"))
    }

    @Test(arguments: [
        ("2026-11-21T00:00:00Z", "2026-11-21T00:00:01Z"), ("2026-11-21T01:06:37Z", "2026-11-21T01:06:41Z"),
        ("2026-11-21T01:30:00Z", "2026-11-21T02:30:00Z"), ("2026-11-20T00:00:00Z", "2026-11-22T00:00:00Z"),
        ("2026-11-21T02:13:00Z", "2026-11-21T02:13:00.001Z"), ("2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"),
        ("2026-11-21T23:00:00Z", "2026-11-22T00:00:00Z"),
    ])
    func `Seeking finds exactly what reading everything finds`(from: String, to: String) throws {
        let interval = TrackInterval(from: moment(from), to: moment(to))
        let expected = Self.day.filter { $0.timestamp.map(interval.contains) ?? false }
        disk.put("a.jsonl", Self.plain)
        disk.put("b.jsonl.gz", try Self.compressed.get())
        #expect(try read(["a.jsonl"], in: interval) == expected)
        #expect(try read(["b.jsonl.gz"], in: interval) == expected)
    }

    @Test func `Seeking reads little`() throws {
        let interval = TrackInterval(from: moment("2026-11-21T00:10:00Z"), to: moment("2026-11-21T00:10:10Z"))
        for (name, bytes) in [("a.jsonl", Self.plain), ("b.gz", try Self.compressed.get())] {
            disk.put(name, bytes)
            var records = TrackRecords(files: ["/tracks/" + name], in: interval, fileSystem: disk)
            while try records.next() != nil {}
            // A member holds a tenth of this file; the resets leave runs of which the ends are read.
            #expect(records.openedBytes < Int64(bytes.count / 3), "\(name)")
            #expect(records.openedBytes > 0)
        }
    }

    /// A hostile file must not make a reader go back to the beginning of its line for each of them.
    @Test func `A line of many resets is searched once`() throws {
        let marks = 5000
        let text =
            line(.event(location("2026-11-21T06:00:00Z")))
            + "{\"a\":[" + Array(repeating: "\"timeReset\"", count: marks).joined(separator: ",") + "]}\n"
        disk.put("a.jsonl", text)
        let file = try OpenTrackFile(path: "/tracks/a.jsonl", fileSystem: disk)
        let before = disk.count(.read)
        let interval = TrackInterval(from: moment("2026-11-21T06:00:00Z"))
        #expect(try PlainTrackSearch(file: file).ranges(of: interval) == [0..<file.size])
        #expect(disk.count(.read) - before < 2 * marks)
    }

    @Test func `Compressed file unpacks to the same bytes and reads the same`() throws {
        disk.put("b.gz", try Self.packed(Self.plain))
        #expect(try read(["b.gz"]) == Self.day)
        let file = try OpenTrackFile(path: "/tracks/b.gz", fileSystem: disk)
        let index = try #require(try GzipTrackIndex(file))
        #expect(index.entries.count > 5)
        #expect(index.entries.reduce(0) { $0 + Int($1.member.plainSize) } == Self.plain.count)
        #expect(try unpacked("b.gz") == Self.plain)
    }

    @Test func `File that is compressed meanwhile is read all the same`() throws {
        let first = line(.event(location("2026-11-20T06:00:00Z")))
        disk.put("2026-11-20.jsonl", first)
        disk.put("2026-11-21.jsonl", Self.plain)
        let names = ["2026-11-20.jsonl", "2026-11-21.jsonl"]
        var records = TrackRecords(files: names.map { "/tracks/" + $0 }, fileSystem: disk)
        var read = [try #require(try records.next())]
        disk.delete("2026-11-21.jsonl")
        disk.put("2026-11-21.jsonl.gz", try Self.compressed.get())
        while let record = try records.next() { read.append(record) }
        #expect(read == [.event(location("2026-11-20T06:00:00Z"))] + Self.day)
    }

    @Test func `File that gzip itself made is read too`() throws {
        // One member with a name in its header, and zeros behind it: printf '…' | gzip -n, RFC 1952 by hand (stored
        // block).
        let text = Array((line(.header(WriterBench.header)) + line(.event(location("2026-11-21T06:00:00Z")))).utf8)
        disk.put("a.gz", Self.stored(text) + [UInt8](repeating: 0, count: 512))
        let all = try read(["a.gz"])
        #expect(all == [.header(WriterBench.header), .event(location("2026-11-21T06:00:00Z"))])
        let later = TrackInterval(from: moment("2026-11-21T06:00:01Z"))
        #expect(try read(["a.gz"], in: later) == [])
        #expect(try read(["a.gz"], in: TrackInterval(to: later.from)).count == 1)
    }

    /// A flipped bit in a member's first byte, lines that were appended as they are, a hole after a power cut.
    @Test func `What follows a member without being one is damage`() throws {
        let lines = Array((line(.header(WriterBench.header)) + line(.event(location("2026-11-21T06:00:00Z")))).utf8)
        let member = Self.stored(lines)
        let hole = [UInt8](repeating: 0, count: 100_000)
        let remains: [[UInt8]] = [[0x1E] + member[1...], [0x1F, 0x8A] + member[2...], lines, hole + member]
        for rest in remains {
            disk.put("a.gz", member + rest)
            for interval in [.all, TrackInterval(to: moment("2026-11-22T00:00:00Z"))] {
                let error = #expect(throws: TrackError.self) { try read(["a.gz"], in: interval) }
                #expect(error?.code == .damaged && error?.line == 2)
            }
        }
    }

    /// A gzip member that is not compressed.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
        }
        func little(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let length = UInt16(bytes.count)
        let header: [UInt8] = [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3] + Array("a.jsonl".utf8) + [0]
        let block: [UInt8] = [
            1, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8),
        ]
        return header + block + bytes + little(~crc) + little(UInt32(bytes.count))
    }

    private func unpacked(_ name: String) throws -> [UInt8] {
        var source = try TrackPart.Source(path: "/tracks/" + name, fileSystem: disk).beginning()
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1000)
        while true {
            let count = try part.withUnsafeMutableBufferPointer { try source.read(into: $0) }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
    }

    @Test func `Every cut of a compressed file is damage and gives what stands before`() throws {
        let bytes = try Self.packed(Array(Self.plain.prefix(3000)))
        for length in stride(from: 2, to: bytes.count, by: 7) {
            disk.put("a.gz", Array(bytes.prefix(length)))
            let error = #expect(throws: TrackError.self) { try read(["a.gz"]) }
            #expect(error?.code == .damaged)
            #expect(error?.path == "/tracks/a.gz")
            // Behind the last line that was whole.
            let whole = GzipReader.contents(of: Array(bytes.prefix(length)), limit: 1 << 20).bytes
            #expect(error?.line == whole.count { $0 == UInt8(ascii: "\n") })
        }
    }

    @Test func `Each damaged file is known, and the first is thrown once`() throws {
        let bytes = try Self.packed(Array(Self.plain.prefix(3000)))
        let names = (10..<35).map { "/tracks/\($0).gz" }
        for name in names { disk.put(String(name.dropFirst("/tracks/".count)), Array(bytes.dropLast(20))) }
        var records = TrackRecords(files: names, fileSystem: disk)
        let error = #expect(throws: TrackError.self) { while try records.next() != nil {} }
        #expect(error?.path == names.first)
        #expect(try records.next() == nil)
        #expect(records.errors.map(\.path) == Array(names.prefix(20)) && records.errorCount == 25)
    }

    @Test func `Every changed byte of a compressed file ends in an answer`() throws {
        let bytes = try Self.packed(Array(Self.plain.prefix(3000)))
        var generator = SeededGenerator(seed: 3)
        let interval = TrackInterval(from: moment("2026-11-21T00:00:03Z"), to: moment("2026-11-21T00:00:05Z"))
        for index in bytes.indices {
            var changed = bytes
            changed[index] = UInt8.random(in: 0...255, using: &generator)
            disk.put("a.gz", changed)
            for interval in [.all, interval] {
                var records = TrackRecords(files: ["/tracks/a.gz"], in: interval, fileSystem: disk)
                while let record = try? records.next() { _ = record }
            }
        }
    }

    @Test func `Unreadable files are reported`() throws {
        disk.put("z.jsonl.zst", [0x28, 0xB5, 0x2F, 0xFD, 0, 0])
        #expect(throws: TrackError(.unsupported, path: "/tracks/z.jsonl.zst")) { try read(["z.jsonl.zst"]) }
        let later = line(.header(TrackHeader(schema: 2, version: "9", receiver: nil)))
        disk.put("later.jsonl", later + line(.event(location("2026-11-21T06:00:00Z"))))
        #expect(throws: TrackError(.unsupported, path: "/tracks/later.jsonl")) { try read(["later.jsonl"]) }
        let interval = TrackInterval(from: moment("2026-11-21T06:00:00Z"))
        #expect(throws: TrackError(.unsupported, path: "/tracks/later.jsonl")) {
            try read(["later.jsonl"], in: interval)
        }
        #expect(throws: TrackError.self) { try read(["none.jsonl"]) }
    }

    /// A card that decays, a copy that was cut, a folder or a file of a later version among the days.
    @Test(arguments: [[0x1F, 0x8B, 8, 0], [0x28, 0xB5, 0x2F, 0xFD, 0, 0], nil] as [[UInt8]?])
    func `An unreadable file costs only itself`(bytes: [UInt8]?) throws {
        func day(_ day: Int) -> String {
            let header = TrackHeader(version: "1", receiver: "gpsd://localhost:2947", run: "a")
            return line(.header(header)) + line(.event(location("2026-11-\(day)T06:00:00Z")))
        }
        disk.put("1.jsonl", day(20))
        if let bytes { disk.put("2.jsonl", bytes) }
        disk.put("3.jsonl", day(22))
        var records = TrackRecords(
            files: ["/tracks/1.jsonl", "/tracks/2.jsonl", "/tracks/3.jsonl"], fileSystem: disk)
        var pieces: [Int] = []
        let error = #expect(throws: TrackError.self) {
            while try records.next() != nil { pieces.append(records.piece.number) }
        }
        #expect(error?.path.hasPrefix("/tracks/2.jsonl") == true)
        // No line leads over what is lost, though one run wrote both.
        #expect(pieces == [1, 1, 2, 2])
        let rest = try records.next()
        #expect(rest == nil)
    }

    /// locd was started again while it wrote the file, perhaps by a later version.
    @Test(arguments: [false, true]) func `A range belongs to the latest header before it`(isCompressed: Bool) throws {
        func text(_ schema: Int) -> String {
            [("a", 1, "2026-11-21T06:00:00Z"), ("b", schema, "2026-11-21T09:00:00Z")].map { run, schema, start in
                let header = TrackHeader(schema: schema, version: "1", receiver: "gpsd://localhost:2947", run: run)
                return line(.header(header)) + locations(4000, from: start).map { line(.event($0)) }.joined()
            }.joined()
        }
        func records(_ schema: Int, from text: String) -> TrackRecords {
            let interval = TrackInterval(from: moment(text), to: moment(text).advanced(bySeconds: 60))
            return TrackRecords(files: ["/tracks/\(schema)"], in: interval, fileSystem: disk)
        }
        for schema in [1, 2] {
            let bytes = Array(text(schema).utf8)
            disk.put("\(schema)", isCompressed ? try Self.packed(bytes) : bytes)
            var first = records(schema, from: "2026-11-21T06:30:00Z")
            let found = try first.next()?.timestamp
            #expect(found == moment("2026-11-21T06:30:00Z"))
            #expect(first.piece.header?.run == "a" && first.piece.number == 1)
        }
        var second = records(1, from: "2026-11-21T10:00:00Z")
        let found = try second.next()?.timestamp
        #expect(found == moment("2026-11-21T10:00:00Z"))
        #expect(second.piece.header?.run == "b" && second.piece.number == 1)
        #expect(throws: TrackError(.unsupported, path: "/tracks/2")) {
            var later = records(2, from: "2026-11-21T10:00:00Z")
            _ = try later.next()
        }
    }

    @Test func `Malformed lines are reported with their numbers and reading goes on`() throws {
        let good = line(.event(location("2026-11-21T06:00:00Z")))
        let wrong =
            "{\"type\":\"location\",\"timestamp\":\"2026-11-21T06:00:00Z\",\"latitude\":\"x\",\"longitude\":8}\r\n"
        disk.put("a.jsonl", good + "nonsense\n" + wrong + good.dropLast() + "\r\n" + good.dropLast(20))
        var records = TrackRecords(files: ["/tracks/a.jsonl"], fileSystem: disk)
        var count = 0
        while try records.next() != nil { count += 1 }
        #expect(count == 2)
        #expect(records.tornCount == 1)
        #expect(
            records.faults.map(\.description) == [
                "/tracks/a.jsonl:2: The line is not a complete JSON object.",
                "/tracks/a.jsonl:3: The value of \"latitude\" has the wrong type or is out of range.",
            ])
    }

    @Test func `Binary file has faults and no record`() throws {
        var generator = SeededGenerator(seed: 1)
        disk.put("a.jsonl", (0..<200_000).map { _ in UInt8.random(in: 0...255, using: &generator) })
        var records = TrackRecords(files: ["/tracks/a.jsonl"], fileSystem: disk)
        while try records.next() != nil { Issue.record("a record in noise") }
        #expect(records.faultCount > 100)
        #expect(records.faults.count == 20)
    }
}
