import Glibc
import SystemSupport

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
