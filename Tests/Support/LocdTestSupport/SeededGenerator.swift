import SystemSupport

/// Random numbers that are the same at every run, for tests: those of ``SplitMix64``.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var generator: SplitMix64

    /// A sequence of its own for every seed.
    public init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 { generator.next() }
}
