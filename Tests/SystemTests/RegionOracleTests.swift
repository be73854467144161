import Foundation
import LocationModel
import LocationServices
import LocdTestSupport
import Testing

extension SystemTests {
    /// Region events against Shapely, which shares nothing with locd.
    @Suite struct RegionOracleTests {
        /// One region, a way, and what the oracle says of each of its points.
        private struct Case: Decodable {
            let points: [[Double]]
            let inside: [Bool]
            /// Points that lie nearer to the boundary than the oracle is exact.
            let left: Int
        }

        /// A Python with Shapely: Debian's, or the one that `LOCD_PYTHON` names.
        private static let python = ProcessInfo.processInfo.environment["LOCD_PYTHON"] ?? Program.python

        private static let regionOf: @Sendable (Substring) throws -> Region = { line in
            // The feature as it stands, so that the parser of GeoJSON is asked too.
            let start = try #require(line.range(of: "{\"feature\":")).upperBound
            let end = try #require(line.range(of: ",\"points\":")).lowerBound
            return try #require(try RegionFile.regions(line[start..<end].utf8).first)
        }

        @Test(
            .enabled("python3 with Shapely is not here: apt install python3-shapely, or name another in LOCD_PYTHON") {
                guard let python else { return false }
                return try await Program.run(python, ["-c", "import shapely"]).code == 0
            })
        func `Events of ten thousand regions are those of Shapely`() async throws {
            let output = FileManager.default.temporaryDirectory.appending(path: "oracle-\(UUID()).jsonl")
            defer { try? FileManager.default.removeItem(at: output) }
            let python = try #require(Self.python)
            let answer = try await Program.run(
                python, [Program.tool("region-oracle.py"), "--cases", "10000", "--output", output.path])
            try #require(answer.code == 0, "\(answer.all)")
            var (cases, points, left, crossings) = (0, 0, 0, 0)
            for line in try String(contentsOf: output, encoding: .utf8).split(separator: "\n") {
                let expected = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
                let region = try Self.regionOf(line)
                var monitoring = RegionMonitoring(gates: .off)
                monitoring.startMonitoring(region)
                var last: Bool?
                for (index, point) in expected.points.enumerated() {
                    let location = Location(
                        timestamp: .sample(Double(index)),
                        coordinate: Coordinate(latitude: point[1], longitude: point[0]))
                    let isInside = expected.inside[index]
                    var events: [RegionEvent] = []
                    monitoring.receive(location, into: &events)
                    let cause: RegionEvent.Cause? =
                        switch last {
                        case nil: isInside ? .determined : nil
                        case .some(let last): last == isInside ? nil : .crossed
                        }
                    let wanted = cause.map {
                        RegionEvent(
                            timestamp: location.timestamp, identifier: region.identifier,
                            state: isInside ? .inside : .outside, cause: $0)
                    }
                    if events != [wanted].compactMap(\.self) { Issue.record("\(line) at \(index): \(events)") }
                    if cause == .crossed { crossings += 1 }
                    last = isInside
                }
                cases += 1
                points += expected.points.count
                left += expected.left
            }
            #expect(cases == 10_000)
            // Nearly all is asked, and most of it tells.
            #expect(left < points / 1000)
            #expect(crossings > 20_000)
        }
    }
}
