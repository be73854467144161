/// What a crossing of a boundary must pass before it is told.
public struct RegionGates: Sendable, Hashable {
    /// Metres beyond the boundary. Going in, half of the region's depth is enough where that is less.
    public var hysteresis = 10.0
    /// Whether the circle of the horizontal accuracy must lie beyond the boundary too; going in, with the same relief.
    public var usesAccuracy = true
    /// Seconds that it must stay beyond, as Core Location has it; 0 tells at once.
    public var confirmation = 20.0
    /// A reported speed in m/s with which a second location beyond is confirmation enough.
    public var movingSpeed = 2.0
    /// Whether a region that was crossed between two locations counts.
    public var countsPassages = true

    /// All gates in force.
    public init() {}

    /// No gates: every location on the other side of the boundary is told.
    public static var off: RegionGates {
        var gates = RegionGates()
        gates.hysteresis = 0
        gates.usesAccuracy = false
        gates.confirmation = 0
        gates.countsPassages = false
        return gates
    }
}
