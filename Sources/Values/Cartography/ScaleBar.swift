internal import Glibc
public import Phrasing

/// A line whose length on the ground is a round number.
public struct ScaleBar: Sendable, Hashable {
    /// Metres on the ground.
    public let length: Double
    /// How long it is drawn, in the unit of `width`.
    public let width: Double
    /// Such as `500 m`.
    public let label: String

    /// The longest bar of 1, 2 or 5 times a power of ten that is not wider than `width`. `metres`: on the ground, for
    /// one unit of `width`; both above 0. `nil` if they are not.
    public init?(upTo width: Double, metres: Double, units: UnitSystem = .metric) {
        let most = width * metres
        guard width > 0, metres > 0, most.isFinite else { return nil }
        let unit = most >= units.distanceUnit.size ? units.distanceUnit : units.lengthUnit
        let count = RoundNumbers.below(most / unit.size)
        length = count * unit.size
        self.width = length / metres
        label = "\(RoundNumbers.text(count)) \(unit.symbol)"
    }
}
