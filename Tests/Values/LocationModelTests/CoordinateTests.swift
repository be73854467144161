import Glibc
import LocationModel
import LocdTestSupport
import Testing

@Suite struct CoordinateTests {
    @Test func `Valid is finite and in range`() {
        for (latitude, longitude) in [(90.0, 180.0), (-90, -180), (0, 0), (47.5, 8.5)] {
            #expect(Coordinate(latitude: latitude, longitude: longitude).isValid)
        }
        for (latitude, longitude) in [
            (90.000001, 0), (-91, 0), (0, 180.000001), (0, -181), (.nan, 0), (0, .nan), (.infinity, 0),
            (0, -Double.infinity),
        ] {
            #expect(!Coordinate(latitude: latitude, longitude: longitude).isValid)
        }
    }

    @Test func `Null Island is exactly zero`() {
        #expect(Coordinate(latitude: 0, longitude: 0).isNullIsland)
        #expect(Coordinate(latitude: -0.0, longitude: 0).isNullIsland)
        #expect(!Coordinate(latitude: 0, longitude: 1e-7).isNullIsland)
    }

    @Test func `Bearings stay below 360`() {
        let place = Coordinate(latitude: 0, longitude: 0)
        for east in [-1e-15, -1e-20, -1e-300, 1e-300, 0] {
            let bearing = place.geodesic(to: Coordinate(latitude: 1, longitude: east)).initialBearing
            #expect((0..<360).contains(bearing))
        }
        #expect(place.geodesic(to: Coordinate(latitude: 0, longitude: -1)).initialBearing == 270)
        #expect(place.geodesic(to: Coordinate(latitude: .nan, longitude: -1)).initialBearing.isNaN)
    }

    @Test func `Distances cross the antimeridian and the poles`() {
        let west = Coordinate(latitude: -17, longitude: 179.9999)
        let east = Coordinate(latitude: -17, longitude: -179.9999)
        #expect(abs(west.distance(to: east) - 21.3) < 0.1)
        let pole = Coordinate(latitude: 90, longitude: 12)
        #expect(pole.distance(to: Coordinate(latitude: 90, longitude: -100)) < 1e-9)
    }

    @Test func `Nearness is the geodesic's everywhere`() {
        var random = SeededGenerator(seed: 1)
        var decidedWithoutGeodesic = 0
        for _ in 0..<Rounds.of(20_000) {
            let latitude = Double.random(in: -90...90, using: &random)
            let longitude = Double.random(in: -180...180, using: &random)
            let here = Coordinate(latitude: latitude, longitude: longitude)
            // From centimetres to 100 km, at every bearing.
            let length = pow(10, Double.random(in: -2...5, using: &random))
            let there = here.moved(by: length, bearing: .random(in: 0..<360, using: &random))
            let distance = here.distance(to: there)
            for limit in [
                distance * 0.99, distance * 0.9999, distance, distance * 1.0001, distance * 1.01, 10, 25, 100,
            ] {
                #expect(here.isWithin(limit, of: there) == (distance <= limit))
                #expect(here.isNearer(than: limit, to: there) == (distance < limit))
            }
            if abs(latitude) < 79, length < 5000 { decidedWithoutGeodesic += 1 }
        }
        #expect(decidedWithoutGeodesic > Rounds.of(10_000))
    }

    @Test func `Nearness of what is no place is false`() {
        for other in [
            Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .infinity),
            Coordinate(latitude: 91, longitude: 0),
        ] {
            #expect(!Coordinate.sample.isWithin(.infinity, of: other))
            #expect(!Coordinate.sample.isNearer(than: .infinity, to: other))
        }
        #expect(!Coordinate.sample.isWithin(.nan, of: .sample))
        #expect(!Coordinate.sample.isNearer(than: 0, to: .sample))
        #expect(Coordinate.sample.isWithin(0, of: .sample))
    }
}
