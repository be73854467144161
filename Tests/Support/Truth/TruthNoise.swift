import Glibc
import SystemSupport

/// Random numbers that are the same on each machine and in each run (SplitMix64).
package struct TruthRandom: Sendable {
    private var generator: SplitMix64
    private var spare: Double?

    package init(seed: UInt64) {
        generator = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678)
    }

    package mutating func uniform() -> Double { generator.nextUnit() }

    /// A standard normal deviate.
    package mutating func normal() -> Double {
        if let spare {
            self.spare = nil
            return spare
        }
        let radius = (-2 * log(uniform())).squareRoot()
        let angle = 2 * Double.pi * uniform()
        spare = radius * sin(angle)
        return radius * cos(angle)
    }
}

/// The error of one axis of a receiver's position: white, or first-order correlated (Gauss-Markov).
package struct TruthNoise: Sendable {
    /// Metres.
    package var deviation: Double
    /// Seconds; 0 for white noise.
    package var timeConstant: Double
    /// Whether the receiver smooths it once more, so that the drift has no corners.
    package var isSmooth = false
    private var value: Double?
    private var smooth = 0.0

    package init(deviation: Double, timeConstant: Double, isSmooth: Bool = false) {
        self.deviation = deviation
        self.timeConstant = timeConstant
        self.isSmooth = isSmooth
    }

    package mutating func next(after seconds: Double, _ random: inout TruthRandom) -> Double {
        let keeps = timeConstant > 0 ? exp(-seconds / timeConstant) : 0
        let fresh = random.normal() * deviation
        let now = value.map { $0 * keeps + fresh * (1 - keeps * keeps).squareRoot() } ?? fresh
        value = now
        guard isSmooth else { return now }
        smooth += (now - smooth) * min(seconds / 5, 1)
        return smooth
    }
}
