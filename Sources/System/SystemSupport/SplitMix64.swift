/// Steele, Lea and Flood's SplitMix64: one seed, one sequence, on every machine and in every run.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The sequence of this seed; any value is as good as another.
    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of the open interval 0 to 1, from the upper 53 bits.
    package mutating func nextUnit() -> Double {
        (Double(next() >> 11) + 0.5) * 0x1p-53
    }
}
