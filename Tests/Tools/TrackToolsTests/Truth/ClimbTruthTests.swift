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
        noise: TruthWalk.Noise, speed: Double = 1.4, runs: UInt64 = 2, seconds: Int = 7200,
        claiming accuracy: Double? = nil, _ altitude: (Double) -> Double
    ) throws -> [Double] {
        try (1...(TruthWalk.seeds * runs)).map { seed in
            var random = SeededGenerator(seed: seed)
            var error = Drift(noise, &random)
            var statistics = TrackStatistics()
            for second in 0..<seconds {
                let time = Double(second)
                var location = Location.sample(time, north: speed * time, speed: speed)
                location.course = 0
                location.altitude = 400 + altitude(time) + error.next(1, &random)
                location.verticalAccuracy = accuracy
                statistics.add(.location(location))
            }
            statistics.finish()
            return try #require(statistics.climb)
        }
    }

    @Test func `A flat way has no climb`() throws {
        let climbs = try climbs(noise: Self.drift) { _ in 0 }
        print("truth: climb of a flat way, \(Self.drift): \(climbs), true 0")
        #expect(climbs.allSatisfy { $0 < 30 })
    }

    @Test func `Standing is no climb`() throws {
        let climbs = try climbs(noise: Self.drift, speed: 0) { _ in 0 }
        print("truth: climb while standing, \(Self.drift): \(climbs), true 0")
        #expect(climbs.allSatisfy { $0 == 0 })
    }

    @Test func `A hill is its height`() throws {
        let climbs = try climbs(noise: Self.drift) { 500 - abs($0 - 3600) * 500 / 3600 }
        print("truth: climb of a hill, \(Self.drift): \(climbs), true 500")
        #expect(climbs.allSatisfy { (470...530).contains($0) })
    }

    @Test(arguments: [400.0, 800], [0.0, 3]) func `Rolling hills are their sum`(period: Double, deviation: Double)
        throws
    {
        let noise = TruthWalk.Noise(deviation: deviation, correlationTime: 120)
        let climbs = try climbs(noise: noise) { 10 - 10 * cos(2 * .pi * $0 / period) }
        let truth = 7200 / period * 20
        let mean = climbs.reduce(0, +) / Double(climbs.count)
        print("truth: climb of hills of 20 m each \(period) s, \(noise): mean \(mean), true \(truth)")
        #expect(abs(mean / truth - 1) < 0.1)
    }

    /// Shares of the true climb, and the true one, of hills of this height and length, in two hours.
    private func hills(
        _ height: Double, each length: Double, speed: Double, _ noise: TruthWalk.Noise, _ shape: (Double) -> Double
    ) throws -> [Double] {
        let count = (7200 * speed / length).rounded(.down)
        return try climbs(noise: noise, speed: speed) { time in
            let way = speed * time / length
            return way < count ? height * shape(way - way.rounded(.down)) : 0
        }.map { $0 / (height * count) }
    }

    @Test(
        arguments: [
            (8.0, 500.0, 8.0), (8, 700, 6), (15, 700, 6), (40, 700, 6), (40, 500, 8), (12, 900, 4), (30, 2000, 3),
        ],
        [(0.1, 0.0), (0.5, 0), (0.1, 120), (0.5, 120), (0.5, 300)])
    func `Short hills of a clean altitude are their sum`(hill: (Double, Double, Double), noise: (Double, Double)) throws
    {
        let noise = TruthWalk.Noise(deviation: noise.0, correlationTime: noise.1)
        let shares = try hills(hill.0, each: hill.1, speed: hill.2, noise) { (1 - cos(2 * .pi * $0)) / 2 }
        print("truth: climb of hills of \(hill), \(noise): \(shares) of the truth")
        #expect(shares.allSatisfy { (0.88...1.15).contains($0) })
        #expect((0.9...1.12).contains(shares.reduce(0, +) / Double(shares.count)))
    }

    /// A recorder writes a location every 12 m: each two seconds here, three there.
    @Test func `Hills are told from noise at uneven intervals`() throws {
        var noise = AltitudeNoise(findsRelief: true)
        for index in 0..<1000 {
            let time = Double(index / 4 * 9 + index % 4 * 2)
            noise.add(10 * sin(2 * .pi * time / 100), at: time)
        }
        let deviations = try #require(noise.deviations)
        #expect(deviations.lasting < 0.5 && deviations.new < 0.1)
    }

    /// Receivers claim what they are off by for hours, too.
    @Test(arguments: [(10.0, 970.0), (23, 730), (28, 1190)]) func `Hills of a receiver that claims more are their sum`(
        height: Double, length: Double
    ) throws {
        let noise = TruthWalk.Noise(deviation: 0.5, correlationTime: 120)
        let seconds = Int(rounding: length * 20 / 6)
        let climbs = try climbs(noise: noise, speed: 6, seconds: seconds, claiming: 5.5) {
            height / 2 * (1 - cos(2 * .pi * 6 * $0 / length))
        }
        print("truth: climb of 20 hills of \(height) m each \(length) m, claiming 5.5 m: \(climbs)")
        #expect(climbs.allSatisfy { (0.9...1.1).contains($0 / (20 * height)) })
    }

    /// Up within 60 m, 40 m of a bridge, down again, each kilometre; straight ramps.
    @Test(arguments: [3.0, 6, 8], [0.1, 0.5]) func `Bridges are their sum`(speed: Double, deviation: Double) throws {
        let noise = TruthWalk.Noise(deviation: deviation, correlationTime: 0)
        let shares = try hills(8, each: 1000, speed: speed, noise) { min(max((0.08 - abs($0 - 0.5)) / 0.06, 0), 1) }
        print("truth: climb of bridges of 8 m at \(speed) m/s, \(noise): \(shares) of the truth")
        #expect(shares.allSatisfy { (0.88...1.15).contains($0) })
    }

    /// Noise of any time constant is no relief.
    @Test(arguments: [3.0, 5], [0.0, 5, 20, 60, 120, 300]) func `Flat way has no climb whatever the noise`(
        deviation: Double, time: Double
    ) throws {
        let noise = TruthWalk.Noise(deviation: deviation, correlationTime: time)
        let climbs = try climbs(noise: noise, runs: 2) { _ in 0 }
        print("truth: climb of a flat way, \(noise): \(climbs), true 0")
        // Slower drift is a hill now and then.
        #expect((time <= 60 ? climbs.max() ?? 0 : climbs.reduce(0, +) / Double(climbs.count)) < 29)
    }

    /// A postman: 48 m at 4 m/s, 25 s at a door, 300 times. The noise of each stop is not added up.
    @Test(arguments: [(3.0, 30.0), (5, 30), (3, 60), (5, 60), (3, 120)])
    func `A flat round with many stops has no climb`(deviation: Double, time: Double) throws {
        for seed in 1...(TruthWalk.seeds * 2) {
            var random = SeededGenerator(seed: seed + 90)
            var up = Drift(TruthWalk.Noise(deviation: deviation, correlationTime: time), &random)
            var statistics = TrackStatistics()
            statistics.add(.piece(isRecorded: true))
            for index in 0..<1200 {
                var location = Location.sample(
                    Double(3 * index + 25 * (index / 4)), north: 12 * Double(index), speed: 4)
                location.altitude = 400 + up.next(index % 4 == 0 ? 28 : 3, &random)
                statistics.add(.location(location))
            }
            statistics.finish()
            let climb = try #require(statistics.climb)
            print("truth: a round with 300 stops, σ \(deviation) m, τ \(time) s, seed \(seed): climb \(climb)")
            #expect(climb < (time <= 60 ? 20 : 60))
        }
    }

    @Test(arguments: [18.0, 25, 40]) func `An airliner climbs as far as it goes up`(rate: Double) throws {
        var statistics = TrackStatistics()
        for second in 0..<1000 {
            var location = Location.sample(Double(second), north: 120 * Double(second), speed: 120)
            // Ten seconds until it climbs so fast.
            let time = Double(max(second - 100, 0))
            location.altitude = 400 + min(time < 10 ? rate * time * time / 20 : rate * (time - 5), 9000)
            statistics.add(.location(location))
        }
        statistics.finish()
        #expect(try abs(#require(statistics.climb) - 9000) < 200)
    }

    /// Slower than what counts as motion, up a steep path, with and without a reported speed.
    @Test(arguments: [0.3, 0.4, 0.5, 0.6, 0.8], [300.0, 400, 500]) func `Slow steep climb is its height`(
        speed: Double, metresAnHour: Double
    ) throws {
        for hasSpeed in [true, false] {
            for seed in 1...(TruthWalk.seeds * 2) {
                var random = SeededGenerator(seed: seed + 40)
                let horizontal = TruthWalk.Noise(deviation: 1.5, correlationTime: 60)
                var (north, east) = (Drift(horizontal, &random), Drift(horizontal, &random))
                var up = Drift(TruthWalk.Noise(deviation: 1.5, correlationTime: 120), &random)
                var statistics = TrackStatistics()
                for second in 0..<7200 {
                    let time = Double(second)
                    var location = Location.sample(
                        time, north: speed * time + north.next(1, &random), east: east.next(1, &random),
                        speed: hasSpeed ? speed + 0.05 * Drift.normal(&random) : nil)
                    location.altitude = 900 + time * metresAnHour / 3600 + up.next(1, &random)
                    statistics.add(.location(location))
                }
                statistics.finish()
                let share = try #require(statistics.climb) / (2 * metresAnHour)
                print("truth: slow climb \(speed) m/s \(metresAnHour) m/h, speed \(hasSpeed), seed \(seed): \(share)")
                #expect((0.9...1.1).contains(share), "\(hasSpeed) \(seed)")
            }
        }
    }

    /// A receiver that stands and drifts, with and without a reported speed, does not climb.
    @Test(arguments: [3.0, 5], [30.0, 120, 300]) func `Standing with drift is no climb`(deviation: Double, time: Double)
        throws
    {
        for hasSpeed in [true, false] {
            for seed in 1...(TruthWalk.seeds * 2) {
                var random = SeededGenerator(seed: seed + 70)
                let noise = TruthWalk.Noise(deviation: deviation, correlationTime: time)
                var (north, east, up) = (Drift(noise, &random), Drift(noise, &random), Drift(noise, &random))
                var statistics = TrackStatistics()
                for second in 0..<7200 {
                    var location = Location.sample(
                        Double(second), north: north.next(1, &random), east: east.next(1, &random),
                        speed: hasSpeed ? abs(0.05 * Drift.normal(&random)) : nil)
                    location.altitude = 400 + up.next(1, &random)
                    statistics.add(.location(location))
                }
                statistics.finish()
                let climb = try #require(statistics.climb)
                print("truth: standing, \(noise), speed \(hasSpeed), seed \(seed): climb \(climb)")
                // Positions alone that drift by 5 m within 30 s look like motion now and then.
                #expect(climb < (hasSpeed || deviation < 5 ? 30 : 60))
            }
        }
    }

    /// At sea there is no climb, whatever the receiver says for an hour and a half.
    @Test(
        .enabled(if: TruthTable.isThere, "shared/data is not beside the project"),
        arguments: ["surf-gt31", "surf-gw60", "surf-head-left", "surf-head-right", "surf-boom-left"])
    func `The sea is flat`(name: String) throws {
        var statistics = TrackStatistics()
        for location in try TruthTable("\(name).csv.gz").locations { statistics.add(.location(location)) }
        statistics.finish()
        let climb = try #require(statistics.climb)
        print("truth: climb of \(name): \(climb), true 0")
        #expect(climb < 60)
    }
}
