import Glibc
import SystemSupport

/// The error of a receiver's position and speed: it drifts, it has the shape of the satellites' geometry, and the
/// receiver reports its true size.
struct PositionError: Sendable {
    /// The error at one epoch, metres and metres per second.
    struct Sample: Sendable, Hashable {
        var east = 0.0
        var north = 0.0
        var up = 0.0
        var eastSpeed = 0.0
        var northSpeed = 0.0
        /// The standard deviation of the ranges that causes this error.
        var range: Double
    }

    /// Seconds after which a position's error is about half forgotten: atmosphere and multipath.
    private static let correlationTime = 100.0
    /// A speed is measured on the carrier: its error in metres per second for each metre of position error.
    private static let speedShare = 0.03

    private let noise: Double
    private var axes: [GaussMarkovProcess]
    private var speeds: [GaussMarkovProcess]
    private var generator: SplitMix64

    /// `noise`: standard deviation of the position per horizontal axis in metres; 0 is an exact receiver.
    init(noise: Double, interval: Double, seed: UInt64) {
        self.noise = noise
        var generator = SplitMix64(seed: seed)
        axes = (0..<3).map { _ in
            GaussMarkovProcess(correlationTime: Self.correlationTime, interval: interval, generator: &generator)
        }
        speeds = (0..<2).map { _ in
            GaussMarkovProcess(correlationTime: 0, interval: interval, generator: &generator)
        }
        self.generator = generator
    }

    /// The error at the next epoch, with this geometry. Call it for each epoch, with or without a fix, because time
    /// continues.
    mutating func next(_ dilution: DilutionOfPrecision?) -> Sample {
        let drift = axes.indices.map { axes[$0].next(generator: &generator) }
        let speed = speeds.indices.map { speeds[$0].next(generator: &generator) * noise * Self.speedShare }
        guard let dilution, dilution.north > 0, dilution.horizontal > 0 else { return Sample(range: 0) }
        let range = noise * 2.0.squareRoot() / dilution.horizontal
        // East depends on north according to their covariance.
        let north = dilution.north.squareRoot()
        let lean = dilution.eastNorth / north
        let rest = max(dilution.east - lean * lean, 0).squareRoot()
        return Sample(
            east: range * (lean * drift[0] + rest * drift[1]), north: range * north * drift[0],
            up: range * dilution.vertical * drift[2], eastSpeed: speed[0], northSpeed: speed[1], range: range)
    }
}

/// Noise like that of a receiver's position: normally distributed, and drifting instead of jumping, because its causes
/// (ionosphere, orbits, multipath) change slowly. A first-order Gauss–Markov process of mean 0 and variance 1.
struct GaussMarkovProcess: Sendable {
    private(set) var value: Double
    private let persistence: Double
    private let innovation: Double

    /// A process whose memory fades to 1/e within `correlationTime` seconds (0: white noise), with a value every
    /// `interval` seconds. It starts at a random value, as a receiver does.
    init(correlationTime: Double, interval: Double, generator: inout SplitMix64) {
        persistence = correlationTime > 0 ? exp(-interval / correlationTime) : 0
        innovation = (1 - persistence * persistence).squareRoot()
        value = generator.nextGaussian()
    }

    /// The value one interval later.
    mutating func next(generator: inout SplitMix64) -> Double {
        value = persistence * value + innovation * generator.nextGaussian()
        return value
    }
}

extension SplitMix64 {
    /// A normally distributed number of mean 0 and variance 1, by Box and Muller.
    mutating func nextGaussian() -> Double {
        let radius = (-2 * log(nextUnit())).squareRoot()
        return radius * cos(2 * .pi * nextUnit())
    }
}
