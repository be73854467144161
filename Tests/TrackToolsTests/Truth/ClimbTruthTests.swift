import LocationModel
import LocdTestSupport
import Testing

@testable import TrackTools
@testable import Tracks

#if canImport(Glibc)
    import Glibc
#endif

/// Climb held against hills that are known, with an altitude that drifts. `make truth` prints the figures.
@Suite("Truth: climb", .serialized) struct ClimbTruthTests {
    private static let drift = TruthWalk.Noise(deviation: 3, correlationTime: 120)

    /// What is counted of two hours at 1 Hz, for some seeds.
    private func climbs(
        noise: TruthWalk.Noise, speed: Double = 1.4, _ altitude: (Double) -> Double
    ) throws -> [Double] {
        try (1...(TruthWalk.seeds * 2)).map { seed in
            var random = SeededGenerator(seed: seed)
            var error = Drift(noise, &random)
            var statistics = TrackStatistics()
            for second in 0..<7200 {
                let time = Double(second)
                var location = Location.sample(time, north: speed * time, speed: speed)
                location.course = 0
                location.altitude = 400 + altitude(time) + error.next(1, &random)
                statistics.add(.location(location))
            }
            statistics.finish()
            return try #require(statistics.climb)
        }
    }

    @Test func aFlatWayHasNoClimb() throws {
        let climbs = try climbs(noise: Self.drift) { _ in 0 }
        print("truth: climb of a flat way, \(Self.drift): \(climbs), true 0")
        #expect(climbs.allSatisfy { $0 < 30 })
    }

    @Test func standingIsNoClimb() throws {
        let climbs = try climbs(noise: Self.drift, speed: 0) { _ in 0 }
        print("truth: climb while standing, \(Self.drift): \(climbs), true 0")
        #expect(climbs.allSatisfy { $0 == 0 })
    }

    @Test func aHillIsItsHeight() throws {
        let climbs = try climbs(noise: Self.drift) { 500 - abs($0 - 3600) * 500 / 3600 }
        print("truth: climb of a hill, \(Self.drift): \(climbs), true 500")
        #expect(climbs.allSatisfy { (470...530).contains($0) })
    }

    @Test(arguments: [400.0, 800], [0.0, 3]) func rollingHillsAreTheirSum(period: Double, deviation: Double) throws {
        let noise = TruthWalk.Noise(deviation: deviation, correlationTime: 120)
        let climbs = try climbs(noise: noise) { 10 - 10 * cos(2 * .pi * $0 / period) }
        let truth = 7200 / period * 20
        let mean = climbs.reduce(0, +) / Double(climbs.count)
        print("truth: climb of hills of 20 m each \(period) s, \(noise): mean \(mean), true \(truth)")
        #expect(abs(mean / truth - 1) < 0.1)
    }

    /// At sea there is no climb, whatever the receiver says for an hour and a half.
    @Test(
        .enabled(if: TruthTable.isThere, "shared/data is not beside the project"),
        arguments: ["surf-gt31", "surf-gw60", "surf-head-left", "surf-head-right", "surf-boom-left"])
    func theSeaIsFlat(name: String) throws {
        var statistics = TrackStatistics()
        for location in try TruthTable("\(name).csv.gz").locations { statistics.add(.location(location)) }
        statistics.finish()
        let climb = try #require(statistics.climb)
        print("truth: climb of \(name): \(climb), true 0")
        #expect(climb < 60)
    }
}
