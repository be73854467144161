import Foundation
import Testing

/// What `locd track` and `locd replay` tell of a private region.
@Suite("Tracks, private regions", .serialized)
struct TrackPrivacyTests {
    /// A drive northwards along 8.5° east, past a house at 47.5° north, 10 m a second; one line of it.
    private static func line(_ second: Int) -> String {
        let time = String(format: "2026-11-21T06:%02d:%02d.000Z", second / 60, second % 60)
        let latitude = 47.48 + Double(second) * 10 / 111_200
        return
            "{\"type\":\"location\",\"timestamp\":\"\(time)\",\"latitude\":\(latitude),\"longitude\":8.5,\"speed\":10}\n"
    }

    private static func regions(_ privacy: String) -> String {
        """
        {"type":"Feature","id":"home","properties":{"radius":150,"private":\(privacy)},
         "geometry":{"type":"Point","coordinates":[8.5,47.5]}}
        """
    }

    private struct Drive {
        let directory: URL
        var track: String { directory.appending(path: "drive.jsonl").path }
        var regions: String { directory.appending(path: "regions.geojson").path }

        init(_ regionsText: String) throws {
            directory = FileManager.default.temporaryDirectory.appending(path: "locd-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let loss =
                #"{"type":"loss","from":"2026-11-21T06:03:41.000Z","to":"2026-11-21T06:03:42.000Z","lines":5,"#
                + #""cause":"diskFull"}"# + "\n"
            let lines = (0..<480).map { TrackPrivacyTests.line($0) + ($0 == 222 ? loss : "") }
            try lines.joined().write(toFile: track, atomically: true, encoding: .utf8)
            try regionsText.write(toFile: regions, atomically: true, encoding: .utf8)
        }

        func locd(_ arguments: String...) async throws -> Program.Answer {
            try await Program.run("LOCD_REGIONS_FILE=\(regions)", [Program.locd] + arguments)
        }
    }

    private static func latitudes(_ text: String) -> [Double] {
        text.split(separator: "\n").compactMap { line in
            line.firstRange(of: "\"latitude\":").flatMap { range in
                line.hasPrefix("{\"type\":\"location\"")
                    ? Double(line[range.upperBound...].prefix { ".0123456789".contains($0) }) : nil
            }
        }
    }

    @Test
    func `Nothing within is shown or exported, the line is interrupted, and how much is not told is said`() async throws
    {
        let drive = try Drive(Self.regions("true"))
        defer { try? FileManager.default.removeItem(at: drive.directory) }
        let shown = try await drive.locd("track", "show", drive.track)
        #expect(shown.code == 0)
        let delivered = Self.latitudes(shown.output)
        // The region itself, whatever the zone around it.
        #expect(delivered.allSatisfy { abs($0 - 47.5) * 111_200 > 150 })
        #expect(delivered.count < 460 && delivered.count > 350)
        #expect(shown.output.contains("\"cause\":\"privateRegion\""))
        #expect(shown.words.contains("\(480 - delivered.count) records"))
        let exported = try await drive.locd("track", "export", drive.track, "--format", "gpx")
        #expect(exported.output.split(separator: "\n").filter { $0 == "<trkseg>" }.count == 2)
        #expect(exported.output.split(separator: "\n").filter { $0.hasPrefix("<trkpt") }.count == delivered.count)
        let raw = try await drive.locd("track", "show", drive.track, "--no-privacy")
        #expect(Self.latitudes(raw.output).count == 480)
        #expect(raw.output.contains("\"loss\"") && !shown.output.contains("\"loss\""))
        #expect(raw.words == "")
    }

    @Test func `Blurred, there is one place within, without a speed, on no line to anywhere`() async throws {
        let drive = try Drive(Self.regions("\"blur\""))
        defer { try? FileManager.default.removeItem(at: drive.directory) }
        let exported = try await drive.locd("track", "export", drive.track, "--format", "csv")
        let rows = exported.output.split(separator: "\r\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        let withoutSpeed = rows.dropFirst().filter { $0[7].isEmpty }
        #expect(withoutSpeed.count == 1)
        #expect(withoutSpeed.first?.last == "2")
        #expect(rows.last?.last == "3")
    }

    @Test func `Regions that cannot be understood or read are no reason to tell everything`() async throws {
        let drive = try Drive(Self.regions("\"perhaps\""))
        defer { try? FileManager.default.removeItem(at: drive.directory) }
        let output = drive.directory.appending(path: "out.gpx").path
        let refused = try await drive.locd("track", "export", drive.track, "-o", output)
        #expect(refused.code == 78)
        #expect(refused.words.contains("regions.geojson") && refused.words.contains("properties.private"))
        #expect(!FileManager.default.fileExists(atPath: output))
        #expect(try await drive.locd("track", "stats", drive.track).code == 78)
        #expect(try await drive.locd("track", "stats", drive.track, "--no-privacy").code == 0)
        #expect(try await drive.locd("replay", drive.track).code == 78)
        try FileManager.default.removeItem(atPath: drive.regions)
        try FileManager.default.createDirectory(atPath: drive.regions, withIntermediateDirectories: false)
        #expect(try await drive.locd("track", "stats", drive.track).code == 77)
        // A file that is not there says that nothing is private.
        try FileManager.default.removeItem(atPath: drive.regions)
        #expect(try await drive.locd("track", "stats", drive.track).code == 0)
    }
}
