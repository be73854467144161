/// Numbers that look random and are the same on each machine and in each run: a linear congruential generator.
public struct Noise {
    private var state: UInt64

    /// A sequence of its own for every seed.
    public init(seed: UInt64 = 1) {
        state = seed
    }

    /// The next number, -1 to 1.
    public mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 52) - 1
    }

    /// The next number of a range.
    public mutating func next(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (next() + 1) / 2 * (range.upperBound - range.lowerBound)
    }
}
