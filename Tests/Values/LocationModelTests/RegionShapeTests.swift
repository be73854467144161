import LocationModel
import LocdTestSupport
import Testing

@Suite struct RegionShapeTests {
    private static func ring(_ positions: [(Double, Double)]) throws -> Ring {
        try #require(Ring(positions.map { Coordinate(latitude: $0.1, longitude: $0.0) }))
    }

    private static func square(west: Double, south: Double, east: Double, north: Double) throws -> Ring {
        try ring([(west, south), (east, south), (east, north), (west, north)])
    }

    private static func shape(_ exterior: Ring, holes: [Ring] = []) -> RegionShape {
        .polygons([Polygon(exterior: exterior, holes: holes)])
    }

    private static func point(_ longitude: Double, _ latitude: Double) -> Coordinate {
        Coordinate(latitude: latitude, longitude: longitude)
    }

    @Test func `The boundary of a circle belongs to it`() {
        let center = Coordinate.sample
        let edge = center.moved(north: 100)
        let shape = RegionShape.circle(center: center, radius: center.distance(to: edge))
        #expect(shape.contains(edge))
        #expect(shape.distance(to: edge) == 0)
        #expect(abs(shape.distance(to: center) + 100) < 1e-6)
        #expect(abs(shape.distance(to: center.moved(north: 250)) - 150) < 1e-6)
    }

    @Test func `A hole is outside`() throws {
        let shape = Self.shape(
            try Self.square(west: 8, south: 47, east: 9, north: 48),
            holes: [try Self.square(west: 8.4, south: 47.4, east: 8.6, north: 47.6)])
        #expect(shape.contains(Self.point(8.2, 47.2)))
        #expect(!shape.contains(Self.point(8.5, 47.5)))
        #expect(!shape.contains(Self.point(9.1, 47.5)))
        // 0.05 degrees of longitude to the hole's edge.
        let inHole = shape.distance(to: Self.point(8.45, 47.5))
        #expect(abs(inHole - Self.point(8.45, 47.5).distance(to: Self.point(8.4, 47.5))) < 0.01)
    }

    @Test(arguments: [(179.5, -179.5), (179.5, 180.0), (170.0, -170.0)])
    func `A polygon may lie across the antimeridian`(west: Double, east: Double) throws {
        let shape = Self.shape(try Self.square(west: west, south: -18, east: east, north: -16))
        #expect(shape.contains(Self.point(179.9, -17)))
        #expect(!shape.contains(Self.point(0, -17)))
        #expect(!shape.contains(Self.point(160, -17)))
        #expect(shape.contains(Self.point(-179.9, -17)) == (east < 0))
        #expect(shape.bounds.contains { $0.contains(Self.point(179.9, -17)) })
        #expect(shape.bounds.allSatisfy { $0.width <= 21 })
    }

    @Test(arguments: [1.0, -1.0]) func `A ring around a pole holds it`(sign: Double) throws {
        let shape = Self.shape(
            try Self.ring(stride(from: -180.0, to: 180, by: 30).map { ($0, sign * (80 + ($0 / 30).magnitude)) }))
        #expect(shape.contains(Self.point(0, sign * 90)))
        #expect(shape.contains(Self.point(77, sign * 89)))
        #expect(!shape.contains(Self.point(77, sign * 70)))
        #expect(!shape.contains(Self.point(77, sign * -89)))
        #expect(shape.bounds.contains { $0.contains(Self.point(-123, sign * 89.9)) })
    }

    @Test func `A ring that was cut along the pole holds it too`() throws {
        // As RFC 7946 and Natural Earth have Antarctica: down to the pole along the antimeridian, and up again.
        let shape = Self.shape(
            try Self.ring([(-180, -90), (180, -90), (180, -75), (90, -70), (0, -72), (-90, -74), (-180, -75)]))
        #expect(shape.contains(Self.point(0, -89)))
        #expect(shape.contains(Self.point(45, -73)))
        #expect(!shape.contains(Self.point(45, -60)))
        #expect(!shape.contains(Self.point(0, 80)))
    }

    /// The nearest point, searched for along each edge in steps of a hundred-thousandth.
    private static func sampledDistance(from point: Coordinate, to vertices: [Coordinate]) -> Double {
        var best = Double.infinity
        for (start, end) in zip(vertices, vertices.dropFirst()) {
            for step in 0...2000 {
                let part = Double(step) / 2000
                let candidate = Coordinate(
                    latitude: start.latitude + part * (end.latitude - start.latitude),
                    longitude: start.longitude + part * (end.longitude - start.longitude))
                best = min(best, point.distance(to: candidate))
            }
        }
        return best
    }

    @Test(arguments: [0.0, 47.5, -60, 79, 85, -89.5])
    func `Distances are those of geodesics to the edges`(latitude: Double) throws {
        var random = SeededGenerator(seed: UInt64(rounding: abs(latitude) * 10))
        for _ in 0..<8 {
            let point = Self.point(8, latitude)
            let vertices = (0..<4).map { _ in
                point.moved(by: .random(in: 500...9000, using: &random), bearing: .random(in: 0..<360, using: &random))
            }
            // The pole itself has no east: edges across it are not what a person means.
            guard vertices.allSatisfy({ abs($0.longitude - 8) < 90 }) else { continue }
            let line = try #require(Polyline(vertices))
            #expect(abs(line.distance(to: point) - Self.sampledDistance(from: point, to: vertices)) < 0.3)
        }
    }

    @Test func `A corridor reaches half its width to either side`() throws {
        let line = try #require(Polyline([Coordinate.sample, Coordinate.sample.moved(north: 1000)]))
        let shape = RegionShape.corridor(line, width: 100)
        #expect(shape.contains(Coordinate.sample.moved(north: 500, east: 49.9)))
        #expect(!shape.contains(Coordinate.sample.moved(north: 500, east: -50.1)))
        #expect(shape.contains(Coordinate.sample.moved(north: -49.9)))
        #expect(shape.depth == 50)
    }

    @Test func `Points inside are inside the bounds`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let center = Self.point(.random(in: -180...180, using: &random), .random(in: -90...90, using: &random))
            let radius = Double.random(in: 1...900_000, using: &random)
            let shape = RegionShape.circle(center: center, radius: radius)
            let bounds = shape.bounds
            for _ in 0..<20 {
                let inside = center.moved(
                    by: .random(in: 0...radius, using: &random), bearing: .random(in: 0..<360, using: &random))
                #expect(bounds.contains { $0.contains(inside) }, "\(center) \(radius) \(inside)")
            }
        }
    }

    @Test func `The index finds what touches`() {
        var random = SeededGenerator(seed: 8)
        let boxes = (0..<3000).map { number in
            (
                box: BoundingBox(
                    around: Self.point(.random(in: -180...180, using: &random), .random(in: -90...90, using: &random)),
                    reaching: .random(in: 10...200_000, using: &random)), number: number
            )
        }
        let index = RegionIndex(boxes)
        for _ in 0..<300 {
            let point = Self.point(.random(in: -180...180, using: &random), .random(in: -90...90, using: &random))
            var found: Set<Int> = []
            index.forEach(touching: BoundingBox(around: point, reaching: 0)) { found.insert($0) }
            let expected = boxes.filter { $0.box.contains(point) }.map(\.number)
            #expect(found.isSuperset(of: expected))
            #expect(found.count <= expected.count + 3)
        }
        var nothing = 0
        RegionIndex().forEach(touching: BoundingBox(around: .sample, reaching: 1e6)) { _ in nothing += 1 }
        #expect(nothing == 0)
    }
}
