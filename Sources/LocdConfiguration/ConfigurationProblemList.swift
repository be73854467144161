/// Collects problems: all of them are counted, and as many kept as a person can use.
struct ConfigurationProblemList {
    /// How many are kept: a megabyte of nonsense must not become a gigabyte of complaints.
    static let limit = 100

    private(set) var problems: [ConfigurationProblem] = []
    private(set) var omitted = 0

    var isEmpty: Bool { problems.isEmpty }
    /// How many there are, kept or not.
    var count: Int { problems.count + omitted }

    /// Adds a problem; it is made only if it is kept.
    mutating func add(_ problem: @autoclosure () -> ConfigurationProblem) {
        if problems.count < Self.limit { problems.append(problem()) } else { omitted += 1 }
    }

    /// The error that says them all in the order of the file, or `nil` where nothing is wrong.
    var error: ConfigurationError? {
        guard !problems.isEmpty else { return nil }
        let sorted = problems.enumerated().sorted { a, b in
            let (left, right) = (a.element.origin.place, b.element.origin.place)
            return (left.line, left.column, a.offset) < (right.line, right.column, b.offset)
        }
        return ConfigurationError(problems: sorted.map(\.element), omitted: omitted)
    }
}

extension ConfigurationOrigin {
    /// Sorts by place: the file as a whole, its lines, the environment.
    fileprivate var place: (line: Int, column: Int) {
        switch self {
        case .builtIn: (0, 0)
        case .file(_, let line, let column): (line ?? 0, column ?? 0)
        case .environment: (.max, 0)
        }
    }
}
