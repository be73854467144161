extension ValueForm where Value == NamePattern {
    /// A region's name, in which `*` stands for any text.
    static var namePattern: Self {
        Self("the name of a region, or a pattern such as gate*, at most 255 bytes") { scalar throws(ValueProblem) in
            guard let pattern = NamePattern(scalar.text) else {
                throw ValueProblem(.badValue, "\(scalar.text.quoted) is not the name of a region")
            }
            return pattern
        } spell: {
            $0.text.yamlQuoted
        }
    }
}

extension ValueForm where Value == String {
    /// Where a hook connects to: the path behind `unix:`.
    static var hookSocket: Self {
        Self("unix:PATH with an absolute path of at most 107 bytes without ..") { scalar throws(ValueProblem) in
            guard scalar.text.hasPrefix("unix:") else {
                let hint = scalar.text.hasPrefix("/") ? "unix:\(scalar.text)" : nil
                throw ValueProblem(.badValue, "\(scalar.text.quoted) is not unix:PATH", hint: hint)
            }
            let path = try absolutePath(scalar.text.dropFirst("unix:".count), maximumBytes: 107)
            let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            guard parts.allSatisfy({ !["", ".", ".."].contains($0) }) else {
                throw ValueProblem(.badValue, "the path \(path.quoted) contains .., . or an empty name")
            }
            return path
        } spell: {
            "unix:\($0)".yamlQuoted
        }
    }
}

extension ValueForm where Value == [Hook] {
    /// The whole list; in the environment as YAML in one line.
    static var hooks: Self {
        Self("a list of hooks, each with on and to, or []") { scalar throws(ValueProblem) in
            let name = "hooks"
            var composer = YAMLComposer(path: name, text: Array(scalar.text.utf8), maximumDepth: 3)
            guard case .sequence(let nodes)? = composer.compose()?.content, composer.problems.isEmpty else {
                throw ValueProblem(.wrongType, "\(scalar.text.quoted) is not a list of hooks")
            }
            let reader = HookListReader(nodes, at: YAMLPosition(line: 1, column: 1), path: name)
            if let problem = reader.fields.problems.error?.problems.first {
                throw ValueProblem(problem.code, "\(problem.key ?? name): \(problem.what)")
            }
            return reader.hooks
        } spell: {
            "[\($0.map(\.text).joined(separator: ", "))]"
        }
    }
}
