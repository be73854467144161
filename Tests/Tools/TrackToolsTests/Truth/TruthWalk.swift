import Foundation
import LocationModel
import LocdTestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// Something that really goes along a way with corners, and a receiver that sees it with noise: the same at every run.
struct TruthWalk {
    /// What the noise of a receiver is like.
    struct Noise: Sendable, CustomStringConvertible {
        /// Metres, one axis.
        var deviation: Double
        /// Seconds after which it is forgotten to 1/e; 0: new with each fix.
        var correlationTime: Double

        var description: String { "σ \(deviation) m, τ \(correlationTime) s" }
    }

    /// Runs of each kind, each with a noise of its own: `make truth` has more than a test needs.
    static let seeds = ProcessInfo.processInfo.environment["LOCD_TRUTH_SEEDS"].flatMap { UInt64($0) } ?? 2

    let exact: [Coordinate]
    /// Whether it turns there.
    let isCorner: [Bool]
    let seen: [Location]

    /// `speed` in m/s between corners of 45 and 90 degrees, one in twenty seconds or so, at 1 Hz.
    init(
        speed: Double, seconds: Int = 1200, noise: Noise, hasVelocity: Bool = true, seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        var (course, now, turning, rate, nextTurn) = (0.0, speed, 0.0, 0.0, 20.0)
        var (north, east) = (0.0, 0.0)
        var (exact, isCorner, seen) = ([Coordinate](), [Bool](), [Location]())
        var (errorNorth, errorEast) = (Drift(noise, &random), Drift(noise, &random))
        let isWalk = speed < 3
        for tenth in 0..<(seconds * 10) {
            let time = Double(tenth) / 10
            if time >= nextTurn {
                turning = isWalk ? 1.5 : 4
                rate = ([-90, 90, 45, -45].randomElement(using: &random) ?? 90) / turning
                nextTurn = time + Double.random(in: 12...36, using: &random)
            }
            let target = turning > 0 ? speed * (isWalk ? 0.9 : 0.45) : speed
            now += min(max(target - now, -0.2), 0.15)
            if turning > 0 {
                course += rate / 10
                turning -= 0.1
            }
            let (velocityNorth, velocityEast) = (now * cos(course * .pi / 180), now * sin(course * .pi / 180))
            if tenth % 10 == 0 {
                let place = Coordinate.sample.moved(north: north, east: east)
                exact.append(place)
                isCorner.append(turning > 0)
                var location = Location(
                    timestamp: .sample(time),
                    coordinate: place.moved(north: errorNorth.next(1, &random), east: errorEast.next(1, &random)))
                location.horizontalAccuracy = 1.51 * noise.deviation
                if hasVelocity {
                    let (toNorth, toEast) = (
                        velocityNorth + 0.1 * Drift.normal(&random), velocityEast + 0.1 * Drift.normal(&random)
                    )
                    location.speed = (toNorth * toNorth + toEast * toEast).squareRoot()
                    let bearing = atan2(toEast, toNorth) * 180 / .pi
                    location.course = bearing < 0 ? bearing + 360 : bearing
                }
                seen.append(location)
            }
            north += velocityNorth / 10
            east += velocityEast / 10
        }
        (self.exact, self.isCorner, self.seen) = (exact, isCorner, seen)
    }

    /// The root mean square of the errors in metres; of corners alone.
    func error(of locations: [Location], inCorners: Bool = false) -> Double {
        let squares = locations.indices.filter { !inCorners || isCorner[$0] }.map { index in
            let distance = locations[index].coordinate.distance(to: exact[index])
            return distance * distance
        }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
}

/// A normal error that is white, or forgotten with time (Gauss-Markov).
struct Drift {
    private let noise: TruthWalk.Noise
    private var value: Double

    init(_ noise: TruthWalk.Noise, _ random: inout SeededGenerator) {
        self.noise = noise
        value = noise.deviation * Self.normal(&random)
    }

    mutating func next(_ seconds: Double, _ random: inout SeededGenerator) -> Double {
        let kept = noise.correlationTime > 0 ? exp(-seconds / noise.correlationTime) : 0
        value = kept * value + noise.deviation * (1 - kept * kept).squareRoot() * Self.normal(&random)
        return value
    }

    static func normal(_ random: inout SeededGenerator) -> Double {
        let radius = (-2 * log(Double.random(in: 1e-12..<1, using: &random))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
}
