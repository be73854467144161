/// Collects problems: all of them are counted, and as many stored as a person can use.
package struct ConfigurationProblemList {
    /// The maximum number that is stored: a megabyte of nonsense must not become a gigabyte of messages.
    static let limit = 100

    private(set) var problems: [ConfigurationProblem] = []
    private(set) var omitted = 0

    package var isEmpty: Bool { problems.isEmpty }
    /// The number of problems, stored or not.
    package var count: Int { problems.count + omitted }

    /// Adds a problem; it is created only if it is stored.
    mutating func add(_ problem: @autoclosure () -> ConfigurationProblem) {
        if problems.count < Self.limit { problems.append(problem()) } else { omitted += 1 }
    }

    mutating func add(_ others: ConfigurationProblemList) {
        for problem in others.problems { add(problem) }
        omitted += others.omitted
    }

    mutating func add(_ error: ConfigurationError) {
        for problem in error.problems { add(problem) }
        omitted += error.omitted
    }

    /// The error with all problems in the order of the file; `nil` without problems.
    package var error: ConfigurationError? {
        guard !problems.isEmpty else { return nil }
        // The files in the order in which they were read, the environment last.
        var files: [String: Int] = [:]
        for case .file(let path, _, _) in problems.map(\.origin) where files[path] == nil { files[path] = files.count }
        let sorted = problems.enumerated().sorted { a, b in
            let (left, right) = (a.element.origin.place(among: files), b.element.origin.place(among: files))
            return (left.file, left.line, left.column, a.offset) < (right.file, right.line, right.column, b.offset)
        }
        return ConfigurationError(problems: sorted.map(\.element), omitted: omitted)
    }
}

extension ConfigurationOrigin {
    /// Sorts by place: a file as a whole, its lines, the environment.
    fileprivate func place(among files: [String: Int]) -> (file: Int, line: Int, column: Int) {
        switch self {
        case .builtIn: (0, 0, 0)
        case .file(let path, let line, let column): (files[path] ?? 0, line ?? 0, column ?? 0)
        case .environment: (.max, 0, 0)
        }
    }
}
