/// What becomes of a sentence that carries no checksum. One that carries a wrong one is always refused.
public enum ChecksumPolicy: String, Sendable, Hashable, CaseIterable {
    /// It is refused.
    case required
    /// It is taken. A sentence cut short by a bad line is then taken too.
    case optional
    /// It is taken until one of the same talker and formatter came with a right one: from there on, a sentence without
    /// was cut.
    case learned
}
