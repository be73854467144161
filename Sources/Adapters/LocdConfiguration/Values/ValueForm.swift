/// The form of the values of one type in the configuration: what is allowed, how to read it, how to print it.
package struct ValueForm<Value: Sendable & Hashable>: Sendable {
    /// The allowed values, as a noun: `a number from 1 to 3600 (s)`.
    package let allowed: String
    /// The words among them, from which the nearest one is suggested.
    package let words: [String]
    /// Whether a YAML list is allowed; see ``YAMLScalar/init(list:)``.
    package let takesList: Bool
    package let parse: @Sendable (YAMLScalar) throws(ValueProblem) -> Value
    /// Prints a value so that it can be read again, with YAML's quotes if they are needed.
    package let spell: @Sendable (Value) -> String

    package init(
        _ allowed: String, words: [String] = [], takesList: Bool = false,
        parse: @escaping @Sendable (YAMLScalar) throws(ValueProblem) -> Value,
        spell: @escaping @Sendable (Value) -> String
    ) {
        self.allowed = allowed
        self.words = words
        self.takesList = takesList
        self.parse = parse
        self.spell = spell
    }

    /// The same form, with a word for a value that is not a number.
    package func or(_ word: String, for value: Value, meaning: String? = nil) -> Self {
        Self("\(allowed), or \(word)\(meaning.map { " (\($0))" } ?? "")", words: words + [word]) {
            scalar throws(ValueProblem) in
            scalar.text == word ? value : try parse(scalar)
        } spell: {
            $0 == value ? word : spell($0)
        }
    }

    /// The same form, with a word for "none".
    package func or(_ word: String, meaning: String? = nil) -> ValueForm<Value?> {
        map(Value?.some, { $0 }).or(word, for: nil, meaning: meaning)
    }

    /// The same form for another type: `back` returns `nil` for the value that the word stands for.
    package func map<Other>(
        _ there: @escaping @Sendable (Value) -> Other, _ back: @escaping @Sendable (Other) -> Value?
    ) -> ValueForm<Other> {
        ValueForm<Other>(allowed, words: words) { scalar throws(ValueProblem) in
            there(try parse(scalar))
        } spell: {
            // Every value without a number of its own is handled by its word before.
            back($0).map(spell) ?? ""
        }
    }
}

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
