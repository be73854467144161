import Foundation
import Subprocess
import Testing

/// `locd track` with recordings of other people's loggers, and the programs that read what it writes.
@Suite("Tracks, exported")
struct TrackExportTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/data").standardizedFileURL.path
    private static let files = [
        "nmea/genivi-munich-gps.nmea", "nmea/genivi-20100411_Geko_Regensburg.txt", "nmea/signalk-gps.log",
        "tracks/gpsbabel/dg100.gpx.gz", "tracks/gpsbabel/gtrnctr_power.gpx.gz",
        "tracks/gpsbabel/mtk_logger_m241_multiple_tracks.gpx.gz", "tracks/gpsbabel/sbn-v13.gpx.gz",
    ]
    private static let areRecordingsThere = FileManager.default.fileExists(atPath: folder + "/README.md")

    private static func isInstalled(_ programs: String...) -> Bool {
        programs.allSatisfy { program in
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
                .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
        }
    }

    private func locd(_ arguments: String...) async throws -> (output: String, status: TerminationStatus) {
        let program = try LayersBuild().products.appending(path: "locd").path
        let result = try await run(
            .name("env"), arguments: .init([program] + arguments), output: .string(limit: 64 << 20),
            error: .string(limit: 1 << 20))
        return (result.standardOutput, result.terminationStatus)
    }

    private func ask(_ program: String, _ arguments: String...) async throws -> (output: String, isGood: Bool) {
        let result = try await run(
            .name("env"), arguments: .init([program] + arguments), output: .string(limit: 64 << 20), error: .discarded)
        return (result.standardOutput, result.terminationStatus.isSuccess)
    }

    /// A directory with the recording imported, and how many locations it holds.
    private func imported(_ file: String) async throws -> (directory: URL, locations: [Substring]) {
        let directory = FileManager.default.temporaryDirectory.appending(path: "locd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let path = directory.path
        let result = try await locd("track", "import", "--directory", path, "\(Self.folder)/\(file)")
        #expect(result.status.isSuccess)
        let text = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            .map { try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8) }.joined()
        return (directory, text.split(separator: "\n").filter { $0.hasPrefix("{\"type\":\"location\"") })
    }

    @Test(
        "what gpsbabel reads of an export is what was imported",
        .enabled(if: areRecordingsThere, "no recordings beside the project"),
        .enabled(if: isInstalled("gpsbabel"), "gpsbabel is not installed"), arguments: files)
    func gpsbabelReadsTheSamePoints(file: String) async throws {
        let (directory, locations) = try await imported(file)
        defer { try? FileManager.default.removeItem(at: directory) }
        let places = locations.map { line in [Self.figure("latitude", line), Self.figure("longitude", line)] }
        for (format, kind) in [("gpx", "-t"), ("kml", "-t"), ("geojson", "-r")] {
            let path = directory.appending(path: "out.\(format)").path
            let result = try await locd(
                "track", "export", "--directory", directory.path, "--from", "1990", "-o", path)
            #expect(result.status.isSuccess)
            let back = try await ask(
                "gpsbabel", kind, "-i", format, "-f", path, "-o", "xcsv,style=\(try Self.style(directory))", "-F", "-")
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
        "exports are valid by their schemas and open in GDAL",
        .enabled(if: areRecordingsThere, "no recordings beside the project"),
        .enabled(if: isInstalled("xmllint", "ogrinfo"), "xmllint or ogrinfo is not installed"), arguments: files)
    func exportsAreValid(file: String) async throws {
        let (directory, locations) = try await imported(file)
        defer { try? FileManager.default.removeItem(at: directory) }
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
            #expect(verdict.isGood, "\(format)")
        }
        let sequence = try await ask("ogrinfo", "-so", "-al", try await export("geojsonseq"))
        #expect(sequence.output.contains("Feature Count: \(locations.count)\n"))
        #expect(try await ask("ogrinfo", "-so", "-al", try await export("geojson")).isGood)
    }

    @Test("a stationary receiver made no way and one stop", .enabled(if: areRecordingsThere, "no recordings"))
    func stationaryReceiverStands() async throws {
        let (directory, _) = try await imported("nmea/signalk-gps.log")
        defer { try? FileManager.default.removeItem(at: directory) }
        let result = try await locd("track", "stats", "--json", "--directory", directory.path, "--from", "1990")
        let line = try #require(result.output.split(separator: "\n").first)
        #expect(Self.figure("distance", line) < 15)
        #expect(Self.figure("stops", line) == 1)
        let raw = try await locd(
            "track", "stats", "--json", "--no-hold", "--directory", directory.path, "--from", "1990")
        #expect(Self.figure("distance", try #require(raw.output.split(separator: "\n").first)) > 300)
    }

    @Test("malformed input ends with 65 or 66, and changes nothing")
    func malformedInputChangesNothing() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "locd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let good =
            "{\"type\":\"location\",\"timestamp\":\"2026-11-21T06:00:00.000Z\",\"latitude\":47.5,\"longitude\":8.5}\n"
        let output = directory.appending(path: "out.gpx").path
        try "before".write(toFile: output, atomically: true, encoding: .utf8)
        let inputs: [(String, Data, Int32)] = [
            ("binary", Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) }), 65),
            ("types", Data((good + good.replacing("47.5", with: "\"x\"")).utf8), 65),
            ("truncated.gz", Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0x4B]), 65),
            ("schema", Data(("{\"type\":\"header\",\"schema\":2}\n" + good).utf8), 65),
            ("long", Data((good + String(repeating: "x", count: 10 << 20) + "\n" + good).utf8), 65),
            ("empty", Data(), 66), ("crlf", Data(good.replacing("\n", with: "\r\n").utf8), 0),
        ]
        for (name, data, status) in inputs {
            let path = directory.appending(path: name).path
            try data.write(to: URL(filePath: path))
            let target = status == 0 ? output + ".csv" : output
            let result = try await locd("track", "export", path, "-o", target)
            #expect(result.status == .exited(status), "\(name)")
            let imported = try await locd("track", "import", "--directory", directory.path, path)
            #expect(imported.status == .exited(65), "\(name)")
        }
        #expect(try await locd("track", "show", directory.path + "/none").status == .exited(66))
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "before")
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(Set(left) == Set(inputs.map(\.0) + ["out.gpx", "out.gpx.csv"]))
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

    private static func seconds(_ line: Substring) -> Double {
        guard let range = line.range(of: "\"timestamp\":\"") else { return .nan }
        let text = String(line[range.upperBound...].prefix(24))
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? Date(text, strategy: style).timeIntervalSince1970) ?? .nan
    }
}
