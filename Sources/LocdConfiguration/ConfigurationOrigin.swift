/// Where a value, or a problem, comes from.
public enum ConfigurationOrigin: Sendable, Hashable {
    /// No file and no variable sets it.
    case builtIn
    /// A position in a file. Lines, and columns in characters, count from 1; both are absent for the file as a whole.
    case file(path: String, line: Int? = nil, column: Int? = nil)
    /// An environment variable, by name.
    case environment(String)
}

extension ConfigurationOrigin: CustomStringConvertible {
    /// `default`, `/etc/locd/locd.yaml:12:3`, or `LOCD_LOG_LEVEL`.
    public var description: String {
        switch self {
        case .builtIn: "default"
        case .file(let path, let line, let column):
            path.visible + [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        case .environment(let name): name.visible
        }
    }
}
