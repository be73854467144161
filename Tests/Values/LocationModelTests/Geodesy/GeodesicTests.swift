import Glibc
import LocationModel
import LocdTestSupport
import Testing

/// Karney's geodesics: lat1 lon1 azi1 lat2 lon2 azi2 s12 a12 m12 S12.
private enum GeodTest {
    static let path = Checkout.data("reference/GeodTest-100.dat")

    static var isThere: Bool { access(path, R_OK) == 0 }

    static func rows() -> [[Double]] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var rows: [[Double]] = []
        var line = [CChar](repeating: 0, count: 1024)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            rows.append(text.split(separator: " ").compactMap { Double($0) })
        }
        return rows
    }
}

@Suite struct GeodesicTests {
    @Test(.enabled(if: GeodTest.isThere, "shared/data is not beside the project"))
    func `Geodesics agree with the published ones to a micrometre`() throws {
        let rows = GeodTest.rows()
        try #require(rows.count >= 100)
        for row in rows {
            try #require(row.count == 10)
            let from = Coordinate(latitude: row[0], longitude: row[1])
            let to = Coordinate(latitude: row[3], longitude: row[4])
            let (distance, bearing) = from.geodesic(to: to)
            #expect(abs(distance - row[6]) < 1e-6)
            #expect(abs(from.distance(to: to) - row[6]) < 1e-6)
            #expect((0..<360).contains(bearing))
            // Nearly antipodal points: the azimuth is ill-conditioned, the distance is not.
            let expected = row[2] < 0 ? row[2] + 360 : row[2]
            #expect(abs(bearing - expected) < 1e-6 || distance > 19_900_000)
            let direct = from.moved(by: row[6], bearing: row[2])
            #expect(direct.distance(to: to) < 1e-6)
        }
    }

    @Test(arguments: [
        // Tables 3 and 4: a short line, and one to the other side of the Earth.
        (-30.12345, 0.0, -30.12344, 0.00005, 4.944_208, 77.043_533_542_37),
        (-30, 0, 29.9, 179.8, 19_989_832.827_610, 161.890_524_736_33),
    ])
    func `The examples of the paper come out to its last digit`(
        latitude: Double, longitude: Double, latitude2: Double, longitude2: Double, distance: Double, azimuth: Double
    ) {
        let line = Coordinate(latitude: latitude, longitude: longitude)
            .geodesic(to: Coordinate(latitude: latitude2, longitude: longitude2))
        #expect(abs(line.distance - distance) < 6e-7)
        // A nanometre sideways, on a line of five metres.
        #expect(abs(line.initialBearing - azimuth) < 2e-9)
    }

    @Test func `Direct example of the paper`() {
        // Table 2.
        let end = Coordinate(latitude: 40, longitude: 0).moved(by: 10_000_000, bearing: 30)
        #expect(abs(end.latitude - 41.793_310_205_06) < 1e-11)
        #expect(abs(end.longitude - 137.844_900_043_77) < 1e-11)
    }

    @Test func `Quarters of the equator and of the meridian have their lengths`() {
        let origin = Coordinate(latitude: 0, longitude: 0)
        let pole = Coordinate(latitude: 90, longitude: 77)
        // a π / 2 and, of WGS 84, the quarter meridian.
        #expect(abs(origin.distance(to: Coordinate(latitude: 0, longitude: 90)) - 10_018_754.171_394_6) < 1e-6)
        #expect(abs(origin.distance(to: pole) - 10_001_965.729_312_7) < 1e-6)
        #expect(abs(origin.distance(to: Coordinate(latitude: 0, longitude: 180)) - 20_003_931.458_625_4) < 1e-6)
        #expect(pole.distance(to: Coordinate(latitude: 90, longitude: -3)) < 1e-9)
    }

