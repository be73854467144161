/// How much of where this machine is somebody is told, from the least to the most.
public enum Disclosure: Sendable, Hashable, Comparable, CaseIterable {
    /// No place at all.
    case nothing
    /// Roughly, now and then; see ``ReducedAccuracy``.
    case reduced
    /// Everything.
    case everything
}
