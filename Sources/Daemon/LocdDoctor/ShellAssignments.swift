/// The assignments of a file like `/etc/default/gpsd`: `KEY="value"`, one a line. It reads the usual forms, and runs
/// nothing.
struct ShellAssignments {
    private var values: [String: String] = [:]

    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            guard line.first != "#", let equals = line.firstIndex(of: "=") else { continue }
            var value = line[line.index(after: equals)...].trimmed
            if let quote = value.first, quote == "\"" || quote == "'" {
                value = value.dropFirst().prefix { $0 != quote }
            } else {
                value = value.prefix { $0 != "#" }.trimmed
            }
            values[String(line[..<equals].trimmed)] = String(value)
        }
    }

    /// A value; `nil` if it is not assigned.
    subscript(key: String) -> String? { values[key] }

    /// The words of a value; none if it is not assigned.
    func words(_ key: String) -> [String] {
        (values[key] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
