import FoundationEssentials
import LocationModel
import LocdTestSupport
import Testing

@testable import Geocoding

/// The table that ships, as `make places` built it beside this source, and what its source says of the same places.
private enum BuiltZones {
    static let path = Checkout.path(".build/timezones.locd")
    static var isThere: Bool { FileManager.default.fileExists(atPath: path) }

    /// The places of a kind, with the zone that timezonefinder gives them.
    static func places(_ kind: String) throws -> [(place: Coordinate, zone: String)] {
        let text = String(
            decoding: try Data(contentsOf: URL(filePath: Checkout.path("Tests/Programs/time-zones.csv"))),
            as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: ",")
            guard fields.count == 4, fields[0] == kind, let latitude = Double(fields[1]),
                let longitude = Double(fields[2])
            else { return nil }
            return (Coordinate(latitude: latitude, longitude: longitude), String(fields[3]))
        }
    }
}

@Suite(.enabled(if: BuiltZones.isThere, "there is no .build/timezones.locd: make places"))
struct BuiltTimeZoneTableTests {
    private let table: TimeZoneTable

    init() throws {
        table = try TimeZoneTable(TableBytes(path: BuiltZones.path))
    }

    @Test func `A drive over three borders has the zones of the boundaries`() throws {
        let drive = try BuiltZones.places("drive")
        #expect(drive.count == 1000 && Set(drive.map(\.zone)).count == 3)
        for (place, zone) in drive { #expect(try table.identifier(at: place) == zone, "\(place)") }
    }

    @Test func `Along a border it is right but for metres`() throws {
        // 800 places about 30 m from a border: of these a few are nearer to it than the table is exact.
        let along = try BuiltZones.places("border")
        let wrong = try along.count { try table.identifier(at: $0.place) != $0.zone }
        #expect(along.count == 800 && wrong <= 80, "\(wrong) of \(along.count)")
    }

    /// North, south, east, west of everything; the antimeridian, enclaves, the sea and the poles.
    @Test(
        arguments: [
            (46.9480, 7.4474, "Europe/Zurich"), (-33.8688, 151.2093, "Australia/Sydney"),
            (21.3069, -157.8583, "Pacific/Honolulu"), (64.1466, -21.9426, "Atlantic/Reykjavik"),
            (-54.8019, -68.3030, "America/Argentina/Ushuaia"), (51.4400, 4.9300, "Europe/Brussels"),
            (47.6970, 8.6900, "Europe/Busingen"), (0, -30, "Etc/GMT+2"), (90, 0, "Antarctica/South_Pole"),
            (-90, 0, "Antarctica/South_Pole"), (0, 180, "Etc/GMT-12"), (0, -180, "Etc/GMT+12"),
        ] as [(Double, Double, String)])
    func `Places all over the earth`(_ latitude: Double, _ longitude: Double, _ zone: String) throws {
        let found = try table.identifier(at: Coordinate(latitude: latitude, longitude: longitude))
        // What a pole and the date line have is a matter of taste; that they have one is not.
        if abs(latitude) == 90 || abs(longitude) == 180 { #expect(found != nil) } else { #expect(found == zone) }
    }
}

/// A table of two zones: one in a square with a hole, in one cell, and the other everywhere else.
@Suite struct TimeZoneTableTests {
    /// - Parameter change: Changes the bytes of a section, by its tag, before its checksum is made.
    private func table(_ change: (String, inout [UInt8]) -> Void = { _, _ in }) -> [UInt8] {
        let ring = [(0, 0), (30_000, 0), (30_000, 30_000), (0, 30_000)]
        let bytes = TableFile.number
        func name(_ text: String) -> [UInt8] { Array(text.utf8) + [UInt8](repeating: 0, count: 48 - text.utf8.count) }
        let hole = [(10_000, 10_000), (20_000, 10_000), (20_000, 20_000), (10_000, 20_000)]
        var cells = [UInt8](repeating: 0, count: 4 * 360 * 720)
        let mixed = 4 * (180 * 720 + 360)
        cells.replaceSubrange(mixed..<mixed + 4, with: bytes(0x8000_0000, 4))
        let sections: [TableFile.Section] = [
            ("ZONE", 48, name("Etc/GMT") + name("Africa/Abidjan")), ("CELL", 4, cells),
            ("MIXD", 8, bytes(0, 2) + bytes(2, 2) + bytes(0, 4)),
            (
                "RING", 8,
                bytes(1, 2) + bytes(ring.count, 2) + bytes(0, 4) + bytes(1, 2) + bytes(4, 2) + bytes(ring.count, 4)
            ),
            ("VRTX", 4, (ring + hole).flatMap { bytes($0.0, 2) + bytes($0.1, 2) }),
        ]
        return TableFile.bytes(
            "LOCDZONE",
            sections.map { section in
                var data = section.bytes
                change(section.tag, &data)
                return (section.tag, section.size, data)
            })
    }

    @Test func `A ring encloses, a hole does not, and the rest is the largest`() throws {
        let table = try TimeZoneTable(TableBytes(table()))
        func zone(_ x: Double, _ y: Double) throws -> String? {
            try table.identifier(at: Coordinate(latitude: y / 65_535 / 2, longitude: x / 65_535 / 2))
        }
        #expect(try zone(5_000, 5_000) == "Africa/Abidjan")
        #expect(try zone(15_000, 15_000) == "Etc/GMT", "in the hole")
        #expect(try zone(40_000, 5_000) == "Etc/GMT" && zone(5_000, 40_000) == "Etc/GMT")
        #expect(try table.identifier(at: Coordinate(latitude: -5, longitude: 100)) == "Etc/GMT")
        #expect(try table.identifier(at: Coordinate(latitude: 91, longitude: 0)) == nil)
        #expect(try table.identifier(at: Coordinate(latitude: .nan, longitude: 0)) == nil)
    }

    /// Whoever writes the file can make its checksums right: then each number is checked when it is used.
    @Test(arguments: ["ZONE", "CELL", "MIXD", "RING", "VRTX"])
    func `A hostile file gives a zone or an error`(_ section: String) {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<Rounds.of(100) {
            let bytes = table { tag, data in
                guard tag == section else { return }
                for _ in 0..<8 {
                    // Of the cells the one that is asked for.
                    let index =
                        tag == "CELL"
                        ? 4 * (180 * 720 + 360) + Int.random(in: 0..<4, using: &random)
                        : Int.random(in: 0..<data.count, using: &random)
                    data[index] = UInt8.random(in: 0...255, using: &random)
                }
            }
            guard let table = try? TimeZoneTable(TableBytes(bytes)) else { continue }
            let zone = try? table.identifier(at: Coordinate(latitude: 0.05, longitude: 0.05))
            let isName = zone.flatMap(\.self)?.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ?? true
            #expect(isName, "\(zone as Any)")
        }
    }

    @Test func `A damaged file is refused`() throws {
        var random = SeededGenerator(seed: 11)
        let good = table()
        for _ in 0..<200 {
            var bad = good
            // Not in the filling between sections, which says nothing.
            let index = Int.random(in: 0..<200, using: &random)
            bad[index] ^= UInt8.random(in: 1...255, using: &random)
            if let table = try? TimeZoneTable(TableBytes(bad)) {
                // The filling behind the checksum of the head.
                #expect(try table.identifier(at: Coordinate(latitude: 0.01, longitude: 0.01)) == "Africa/Abidjan")
            }
            let shorter = Array(good.prefix(Int.random(in: 0..<good.count, using: &random)))
            #expect(throws: PlaceTableError.self) { try TimeZoneTable(TableBytes(shorter)) }
        }
    }
}
