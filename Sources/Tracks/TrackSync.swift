/// When lines must be on the disk itself, and not only in the kernel.
public enum TrackSync: Sendable, Hashable {
    /// At the latest this long after a line was written; greater than zero.
    case interval(Duration)
    /// After every batch of lines.
    case always
    /// When the kernel decides.
    case never
}
