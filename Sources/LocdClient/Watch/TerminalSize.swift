/// How many characters a terminal shows.
public struct TerminalSize: Sendable, Hashable {
    /// What a terminal is taken for that does not say.
    public static let usual = TerminalSize(columns: 80, rows: 24)

    /// Characters in a line, 1 or more.
    public let columns: Int
    /// Lines, 1 or more.
    public let rows: Int

    /// A size; what is less than 1, as terminals say that do not know, is ``usual``.
    public init(columns: Int, rows: Int) {
        self.columns = columns > 0 ? columns : 80
        self.rows = rows > 0 ? rows : 24
    }
}
