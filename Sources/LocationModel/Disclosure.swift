/// How much of where this machine is somebody is told.
public enum Disclosure: Sendable, Hashable, CaseIterable {
    /// No place at all.
    case nothing
    /// Roughly, now and then; see ``ReducedAccuracy``.
    case reduced
    /// Everything.
    case everything
}