    @Test(arguments: HardLines.allCases)
    func `A line to a point leads there, and none through a third point is shorter`(lines: HardLines) {
        for (from, to) in lines.lines(count: 400) {
            let (distance, bearing) = from.geodesic(to: to)
            #expect((0...20_003_931.458_626).contains(distance))
            #expect((0..<360).contains(bearing))
            #expect(abs(distance - to.distance(to: from)) < 2e-8, "\(from) \(to)")
            let end = from.moved(by: distance, bearing: bearing)
            // Twice the accuracy of either, where the end is not in doubt.
            #expect(end.distance(to: to) < 1e-6, "\(from) \(to)")
            let middle = from.moved(by: distance / 2, bearing: bearing)
            #expect(abs(middle.distance(to: from) + middle.distance(to: to) - distance) < 1e-6, "\(from) \(to)")
            for aside in [bearing + 90, bearing - 90] {
                let detour = middle.moved(by: distance / 10, bearing: aside)
                #expect(detour.distance(to: from) + detour.distance(to: to) > distance - 1e-6, "\(from) \(to)")
            }
        }
    }

    @Test func `Distance to itself is zero`() {
        for (from, _) in HardLines.allCases.flatMap({ $0.lines(count: 200) }) {
            #expect(from.distance(to: from) == 0)
            let around = Coordinate(latitude: from.latitude, longitude: from.longitude + 360)
            #expect(from.distance(to: around) < 1e-7)
        }
    }

    @Test func `What is no place has no distance`() {
        let place = Coordinate(latitude: 47, longitude: 8)
        for (latitude, longitude) in [
            (90.000_001, 0), (-91, 0), (.nan, 0), (0, .nan), (.infinity, 0), (0, -Double.infinity),
        ] {
            let other = Coordinate(latitude: latitude, longitude: longitude)
            #expect(place.distance(to: other).isNaN)
            #expect(other.geodesic(to: place).initialBearing.isNaN)
            #expect(other.moved(by: 1, bearing: 0).latitude.isNaN)
        }
        #expect(place.moved(by: .nan, bearing: 0).latitude.isNaN)
        #expect(place.moved(by: 1, bearing: .infinity).longitude.isNaN)
    }

    @Test func `Areas are those of the ellipsoid's parts`() throws {
        func area(_ corners: [(Double, Double)]) throws -> Double {
            try #require(GeodesicPolygon(corners: corners.map { Coordinate(latitude: $0.0, longitude: $0.1) })).area
        }
        let earth = 510_065_621_724_088.5
        #expect(abs(try area([(0, 0), (0, 90), (90, 0)]) - earth / 8) < 0.2)
        #expect(abs(try area([(0, 10), (90, -40), (0, 100)]) - earth / 8) < 0.2)
        #expect(abs(try area([(0, 0), (0, 120), (0, -120)]) - earth / 2) < 0.2)
        #expect(abs(try area([(0, 0), (0, 90), (0, 180), (90, 0)]) - earth / 4) < 0.2)
        // Table 2 of the paper: S12 is what lies between the line and the equator.
        let below = try area([
            (0, 0), (40, 0), (41.793_310_205_056_265, 137.844_900_043_771_5), (0, 137.844_900_043_771_5),
        ])
        #expect(abs(below - 84_275_623_422_354.44) < 0.3)
        // A degree square at the equator (GeographicLib's Planimeter), on either side of the antimeridian.
        #expect(abs(try area([(0, 0), (0, 1), (1, 1), (1, 0)]) - 12_308_778_361.469) < 0.1)
        #expect(abs(try area([(0, 179.5), (0, -179.5), (1, -179.5), (1, 179.5)]) - 12_308_778_361.469) < 0.1)
    }

    @Test func `The parts of a polygon have its area together`() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            let size = Double.random(in: -5...1, using: &random)
            let centre = Coordinate(
                latitude: .random(in: -89...89, using: &random), longitude: .random(in: -180...180, using: &random))
            let corners = (0..<6).map { centre.moved(by: 1e5 * exp(size), bearing: Double($0) * 60) }
            let whole = try #require(GeodesicPolygon(corners: corners)).area
            let parts = try corners.indices.reduce(0.0) {
                $0 + (try #require(GeodesicPolygon(corners: [centre, corners[$1], corners[($1 + 1) % 6]])).area)
            }
            #expect(abs(whole - parts) < 0.5)
        }
    }
}
