import Foundation
import LocationModel
import LocdTestSupport
import Subprocess
import Testing

extension SystemTests {
    /// Against GeographicLib's own programs, if they are installed.
    @Suite("geodesics, beside GeographicLib")
    struct GeodesicTests {
        private static let programs = ["GeodSolve", "Planimeter"]
        private static var areInstalled: Bool {
            programs.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
        }

        @Test(
            "distances and azimuths agree to a tenth of a micrometre",
            .enabled(if: areInstalled, "geographiclib-tools is not installed"), arguments: HardLines.allCases)
        func distances(lines: HardLines) async throws {
            let lines = lines.lines(count: 2500)
            let input = lines.map { "\($0.from.decimals) \($0.to.decimals)\n" }
            let solved = try await run(
                .name("GeodSolve"), arguments: ["-i", "-p", "10"], input: .string(input.joined()),
                output: .string(limit: 16 << 20), error: .discarded)
            let answers = solved.standardOutput.split(separator: "\n")
            try #require(answers.count == lines.count)
            for (line, answer) in zip(lines, answers) {
                let figures = answer.split(separator: " ").compactMap { Double($0) }
                try #require(figures.count == 3)
                let (distance, bearing) = line.from.geodesic(to: line.to)
                #expect(abs(distance - figures[2]) < 3e-8, "\(line)")
                // Sideways, in metres at the most distant place. Near the antipode, many azimuths are nearly right.
                let turn = abs((bearing - figures[0]).remainder(dividingBy: 360)) * .pi / 180
                #expect(turn * min(distance, 6.4e6) < 1e-7 || distance > 19_900_000, "\(line)")
            }
        }

        @Test(
            "areas agree to half a square metre",
            .enabled(if: areInstalled, "geographiclib-tools is not installed"),
            // Between antipodes a line may go anywhere, and the area beside it is anything.
            arguments: HardLines.allCases.filter { $0 != .antipodal })
        func areas(lines: HardLines) async throws {
            let ends = lines.lines(count: 600).flatMap { [$0.from, $0.to] }
            let polygons = stride(from: 0, to: ends.count - 5, by: 5).map { Array(ends[$0..<$0 + 5]) }
            let input = polygons.map { polygon in
                polygon.map { $0.decimals + "\n" }.joined() + "\n"
            }
            let solved = try await run(
                .name("Planimeter"), arguments: ["-p", "9"], input: .string(input.joined()),
                output: .string(limit: 16 << 20), error: .discarded)
            let answers = solved.standardOutput.split(separator: "\n")
            try #require(answers.count == polygons.count)
            for (polygon, answer) in zip(polygons, answers) {
                let area = try #require(answer.split(separator: " ").last.flatMap { Double($0) })
                let ours = try #require(GeodesicPolygon(corners: polygon.map(\.inRange))).area
                #expect(abs(ours - abs(area)) < 0.5, "\(polygon)")
            }
        }
    }
}

extension Coordinate {
    /// As those programs read it, which take an exponent for the east.
    fileprivate var decimals: String { String(format: "%.22f %.22f", latitude, longitude) }

    /// The same meridian, -180...180.
    fileprivate var inRange: Coordinate {
        Coordinate(latitude: latitude, longitude: longitude.remainder(dividingBy: 360))
    }
}
