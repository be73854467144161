import LocationModel
import LocdTestSupport
import Motion
import Testing

@testable import TrackTools

@Suite struct ShortDistanceTests {
    @Test func `It is the geodesic to ten nanometres`() {
        var random = SeededGenerator(seed: 7)
        var given = 0
        for _ in 0..<20_000 {
            let here = Coordinate(
                latitude: .random(in: -80...80, using: &random), longitude: .random(in: -180...180, using: &random))
            let there = here.moved(
                by: .random(in: 0...400, using: &random), bearing: .random(in: 0..<360, using: &random))
            guard let distance = here.shortDistance(to: there) else { continue }
            given += 1
            #expect(abs(distance - here.distance(to: there)) < 10e-9)
        }
        #expect(given > 8000)
    }

    @Test func `There is none far away near the poles or across the antimeridian`() {
        let here = Coordinate(latitude: 47, longitude: 8)
        #expect(here.shortDistance(to: Coordinate(latitude: 47.01, longitude: 8)) == nil)
        #expect(here.shortDistance(to: Coordinate(latitude: 47, longitude: 8.01)) == nil)
        #expect(here.shortDistance(to: Coordinate(latitude: .nan, longitude: 8)) == nil)
        #expect(here.shortDistance(to: Coordinate(latitude: 47, longitude: .infinity)) == nil)
        #expect(here.shortDistance(to: here) == 0)
        let pole = Coordinate(latitude: 89, longitude: 8)
        #expect(pole.shortDistance(to: pole) == nil)
        let west = Coordinate(latitude: -17, longitude: 179.9999)
        #expect(west.shortDistance(to: Coordinate(latitude: -17, longitude: -179.9999)) == nil)
    }
}
