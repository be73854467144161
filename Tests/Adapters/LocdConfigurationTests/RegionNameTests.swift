import FoundationEssentials
import LocationModel
import LocdTestSupport
import Testing

@testable import LocdConfiguration

/// Names of regions go into environments of programs, logs and terminals.
@Suite struct RegionNameTests {
    private func read(_ name: String) async throws -> [Region]? {
        try await TemporaryDirectory.with { directory in
            let file = "\(directory)/regions.geojson"
            let text = """
                {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "\(name)",
                 "properties": {"radius": 40}, "geometry": {"type": "Point", "coordinates": [8.5, 47.3]}}]}
                """
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            var regions = Configuration.Regions()
            regions.file = file
            return try regions.read()
        }
    }

    @Test(arguments: ["\\u001b[2J", "a\\nb", "a\\u0000b", "\\u202egate", "\\u0085", "a\\u2028b"])
    func `A name with control characters is refused`(_ name: String) async {
        let error = await #expect(throws: ConfigurationError.self) { try await read(name) }
        let words = error?.description ?? ""
        #expect(words.contains("has control or other invisible characters"), "\(words)")
        #expect(words.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E && $0.value != 0x85 })
    }

    @Test(arguments: ["gate", "Zürich Süd", "東京", "7"]) func `Other names are not`(_ name: String) async throws {
        #expect(try await read(name)?.map(\.identifier) == [name])
    }
}
