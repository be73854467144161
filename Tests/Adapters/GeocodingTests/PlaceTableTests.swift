import LocationModel
import LocdTestSupport
import Testing

@testable import Geocoding

@Suite struct PlaceTableTests {
    /// Makes the checksum of a head right.
    private func sign(_ bytes: inout [UInt8]) {
        let end = 24 + 24 * 13
        bytes.replaceSubrange(end..<(end + 4), with: TableFile.number(TableFile.checksum(Array(bytes[..<end])), 4))
    }

    @Test func `Invalid tables are refused with the reason`() {
        #expect(throws: PlaceTableError.missing(path: "/nowhere/places.locd")) {
            try TableBytes(path: "/nowhere/places.locd")
        }
        #expect(throws: PlaceTableError.unknownFormat("/ is not a regular file")) { try TableBytes(path: "/") }
        #expect(throws: PlaceTableError.unknownFormat("it has 0 bytes")) { try PlaceTable(TableBytes([])) }
        var other = TableWriter.sampleBytes
        other[8] = 2
        #expect(throws: PlaceTableError.unknownFormat("it has version 2, not 1")) { try PlaceTable(TableBytes(other)) }
    }

    @Test func `A table that is cut short is refused`() {
        let bytes = TableWriter.sampleBytes
        for count in stride(from: 0, to: bytes.count, by: 8191) {
            #expect(throws: PlaceTableError.self) { try PlaceTable(TableBytes(Array(bytes.prefix(count)))) }
        }
    }

    @Test func `A byte that is wrong anywhere in a head or a section is noticed`() {
        let bytes = TableWriter.sampleBytes
        let head = 24 + 24 * 13
        for index in Array(stride(from: 0, to: head, by: 3)) + Array(stride(from: head + 8, to: head + 600, by: 11)) {
            var spoilt = bytes
            spoilt[index] ^= 0x5A
            #expect(throws: PlaceTableError.self, "byte \(index)") { try PlaceTable(TableBytes(spoilt)) }
        }
    }

    /// Whoever forges the checksums too gets an error or an answer, and nothing else.
    @Test func `Numbers that lead astray are never followed`() throws {
        let bytes = TableWriter.sampleBytes
        var random = SeededGenerator(seed: 21)
        var refusals = 0
        for _ in 0..<300 {
            var forged = bytes
            let section = Int.random(in: 0..<13, using: &random)
            let entry = 24 + 24 * section
            let record = RecordBytes(forged[entry..<(entry + 24)])
            let (size, count, offset) = (record.u32(4), record.u32(8), Int(record.u64(16)))
            guard count > 0 else { continue }
            for _ in 0..<20 {
                // Cells are many, and of most of them nobody asks.
                let reach = section == 4 ? 600_000 : size * count
                let index = offset + Int.random(in: 0..<min(size * count, reach), using: &random)
                forged[index] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
            }
            let sum = TableFile.checksum(Array(forged[offset..<(offset + size * count)]))
            forged.replaceSubrange((entry + 12)..<(entry + 16), with: TableFile.number(sum, 4))
            sign(&forged)
            let geocoder = Geocoder(try PlaceTable(TableBytes(forged)))
            do {
                for place in TableWriter.sample.places {
                    _ = try geocoder.placemarks(at: place.coordinate, locale: "de")
                    _ = try geocoder.placemarks(named: "\(place.name), \(place.country)", locale: "de")
                }
                _ = try geocoder.placemarks(at: Coordinate(latitude: 40, longitude: -40))
            } catch {
                refusals += 1
            }
        }
        #expect(refusals > 50)
    }

    @Test func `A section that this version does not know is skipped and one that is missing is missed`() throws {
        var bytes = TableWriter.sampleBytes
        let entry = 24 + 24 * 5
        bytes.replaceSubrange(entry..<(entry + 4), with: Array("LANX".utf8))
        sign(&bytes)
        #expect(throws: PlaceTableError.damaged("section LANG is missing")) { try PlaceTable(TableBytes(bytes)) }
    }

    @Test(arguments: [
        ("de_CH", ["de-ch", "de"]), ("zh-Hant-HK", ["zh-hk", "zh-tw", "zh"]), ("no_NO", ["no-no", "nb"]),
        ("pt-BR@x=y", ["pt-br", "pt"]), ("", []), ("_", []), ("anguagethatisnone", []),
    ])
    func `A locale is looked for from its particulars to its language`(_ identifier: String, _ tags: [String]) {
        #expect(PlaceTable.tags(for: identifier) == tags)
    }
}
