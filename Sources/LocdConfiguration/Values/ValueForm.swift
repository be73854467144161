/// The form of the values of one type in the configuration: what is allowed, how to read it, how to print it.
struct ValueForm<Value: Sendable & Hashable>: Sendable {
    /// The allowed values, as a noun: `a number from 1 to 3600 (s)`.
    let allowed: String
    /// The words among them, from which the nearest one is suggested.
    let words: [String]
    /// Whether a YAML list is allowed; see ``YAMLScalar/init(list:)``.
    let takesList: Bool
    /// Reads a value.
    let parse: @Sendable (YAMLScalar) throws(ValueProblem) -> Value
    /// Prints a value so that it can be read again, with YAML's quotes if they are needed.
    let spell: @Sendable (Value) -> String

    init(
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
    func or(_ word: String, for value: Value, meaning: String? = nil) -> Self {
        Self("\(allowed), or \(word)\(meaning.map { " (\($0))" } ?? "")", words: words + [word]) {
            scalar throws(ValueProblem) in
            scalar.text == word ? value : try parse(scalar)
        } spell: {
            $0 == value ? word : spell($0)
        }
    }

    /// The same form, with a word for "none".
    func or(_ word: String, meaning: String? = nil) -> ValueForm<Value?> {
        map(Value?.some, { $0 }).or(word, for: nil, meaning: meaning)
    }

    /// The same form for another type: `back` returns `nil` for the value that the word stands for.
    func map<Other>(
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
