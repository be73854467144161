/// The size of a terminal in characters.
public struct TerminalSize: Sendable, Hashable {
    /// The default for a terminal that does not report its size.
    public static let usual = TerminalSize(columns: 80, rows: 24)

    /// Characters in a line, 1 or more.
    public let columns: Int
    /// Lines, 1 or more.
    public let rows: Int

    /// Creates a size; a value below 1, as terminals of unknown size report it, is replaced by that of ``usual``.
    public init(columns: Int, rows: Int) {
        self.columns = columns > 0 ? columns : 80
        self.rows = rows > 0 ? rows : 24
    }
}
