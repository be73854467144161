/// The reason why the place table cannot be used. The caller receives it; nothing else in locd depends on the table.
public enum PlaceTableError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file does not exist.
    case missing(path: String)
    /// The system denies reading the file; `errno`.
    case unreadable(path: String, code: Int32)
    /// The file is not a place table, or has another version.
    case unknownFormat(String)
    /// The file is a place table, but contains invalid bytes.
    case damaged(String)

    /// What is wrong and what to do, in one sentence each.
    public var description: String {
        switch self {
        case .missing(let path):
            "Place table \(path) not found. Install the package locd again (from source: make places), or set geocoder.table: none."
        case .unreadable(let path, let code):
            "The place table \(path) cannot be read (system error \(code)). Allow the user locd to read it."
        case .unknownFormat(let detail):
            "The file is not a place table of this version: \(detail). Install the package locd again, or build it: make places."
        case .damaged(let detail):
            "The place table is damaged: \(detail). Install the package locd again, or build it: make places."
        }
    }
}
