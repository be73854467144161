/// Why the place table cannot be used. Whoever asked is told so; nothing else of locd depends on it.
public enum PlaceTableError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no such file.
    case missing(path: String)
    /// The system does not let it be read; `errno`.
    case unreadable(path: String, code: Int32)
    /// It is no place table, or one of another version.
    case unknownFormat(String)
    /// It is a place table, and bytes of it are wrong.
    case damaged(String)

    /// What is wrong and what to do, a sentence each.
    public var description: String {
        switch self {
        case .missing(let path):
            "Place table \(path) not found. Build it: make places. To run without it, set geocoder.table to none."
        case .unreadable(let path, let code):
            "The place table \(path) cannot be read (system error \(code)). Allow the user locd to read it."
        case .unknownFormat(let detail):
            "The file is not a place table of this version: \(detail). Build it again: make places."
        case .damaged(let detail): "The place table is damaged: \(detail). Build it again: make places."
        }
    }
}
