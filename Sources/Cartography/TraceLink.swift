/// The connection of two pieces of a ``Trace``.
public enum TraceLink: Sendable, Hashable {
    /// Nothing that belongs together: another run, another file. No line leads from one to the other.
    case separate
    /// Time that is known to be missing; `cause` is a word for it, such as `noFix`. The ends are joined by a dashed line.
    case gap(cause: String)
}
