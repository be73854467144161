/// How much of this machine's location a client receives, from the least to the most.
public enum Disclosure: Sendable, Hashable, Comparable, CaseIterable {
    /// No location.
    case nothing
    /// Occasional locations with reduced accuracy; see ``ReducedAccuracy``.
    case reduced
    /// All locations with full accuracy.
    case everything
}
