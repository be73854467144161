/// The conditions that a boundary crossing must meet before it is reported.
public struct RegionGates: Sendable, Hashable {
    /// Metres beyond the boundary. On entry, half of the region's depth is enough if that is less.
    public var hysteresis = 10.0
    /// Whether the circle of the horizontal accuracy must also lie beyond the boundary; on entry, with the same relief.
    public var usesAccuracy = true
    /// Seconds that the location must stay beyond the boundary, as in Core Location; 0 reports immediately.
    public var confirmation = 20.0
    /// Accuracies between the boundary and a location that is far outside, where noise alone does not lead.
    public var farAccuracies = 4.0
    /// Seconds that confirm an exit if all locations are far outside: an anchor watch may not wait for long.
    public var farConfirmation = 5.0
    /// A reported speed in m/s at which a second location beyond the boundary confirms the crossing.
    public var movingSpeed = 2.0
    /// Whether a region counts if it was crossed between two locations.
    public var countsPassages = true

    /// All gates enabled.
    public init() {}

    /// No gates: every location on the other side of the boundary is reported.
    public static var off: RegionGates {
        var gates = RegionGates()
        gates.hysteresis = 0
        gates.usesAccuracy = false
        gates.confirmation = 0
        gates.countsPassages = false
        return gates
    }
}
