import LocationModel
import LocdTestSupport
import Testing

@testable import Geocoding

@Suite("Base map")
struct BaseMapTests {
    /// An island around 47° N 8° E, one across the antimeridian's western side, and a border.
    private var sample: BaseMapWriter {
        BaseMapWriter(
            land: [[(46, 7), (46, 9), (48, 9), (48, 7)], [(-17, 178), (-17, 180), (-16, 180), (-16, 178)]],
            borders: [[(46, 8), (47, 8.1234), (48, 8)]], states: [])
    }

    private func counts(_ lines: [[Coordinate]]) -> [Int] { lines.map(\.count) }

    private func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> BoundingBox {
        BoundingBox(of: [Coordinate(latitude: south, longitude: west), Coordinate(latitude: north, longitude: east)])
    }

    @Test func `Lines that touch a box come whole`() throws {
        let map = try BaseMap(TableBytes(sample.bytes))
        #expect(try counts(map.lines(.land, touching: box(47, 8, 47.1, 8.1))) == [4])
        #expect(try counts(map.lines(.land, touching: box(0, 8, 1, 9))) == [])
        #expect(try counts(map.lines(.land, touching: box(-17, 179, -16, -179))) == [4])
        let borders = try map.lines(.border, touching: box(45, 7, 49, 9))
        let border = try #require(borders.first)
        #expect(border[1] == Coordinate(latitude: 47, longitude: 8.1234))
        #expect(try counts(map.lines(.state, touching: box(-90, -180, 90, 179))) == [])
    }

    @Test func `Lakes and rivers come by their rank`() throws {
        var writer = sample
        writer.lakes = [[(46.5, 7.5), (46.5, 7.6), (46.6, 7.6)]]
        writer.rivers = [[[(46, 7.1), (47, 7.2)]], [[(46, 7.3), (47, 7.3), (47.5, 7.4)]], []]
        let map = try BaseMap(TableBytes(writer.bytes))
        let all = box(45, 7, 49, 9)
        #expect(try counts(map.lines(.lake, touching: all)) == [3])
        #expect(try counts(map.lines(.largeRiver, touching: all)) == [2])
        let river = try map.lines(.river, touching: all)
        #expect(river.first?.last == Coordinate(latitude: 47.5, longitude: 7.4))
        #expect(try counts(map.lines(.smallRiver, touching: all)) == [])
        #expect(try counts(map.lines(.land, touching: all)) == [4], "what was there stays as it was")
    }

    @Test func `A file of an earlier builder has no lakes`() throws {
        let map = try BaseMap(TableBytes(sample.bytes))
        for layer in [BaseMap.Layer.lake, .largeRiver, .river, .smallRiver] {
            #expect(try map.lines(layer, touching: box(-90, -180, 90, 179)).isEmpty)
        }
    }

    @Test func `Small rivers come with large scales`() {
        #expect(BaseMap.Layer.rivers(at: 40_000) == [])
        #expect(BaseMap.Layer.rivers(at: 5_000) == [.largeRiver])
        #expect(BaseMap.Layer.rivers(at: 1_000) == [.largeRiver, .river])
        #expect(BaseMap.Layer.rivers(at: 10) == [.largeRiver, .river, .smallRiver])
        #expect(BaseMap.Layer.rivers(at: 9) == [])
    }

    @Test func `What is no base map is refused`() {
        #expect(throws: PlaceTableError.unknownFormat("it begins otherwise")) {
            try BaseMap(TableBytes(TableWriter.sampleBytes))
        }
        let bytes = sample.bytes
        for count in 0..<bytes.count {
            #expect(throws: PlaceTableError.self) { try BaseMap(TableBytes(Array(bytes.prefix(count)))) }
        }
    }

    /// Bytes that are wrong give an error or lines on Earth, also with right checksums.
    @Test func `Forged numbers are never followed`() throws {
        var random = SeededGenerator(seed: 5)
        var refused = 0
        for _ in 0..<400 {
            var writer = sample
            writer.lakes = [[(46.5, 7.5), (46.5, 7.6), (46.6, 7.6)]]
            writer.spoil = { bytes in
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    [0, 0xFF, 0x80].randomElement(using: &random) ?? 0
            }
            let map = try BaseMap(TableBytes(writer.bytes))
            do {
                for layer in BaseMap.Layer.allCases {
                    let lines = try map.lines(layer, touching: box(-90, -180, 90, 179))
                    let areOnEarth = lines.joined().allSatisfy { $0.isValid }
                    #expect(areOnEarth)
                }
            } catch {
                refused += 1
            }
        }
        #expect(refused > 0)
    }

    @Test func `Towns come largest first`() throws {
        let table = try PlaceTable(TableBytes(TableWriter.sampleBytes))
        let all = try table.towns(within: box(-90, -180, 90, 179.9), limit: 1000)
        #expect(all.count > 2)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.population >= $1.population })
        let two = try table.towns(within: box(-90, -180, 90, 179.9), limit: 2)
        #expect(two == Array(all.prefix(2)))
        let here = all[0].coordinate
        let near = try table.towns(within: BoundingBox(around: here, reaching: 10), limit: 10)
        #expect(near.contains(all[0]) && near.count < all.count)
        let none = try table.towns(within: box(0, 0, 0, 0), limit: 0)
        #expect(none.isEmpty)
    }
}
