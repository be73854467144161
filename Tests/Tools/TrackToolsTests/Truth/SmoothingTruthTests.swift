import LocationModel
import LocationServices
import LocdTestSupport
import Motion
import Testing

@testable import TrackTools

/// Smoothing held against ways that are known. `make truth` prints the figures.
@Suite("Truth: smoothing", .serialized) struct SmoothingTruthTests {
    private static func live(_ locations: [Location], _ smoothing: Smoothing) -> [Location] {
        var smoother = PositionSmoother(smoothing)
        return locations.map { smoother.smooth($0) }
    }

    /// The errors of what was smoothed as parts of the raw ones: all, and in corners.
    private static func ratios(
        _ noise: TruthWalk.Noise, speed: Double, hasVelocity: Bool, _ smooth: ([Location]) -> [Location]
    ) -> (all: Double, corners: Double) {
        let seeds = 1...TruthWalk.seeds
        let each = seeds.map { seed -> (Double, Double) in
            let walk = TruthWalk(speed: speed, noise: noise, hasVelocity: hasVelocity, seed: seed)
            let smoothed = smooth(walk.seen)
            return (
                walk.error(of: smoothed) / walk.error(of: walk.seen),
                walk.error(of: smoothed, inCorners: true) / walk.error(of: walk.seen, inCorners: true)
            )
        }
        let count = Double(each.count)
        return (each.map(\.0).reduce(0, +) / count, each.map(\.1).reduce(0, +) / count)
    }

    private static let white = TruthWalk.Noise(deviation: 3, correlationTime: 0)

    @Test(arguments: Smoothing.allCases, [1.3, 13]) func `White noise is less by a third and more`(
        smoothing: Smoothing, speed: Double
    ) {
        let ratio = Self.ratios(Self.white, speed: speed, hasVelocity: true) { Self.live($0, smoothing) }
        print("truth: \(smoothing) live, \(speed) m/s, \(Self.white): \(ratio.all), in corners \(ratio.corners)")
        #expect(ratio.all < 0.6 && ratio.corners < 0.65)
    }

    @Test(arguments: [1.3, 13]) func `Without a velocity it is still less`(speed: Double) {
        let ratio = Self.ratios(Self.white, speed: speed, hasVelocity: false) { Self.live($0, .kalman) }
        print(
            "truth: kalman live without velocity, \(speed) m/s, \(Self.white): \(ratio.all), in corners \(ratio.corners)"
        )
        #expect(ratio.all < (speed < 3 ? 0.75 : 0.9) && ratio.corners < 1)
    }

    @Test(arguments: TrackSmoothing.allCases, [1.3, 13]) func `Offline it is less still`(
        smoothing: TrackSmoothing, speed: Double
    ) {
        let ratio = Self.ratios(Self.white, speed: speed, hasVelocity: true) { smoothing.smoothed($0) }
        print("truth: \(smoothing) offline, \(speed) m/s, \(Self.white): \(ratio.all), in corners \(ratio.corners)")
        #expect(ratio.all < 0.6 && ratio.corners < 0.65)
    }

    @Test(arguments: [20.0, 120], [true, false]) func `Drift is not smoothed`(time: Double, hasVelocity: Bool) {
        let noise = TruthWalk.Noise(deviation: 3, correlationTime: time)
        for speed in [1.3, 13] {
            for smoothing in Smoothing.allCases {
                let ratio = Self.ratios(noise, speed: speed, hasVelocity: hasVelocity) { Self.live($0, smoothing) }
                print("truth: \(smoothing) live, \(speed) m/s, \(noise), velocity \(hasVelocity): \(ratio.all)")
                #expect(ratio.all < 1.02 && ratio.corners < 1.05)
            }
            for smoothing in TrackSmoothing.allCases {
                let ratio = Self.ratios(noise, speed: speed, hasVelocity: hasVelocity) { smoothing.smoothed($0) }
                #expect(ratio.all < 1.02 && ratio.corners < 1.05)
            }
        }
    }

    /// Each is the other's truth: what the receivers have filtered gets no worse.
    @Test(
        .enabled(if: TruthTable.isThere, "shared/data is not beside the project"),
        arguments: [("surf-gt31", "surf-gw60"), ("surf-head-left", "surf-head-right")])
    func `Recordings get no worse`(left: String, right: String) throws {
        let (one, other) = (try TruthTable("\(left).csv.gz").locations, try TruthTable("\(right).csv.gz").locations)
        for (name, seen, truth) in [(left, one, other), (right, other, one)] {
            let raw = Self.separation(seen, truth)
            for smoothing in Smoothing.allCases {
                let ratio = Self.separation(Self.live(seen, smoothing), truth) / raw
                print("truth: \(smoothing) live, \(name), \(seen.count) fixes: \(ratio) of raw \(raw) m")
                #expect(ratio < 1.02)
            }
            for smoothing in TrackSmoothing.allCases {
                #expect(Self.separation(smoothing.smoothed(seen), truth) / raw < 1.02)
            }
        }
    }

    private static func separation(_ left: [Location], _ right: [Location]) -> Double {
        let squares = pairs(left, right).map { pair in
            let distance = pair.0.distance(to: pair.1)
            return distance * distance
        }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
}
