import LocationModel
import LocdTestSupport
import Motion
import Testing
import TrackTestSupport

@testable import TrackTools

@Suite("Simplification, smoothing, geometry")
struct TrackSimplifierTests {
    private let home = Coordinate(latitude: 47.5, longitude: 8.5)

    /// A drive that turns, with the noise of a receiver.
    private func wander(_ count: Int, from start: Coordinate, step: Double = 12, seed: UInt64) -> [Coordinate] {
        var generator = SeededGenerator(seed: seed)
        var bearing = 90.0
        var place = start
        return (0..<count).map { _ in
            bearing += Double.random(in: -12...12, using: &generator)
            place = place.moved(by: step, bearing: bearing)
            return place.moved(by: Double.random(in: 0..<3, using: &generator), bearing: bearing + 90)
        }
    }

    @Test(arguments: [(47.5, 8.5, 12.0), (-33, 179.9999, 12), (89.99, 0, 12), (0, -180, 5000)])
    func `Omitted points are within the tolerance`(latitude: Double, longitude: Double, step: Double) {
        let start = Coordinate(latitude: latitude, longitude: longitude)
        let places = wander(3000, from: start, step: step, seed: 9)
        let tolerance = step / 2
        let kept = TrackSimplifier.kept(places, tolerance: tolerance)
        #expect(kept.first == 0)
        #expect(kept.last == places.count - 1)
        #expect(kept.count < places.count / 2)
        for (first, last) in zip(kept, kept.dropFirst()) {
            let way = GeodesicSegment(from: places[first], to: places[last])
            for index in first...last {
                let distance = way.nearestPoint(to: places[index]).distance
                if distance > tolerance * 1.001 + 0.001 { Issue.record("place \(index) is \(distance) m away") }
            }
        }
    }

    @Test func `Straight line loses all but its ends and a loop does not`() {
        let straight = (0..<1000).map { home.moved(by: Double($0) * 10, bearing: 45) }
        #expect(TrackSimplifier.kept(straight, tolerance: 1) == [0, 999])
        let loop = (0...360).map { home.moved(by: 500, bearing: Double($0)) }
        let kept = TrackSimplifier.kept(loop, tolerance: 10)
        #expect(kept.count > 8)
        #expect(kept.count < 40)
        #expect(TrackSimplifier.kept([], tolerance: 1) == [])
        #expect(TrackSimplifier.kept([home], tolerance: 1) == [0])
        #expect(TrackSimplifier.kept([home, home, home], tolerance: 1) == [0, 2])
    }

    @Test func `Long lines neither recurse nor take forever`() {
        // A zigzag keeps everything, which is the deepest that a division can be.
        let zigzag = (0..<20_000).map { index in
            Coordinate(latitude: index % 2 == 0 ? 47 : 47.001, longitude: Double(index) / 1e4)
        }
        #expect(TrackSimplifier.kept(zigzag, tolerance: 1).count == zigzag.count)
    }

    @Test func `Nearest point is nearer than its neighbours`() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            let from = Coordinate(
                latitude: Double.random(in: -80...80, using: &generator),
                longitude: Double.random(in: -180...180, using: &generator))
            let bearing = Double.random(in: 0..<360, using: &generator)
            let length = Double.random(in: 10...300_000, using: &generator)
            let to = from.moved(by: length, bearing: bearing)
            let place = from.moved(
                by: Double.random(in: 0...400_000, using: &generator),
                bearing: Double.random(in: 0..<360, using: &generator))
            let nearest = GeodesicSegment(from: from, to: to).nearestPoint(to: place)
            #expect((0...length * 1.000001).contains(nearest.along))
            for step in [-0.5, 0.5] {
                let along = min(max(nearest.along + step, 0), length)
                let neighbour = from.moved(by: along, bearing: bearing)
                #expect(place.distance(to: neighbour) >= nearest.distance - 0.001)
            }
        }
    }

    @Test func `Polygon has the area of the ellipsoid and knows what is in it`() throws {
        // A degree square at the equator: 12,308.778 km² (GeographicLib's Planimeter).
        let square = try #require(
            GeodesicPolygon(
                corners: [(0, 179.5), (0, -179.5), (1, -179.5), (1, 179.5)].map {
                    Coordinate(latitude: $0, longitude: $1)
                }))
        #expect(abs(square.area / 1e6 - 12_308.778) < 0.01)
        #expect(square.contains(Coordinate(latitude: 0.5, longitude: 180)))
        #expect(square.contains(Coordinate(latitude: 0.5, longitude: -179.6)))
        #expect(!square.contains(Coordinate(latitude: 0.5, longitude: 0)))
        #expect(!square.contains(Coordinate(latitude: 1.5, longitude: 180)))
        #expect(GeodesicPolygon(corners: [home, home]) == nil)
    }

    @Test(arguments: TrackSmoothing.allCases)
    func `Smoothing comes nearer to the truth across the antimeridian`(kind: TrackSmoothing) {
        var generator = SeededGenerator(seed: 8)
        let start = Coordinate(latitude: 60, longitude: 179.98)
        let begin = moment("2026-11-21T06:00:00Z")
        let truth = (0..<400).map { start.moved(by: Double($0) * 10, bearing: 80 + Double($0) / 20) }
        let noisy = truth.enumerated().map { index, place in
            let moved = place.moved(
                by: Double.random(in: 0..<10, using: &generator), bearing: Double.random(in: 0..<360, using: &generator)
            )
            var location = Location(timestamp: begin.advanced(bySeconds: Double(index)), coordinate: moved)
            location.horizontalAccuracy = 5.8
            location.speed = 10
            return location
        }
        func error(_ locations: [Location]) -> Double {
            zip(locations, truth).reduce(0) { $0 + $1.0.coordinate.distance(to: $1.1) } / Double(truth.count)
        }
        let smoothed = kind.smoothed(noisy)
        #expect(smoothed.count == noisy.count)
        #expect(error(smoothed) < error(noisy) * (kind == .kalman ? 0.6 : 0.75))
        #expect(smoothed.allSatisfy { $0.coordinate.isValid })
        #expect(smoothed.map(\.timestamp) == noisy.map(\.timestamp))
        #expect(smoothed.allSatisfy { $0.speed == 10 })
        #expect(kind.smoothed([]) == [])
        #expect(kind.smoothed([noisy[0]]) == [noisy[0]])
        // Two of one time, as rounded times are.
        #expect(kind.smoothed([noisy[0], noisy[0], noisy[0]]).allSatisfy { $0.coordinate.isValid })
    }

    @Test func `Accuracy of a stationary receiver is measured`() throws {
        var locations: [Location] = []
        for index in 0..<100 {
            let place = home.moved(by: Double(index % 10 + 1), bearing: Double(index * 36 % 360))
            locations.append(
                Location(
                    timestamp: moment("2026-11-21T06:00:00Z").advanced(bySeconds: Double(index)), coordinate: place))
        }
        let accuracy = try #require(StationaryAccuracy(locations))
        #expect(accuracy.count == 100)
        #expect(accuracy.mean.distance(to: home) < 2)
        #expect(accuracy.cep50 < accuracy.cep68)
        #expect(accuracy.cep68 < accuracy.cep95)
        #expect(accuracy.cep95 <= accuracy.maximumDeviation)
        #expect(accuracy.drift < 3)
        #expect(accuracy.meanAltitude == nil)
        #expect(StationaryAccuracy([]) == nil)
    }
}
