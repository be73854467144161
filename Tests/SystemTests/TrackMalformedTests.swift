import Foundation
import LocdTestSupport
import Testing

/// What `locd track` makes of files that are broken, or no tracks at all.
@Suite("Tracks, malformed", .serialized)
struct TrackMalformedTests {
    /// A file, how its export and its import end, and what they say: where it is wrong.
    struct Input: Sendable, CustomTestStringConvertible {
        let name: String
        let data: Data
        let exported: Int32
        let words: String
        var imported: Int32 = 65
        var importWords = ""
        var testDescription: String { name }
    }

    private let folder = TemporaryDirectory()
    private var directory: String { folder.path }

    private static let good =
        "{\"type\":\"location\",\"timestamp\":\"2026-11-21T06:00:00.000Z\",\"latitude\":47.5,\"longitude\":8.5}\n"

    /// Stored, not compressed: what is at which byte is known. RFC 1951 and 1952.
    private static func gzip(_ text: String, checksum: UInt32) -> Data {
        let bytes = Array(text.utf8)
        let length = UInt16(bytes.count)
        var data = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1])
        for value in [length, ~length] { withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) } }
        data.append(contentsOf: bytes)
        for value in [checksum, UInt32(bytes.count)] {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        return data
    }

    private static func text(_ text: String) -> Data { Data(text.utf8) }

    private static let inputs = [
        Input(
            name: "binary", data: Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) }), exported: 65,
            words: "binary:1: ", importWords: "binary:1: "),
        Input(
            name: "kind", data: text(good + good.replacing("47.5", with: "\"x\"")), exported: 65,
            words: "kind:2: The value of \"latitude\""),
        Input(
            name: "range", data: text(good + good + good.replacing("47.5", with: "97.5")), exported: 65,
            words: "range:3: The value of \"latitude\""),
        Input(
            name: "untimed", data: text(good + "{\"type\":\"location\",\"latitude\":47.5,\"longitude\":8.5}\n"),
            exported: 65, words: "untimed:2: The object has no \"timestamp\""),
        Input(
            name: "truncated.gz", data: gzip(good + good, checksum: 0).dropLast(60), exported: 65,
            words: "truncated.gz is damaged or truncated after line 1"),
        Input(
            name: "checksum.gz", data: gzip(good + good, checksum: 1), exported: 65,
            words: "checksum.gz is damaged or truncated after line 2"),
        Input(
            name: "later.zst", data: Data([0x28, 0xB5, 0x2F, 0xFD, 0, 0]), exported: 65,
            words: "later.zst has a format that"),
        Input(
            name: "schema", data: text("{\"type\":\"header\",\"schema\":2}\n" + good), exported: 65,
            words: "schema has a format that"),
        Input(
            name: "long", data: text(good + String(repeating: "x", count: 10 << 20) + "\n" + good), exported: 65,
            words: "long:2: The line is longer than"),
        Input(
            name: "deep", data: text(good + String(repeating: "[", count: 200_000) + "\n"), exported: 65,
            words: "deep:2: "),
        Input(
            name: "zeros", data: text(good) + Data(count: 4096) + text("\n" + good), exported: 65, words: "zeros:2: "),
        Input(
            name: "utf16", data: Data([0xFF, 0xFE]) + Data(good.utf8.flatMap { [$0, 0] }), exported: 65,
            words: "utf16:1: ", importWords: "utf16:1: "),
        Input(name: "empty", data: Data(), exported: 66, words: "no location"),
        Input(
            name: "broken.gpx", data: text("<gpx version=\"1.1\">\n<trk>\n<trkseg></trk>\n"), exported: 65,
            words: "broken.gpx:1: ", importWords: "broken.gpx:3: no point is usable"),
        Input(
            name: "range.gpx",
            data: text("<gpx version=\"1.1\"><trk><trkseg>\n<trkpt lat=\"97\" lon=\"8\"/></trkseg></trk></gpx>\n"),
            exported: 65, words: "range.gpx:1: ", importWords: "range.gpx:2: no point is usable: <trkpt> needs lat"),
        Input(
            name: "page.html", data: text("<html><body>\nNot found</body></html>\n"), exported: 65,
            words: "page.html:1: ", importWords: "page.html:1: begins with \"html\""),
        Input(
            name: "dayless.nmea",
            data: text("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"), exported: 65,
            words: "dayless.nmea:1: ", importWords: "give the day with --date"),
        Input(name: "crlf", data: text(good.replacing("\n", with: "\r\n")), exported: 0, words: ""),
        Input(name: "endless", data: text(good + String(good.dropLast())), exported: 0, words: ""),
    ]

    @Test(arguments: inputs)
    func `What is malformed ends with 65 or 66 and says where, and nothing that is there changes`(input: Input)
        async throws
    {
        let tracks = "\(directory)/tracks"
        try FileManager.default.createDirectory(atPath: tracks, withIntermediateDirectories: true)
        let path = try folder.file(input.name, Array(input.data))
        let output = try folder.file("out.gpx", Array("before".utf8))

        let exported = try await Program.run(Program.locd, ["track", "export", path, "-o", output])
        #expect(exported.code == input.exported)
        #expect(input.words.isEmpty || exported.words.contains(input.words), "\(exported.words.prefix(500))")
        let after = try String(contentsOfFile: output, encoding: .utf8)
        #expect((after == "before") == (input.exported != 0))

        let imported = try await Program.run(Program.locd, ["track", "import", "--directory", tracks, path])
        #expect(imported.code == input.imported)
        #expect(
            input.importWords.isEmpty || imported.words.contains(input.importWords), "\(imported.words.prefix(500))")
        #expect(imported.words.contains(input.name))
        #expect(try FileManager.default.contentsOfDirectory(atPath: tracks) == [])
        #expect(try Set(folder.names) == [input.name, "out.gpx", "tracks"])
        #expect(try Data(contentsOf: URL(filePath: path)) == input.data)
    }

    @Test(arguments: ["cat /dev/zero", "yes '$GPRMC,,V,,,,,,,,,,N*53'", "yes '<trkpt lat=\"1\" lon=\"2\"/>'"])
    func `A gzip file that is made to fill the memory is not unpacked`(source: String) async throws {
        let imported = try await Program.run(
            "/bin/sh",
            [
                "-c",
                "\(source) | head -c 50000000 | gzip -1 >\"$1/b.gz\"; exec \"$2\" track import --directory \"$1\" \"$1/b.gz\"",
                "sh", directory, Program.locd,
            ])
        #expect(
            imported.code == 65 && imported.words.contains("100 times the bytes of its gzip file"),
            "\(imported.words)")
    }

    @Test(arguments: [
        ["show"], ["filter"], ["stats"], ["accuracy"], ["list", "--trips"], ["show", "--trip", "1"],
        ["export", "--format", "gpx"], ["export", "--format", "csv"], ["export", "--format", "geojson"],
    ])
    func `What is good around a malformed line is told to its end before the verb ends with 65`(verb: [String])
        async throws
    {
        let path = "\(directory)/2026-11-21.jsonl"
        // 900 s at 11 m/s, northwards.
        var lines = (0..<900).map { second in
            let (minutes, seconds) = (second / 60, second % 60)
            let time = "2026-11-21T06:\(minutes < 10 ? "0" : "")\(minutes):\(seconds < 10 ? "0" : "")\(seconds).000Z"
            return "{\"type\":\"location\",\"timestamp\":\"\(time)\",\"latitude\":\(47.5 + Double(second) / 10_000),"
                + "\"longitude\":8.5,\"horizontalAccuracy\":3.0,\"speed\":11.0}"
        }
        lines.insert("{\"type\":\"loc", at: 700)
        try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)

        let delivered = try await Program.run(Program.locd, ["track"] + verb + [path])
        #expect(delivered.code == 65)
        #expect(delivered.words.contains("2026-11-21.jsonl:701: "))
        let all = try await Program.run(Program.locd, ["track"] + verb + ["--skip-malformed", path])
        #expect(all.code == 0)
        #expect(!all.output.isEmpty)
        #expect(delivered.output == all.output)
    }

    @Test(arguments: ["show", "stats"])
    func `Each damaged file is named`(verb: String) async throws {
        let paths = try (1...22).map { try folder.file("\(10 + $0).gz", Array(Self.gzip(Self.good, checksum: 1))) }
        let delivered = try await Program.run(Program.locd, ["track", verb] + paths)
        #expect(delivered.code == 65)
        #expect(paths.filter { delivered.words.contains($0) } == Array(paths.prefix(20)))
        #expect(delivered.words.contains("2 more files"))
    }

    @Test(arguments: ["show", "filter"])
    func `What stands before the damage of a compressed file is told`(verb: String) async throws {
        let path = try folder.file("damaged.gz", Array(Self.gzip(Self.good + Self.good, checksum: 1)))
        let delivered = try await Program.run(Program.locd, ["track", verb, path])
        #expect(delivered.code == 65)
        #expect(delivered.words.contains("damaged or truncated after line 2"))
        #expect(delivered.output.split(separator: "\n").count == 2)
    }

    @Test(arguments: ["2026-11-20.jsonl.gz", "2026-11-21.1.jsonl"])
    func `A damaged day, and a folder with the name of one, cost no other day`(name: String) async throws {
        let lines = (0..<300).map { second in
            let time = "2026-11-21T12:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60).000Z"
            return "{\"type\":\"location\",\"timestamp\":\"\(time)\",\"latitude\":\(47.5 + Double(second) / 10_000),"
                + "\"longitude\":8.5,\"speed\":11.1}\n"
        }
        try folder.file("2026-11-21.2.jsonl", Array(lines.joined().utf8))
        if name.hasSuffix(".gz") {
            try folder.file(name, [0x1F, 0x8B, 8, 0])
        } else {
            try FileManager.default.createDirectory(atPath: "\(directory)/\(name)", withIntermediateDirectories: true)
        }
        for verb in [
            ["today", "2026-11-21"], ["track", "stats", "--day", "2026-11-21"], ["track", "list", "--trips"],
        ] {
            let answer = try await Program.run(Program.locd, verb + ["--directory", directory])
            #expect(answer.code == (name.hasSuffix(".gz") ? 65 : 66), "\(verb)")
            #expect(answer.output.contains("3.3"), "\(verb): \(answer.output)")
            #expect(answer.words.contains(name))
        }
    }

    @Test func `What is not there, and what is no file, ends with 66`() async throws {
        for path in [directory, "\(directory)/missing"] {
            for verb in [
                ["show", path], ["export", path, "--format", "gpx"], ["import", "--directory", directory, path],
            ] {
                let answer = try await Program.run(Program.locd, ["track"] + verb)
                #expect(answer.code == 66, "\(verb)")
                #expect(answer.words.contains(path))
            }
        }
    }

    @Test func `A torn end is cut off and kept, and what is no track is left alone`() async throws {
        try folder.file("2026-11-20.jsonl", Array((Self.good + "{\"type\":\"loc").utf8))
        try folder.file("2026-11-21.jsonl", Array(Self.good.utf8))
        let answer = try await Program.run(Program.locd, ["track", "repair", "--directory", directory])
        #expect(answer.code == 0)
        #expect(answer.words.contains("2026-11-20.jsonl: 12 bytes"))
        #expect(try folder.text("2026-11-20.jsonl") == Self.good)
        #expect(try folder.text("2026-11-20.jsonl.torn") == "{\"type\":\"loc\n")
        #expect(try folder.text("2026-11-21.jsonl") == Self.good)

        // 5 MiB of something else.
        let foreign = String(repeating: "0123456789\n", count: 500_000)
        try folder.file("2026-11-22.jsonl", Array(foreign.utf8))
        let refused = try await Program.run(Program.locd, ["track", "repair", directory + "/2026-11-22.jsonl"])
        #expect(refused.code == 65)
        #expect(try folder.text("2026-11-22.jsonl") == foreign)
        #expect(try await Program.run(Program.locd, ["track", "repair", directory + "/2026-11-23.jsonl"]).code == 66)
        #expect(try await Program.run(Program.locd, ["track", "repair", directory + "/notes.txt"]).code == 64)
    }
}
