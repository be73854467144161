import Foundation
import LocdTestSupport
import Subprocess
import Testing

/// `locd track` with recordings of other people's loggers, and the programs that read what it writes.
@Suite("Tracks, exported", .serialized)
struct TrackExportTests {
    private static let folder = Checkout.data("")
    /// All of them, whatever they are called.
    private static let files = ["nmea", "tracks/gpsbabel"].flatMap { part in
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(part)")) ?? []).sorted().map {
            "\(part)/\($0)"
        }
    }
    private static let areRecordingsThere = FileManager.default.fileExists(atPath: folder + "/README.md")

    private static func isInstalled(_ programs: String...) -> Bool { programs.allSatisfy { Program.find($0) != nil } }

    private func locd(_ arguments: String...) async throws -> Program.Answer {
        try await Program.run(Program.locd, arguments)
    }

    private func ask(_ program: String, _ arguments: String...) async throws -> Program.Answer {
        try await Program.run(program, arguments)
    }

    private let temporary = TemporaryDirectory()
    private var directory: URL { URL(filePath: temporary.path) }

    /// Imports the recording into the directory: the lines of its locations.
    private func imported(_ file: String) async throws -> [Substring] {
        let result = try await locd("track", "import", "--directory", directory.path, "\(Self.folder)/\(file)")
        #expect(result.status.isSuccess)
        return try Self.lines(in: directory).filter { $0.hasPrefix("{\"type\":\"location\"") }
    }

    private static func lines(in directory: URL) throws -> [Substring] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".jsonl") }.sorted()
            .flatMap { try String(contentsOfFile: "\(directory.path)/\($0)", encoding: .utf8).split(separator: "\n") }
    }

    private static func document(_ name: String) throws -> String {
        try String(contentsOfFile: Checkout.path("Documentation/\(name)"), encoding: .utf8)
    }

    @Test(
        .enabled(if: areRecordingsThere, "no recordings beside the project"),
        .enabled(if: isInstalled("gpsbabel"), "gpsbabel is not installed"), arguments: files)
    func `What gpsbabel reads of an export is what was imported`(file: String) async throws {
        let locations = try await imported(file)
        let places = locations.map { line in [Self.figure("latitude", line), Self.figure("longitude", line)] }
        for (format, kind) in [("gpx", "-t"), ("kml", "-t"), ("geojson", "-r")] {
            let path = directory.appending(path: "out.\(format)").path
            let result = try await locd(
                "track", "export", "--directory", directory.path, "--from", "1990", "-o", path)
            #expect(result.status.isSuccess)
            // Visits and stops are waypoints beside the track.
            let back = try await ask(
                "gpsbabel", kind, "-i", format, "-f", path, "-x",
                format == "geojson" ? "nuketypes,tracks" : "nuketypes,waypoints",
                "-o", "xcsv,style=\(try Self.style(directory))", "-F", "-")
            let read = back.output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
            #expect(read.count == places.count, "\(format)")
            let worst = zip(read, places).reduce(0.0) { max($0, abs($1.0[0] - $1.1[0]), abs($1.0[1] - $1.1[1])) }
            #expect(worst <= 1e-6, "\(format)")
            guard format != "geojson" else { continue }
            let lateness = zip(read, locations).reduce(0.0) { max($0, abs($1.0[2] / 1000 - Self.seconds($1.1))) }
            #expect(lateness <= 0.001, "\(format)")
        }
    }

    @Test(
        .enabled(if: areRecordingsThere, "no recordings beside the project"),
        .enabled(if: isInstalled("xmllint", "ogrinfo"), "xmllint or ogrinfo is not installed"), arguments: files)
    func `Exports are valid by their schemas and open in GDAL`(file: String) async throws {
        let locations = try await imported(file)
        func export(_ format: String) async throws -> String {
            let path = directory.appending(path: "out.\(format)").path
            let result = try await locd("track", "export", "--directory", directory.path, "--from", "1990", "-o", path)
            #expect(result.status.isSuccess)
            return path
        }
        for (format, schema) in [("gpx", "gpx11.xsd"), ("kml", "kml22gx-offline.xsd")] {
            let verdict = try await ask(
                "xmllint", "--noout", "--nonet", "--schema", "\(Self.folder)/schemas/\(schema)",
                try await export(format))
            #expect(verdict.status.isSuccess, "\(format)")
        }
        let sequence = try await ask("ogrinfo", "-so", "-al", try await export("geojsonseq"))
        #expect(sequence.output.contains("Feature Count: \(locations.count)\n"))
        #expect(try await ask("ogrinfo", "-so", "-al", try await export("geojson")).status.isSuccess)
    }

    @Test(
        .enabled(if: areRecordingsThere, "no recordings beside the project"),
        .enabled(if: isInstalled("python3"), "python3 is not installed"), arguments: files)
    func `Python's csv reads every location under the documented columns`(file: String) async throws {
        let locations = try await imported(file)
        let path = directory.appending(path: "out.csv").path
        #expect(
            try await locd("track", "export", "--directory", directory.path, "--from", "1990", "-o", path).status
                .isSuccess)
        let script = """
            import csv, sys
            with open(sys.argv[1], newline="", encoding="ascii") as file:
                rows = list(csv.reader(file, strict=True))
            print(",".join(rows[0]))
            for row in rows[1:]:
                assert len(row) == len(rows[0]), row
                values = dict(zip(rows[0], row))
                print(values["timestamp"], float(values["latitude"]), float(values["longitude"]), int(values["segment"]))
            """
        let read = try await ask("python3", "-c", script, path)
        #expect(read.status.isSuccess, "\(read.words)")
        let lines = read.output.split(separator: "\n")
        let documented = try Self.document("Tracks.md").split(separator: "`").filter { $0.hasPrefix("timestamp,") }
        #expect(lines.first.map { [$0] } == documented)
        #expect(lines.count == locations.count + 1)
        for (line, location) in zip(lines.dropFirst(), locations) {
            let words = line.split(separator: " ")
            try #require(words.count == 4 && location.contains("\"timestamp\":\"\(words[0])\""))
            try #require(Double(words[1]) == Self.figure("latitude", location))
            try #require(Double(words[2]) == Self.figure("longitude", location))
        }
    }

    @Test(
        .enabled(if: areRecordingsThere, "no recordings beside the project"),
        .enabled(if: isInstalled("GeodSolve"), "GeodSolve (geographiclib-tools) is not installed"), arguments: files)
    func `Distances are GeographicLib's, to a thousandth of a per cent`(file: String) async throws {
        _ = try await imported(file)
        // Each leg between locations that nothing interrupts, and those across gaps.
        var legs: [(text: String, isAcross: Bool)] = []
        var last: Substring?
        var isAcross = false
        for line in try Self.lines(in: directory) {
            if line.hasPrefix("{\"type\":\"gap\"") { isAcross = true }
            if line.hasPrefix("{\"type\":\"timeReset\"") { last = nil }
            guard line.hasPrefix("{\"type\":\"location\"") else { continue }
            let place = "\(Self.figure("latitude", line)) \(Self.figure("longitude", line))"
            if let last { legs.append(("\(last) \(place)", isAcross)) }
            last = place[...]
            isAcross = false
        }
        let solved = try await run(
            .name("GeodSolve"), arguments: ["-i", "-p", "6"], input: .string(legs.map { $0.text + "\n" }.joined()),
            output: .string(limit: 16 << 20), error: .discarded)
        let lengths = solved.standardOutput.split(separator: "\n").compactMap {
            $0.split(separator: " ").last.flatMap { Double($0) }
        }
        try #require(lengths.count == legs.count && legs.count > 100)
        let whole = lengths.reduce(0, +)
        let within = zip(lengths, legs).reduce(0) { $0 + ($1.1.isAcross ? 0 : $1.0) }
        let result = try await locd(
            "track", "stats", "--json", "--no-hold", "--directory", directory.path, "--from", "1990")
        let line = try #require(result.output.split(separator: "\n").first)
        // Printed is a millimetre.
        #expect(abs(Self.figure("distance", line) - within) <= 1e-5 * within + 0.0005)
        #expect(abs(Self.figure("distanceWithGaps", line) - whole) <= 1e-5 * whole + 0.0005)
    }

    @Test(
        .enabled(if: areRecordingsThere, "no recordings beside the project"),
        arguments: ["nmea/genivi-munich-gps.nmea", "nmea/genivi-20100411_Geko_Regensburg.txt"])
    func `The stops are those that the curve of speed shows`(file: String) async throws {
        _ = try await imported(file)
        let result = try await locd("track", "stats", "--json", "--directory", directory.path, "--from", "1990")
        let stops = result.output.split(separator: "\n").filter { $0.hasPrefix("{\"type\":\"stop\"") }
            .map { (from: Self.secondOfDay("from", $0), to: Self.secondOfDay("to", $0)) }
        let curve = SpeedCurve(nmea: try String(contentsOfFile: "\(Self.folder)/\(file)", encoding: .isoLatin1))
        // Whatever lies on the axis for longer than ten seconds and a sample at either end.
        let seen = curve.stops(lasting: 14)
        #expect(seen.count >= 5)
        for stop in seen {
            let matches = stops.filter { min($0.to, stop.to) - max($0.from, stop.from) >= 0.7 * (stop.to - stop.from) }
            #expect(matches.count == 1, "\(stop)")
        }
        let shorter = curve.stops(lasting: 8)
        for stop in stops {
            #expect(shorter.contains { $0.from < stop.to && stop.from < $0.to }, "\(stop)")
        }
    }

    /// gpsbabel's own CSV styles round too much: latitude, longitude, milliseconds.
    private static func style(_ directory: URL) throws -> String {
        let style = """
            FIELD_DELIMITER COMMA
            RECORD_DELIMITER NEWLINE
            ENCODING UTF-8
            OFIELD LAT_DECIMAL, "", "%.8f"
            OFIELD LON_DECIMAL, "", "%.8f"
            OFIELD TIMET_TIME_MS, "", "%lld"
            """
        let path = directory.appending(path: "points.style").path
        try style.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private static func figure(_ key: String, _ line: Substring) -> Double {
        guard let range = line.range(of: "\"\(key)\":") else { return .nan }
        return Double(line[range.upperBound...].prefix { "-.0123456789".contains($0) }) ?? .nan
    }

    /// Of a time such as `2026-11-21T06:00:00.000Z`, seconds since midnight.
    private static func secondOfDay(_ key: String, _ line: Substring) -> Double {
        guard let range = line.range(of: "\"\(key)\":\"") else { return .nan }
        let pieces = line[range.upperBound...].prefix(23).dropFirst(11).split(separator: ":").compactMap { Double($0) }
        return pieces.count == 3 ? pieces[0] * 3600 + pieces[1] * 60 + pieces[2] : .nan
    }

    private static func seconds(_ line: Substring) -> Double {
        guard let range = line.range(of: "\"timestamp\":\"") else { return .nan }
        let text = String(line[range.upperBound...].prefix(24))
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? Date(text, strategy: style).timeIntervalSince1970) ?? .nan
    }
}
