import LocdTestSupport
import Testing

@testable import LocationModel

@Suite struct DistanceBoundsTests {
    @Test func `Bounds hold the geodesic where they are given`() {
        var random = SeededGenerator(seed: 2)
        var given = 0
        for _ in 0..<50_000 {
            let here = Coordinate(
                latitude: .random(in: -81...81, using: &random), longitude: .random(in: -180...180, using: &random))
            let there = Coordinate(
                latitude: here.latitude + .random(in: -0.12...0.12, using: &random),
                longitude: here.longitude + .random(in: -0.6...0.6, using: &random))
            guard let bounds = here.distanceBounds(to: there) else { continue }
            given += 1
            #expect(bounds.contains(here.distance(to: there)))
        }
        #expect(given > 20_000)
    }

    @Test func `Near the poles there are none`() {
        let pole = Coordinate(latitude: 89.99, longitude: 0)
        #expect(pole.distanceBounds(to: Coordinate(latitude: 89.99, longitude: 0.1)) == nil)
        #expect(Coordinate.sample.distanceBounds(to: Coordinate(latitude: 47.7, longitude: 8.5)) == nil)
    }

    @Test func `The antimeridian is no border`() throws {
        let west = Coordinate(latitude: -17, longitude: 179.9999)
        let bounds = try #require(west.distanceBounds(to: Coordinate(latitude: -17, longitude: -179.9999)))
        #expect(bounds.contains(21.3))
    }
}
