/// How the values of one type are written in the configuration: what is allowed, how to read it, how to spell it.
struct ValueForm<Value: Sendable & Hashable>: Sendable {
    /// What may be written, as a noun: `a number from 1 to 3600 (s)`.
    let allowed: String
    /// The words among it, from which the nearest one is suggested.
    let words: [String]
    /// Whether a YAML list may stand there; see ``YAMLScalar/init(list:)``.
    let takesList: Bool
    /// Reads a value as it was written.
    let parse: @Sendable (YAMLScalar) throws(ValueProblem) -> Value
    /// Writes a value so that it can be read again, YAML's quotes included where they are needed.
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

    /// The same form, where a word stands for a value that no number is.
    func or(_ word: String, for value: Value, meaning: String? = nil) -> Self {
        Self("\(allowed), or \(word)\(meaning.map { " (\($0))" } ?? "")", words: words + [word]) {
            scalar throws(ValueProblem) in
            scalar.text == word ? value : try parse(scalar)
        } spell: {
            $0 == value ? word : spell($0)
        }
    }

    /// The same form, where a word says that there is none.
    func or(_ word: String, meaning: String? = nil) -> ValueForm<Value?> {
        map(Value?.some, { $0 }).or(word, for: nil, meaning: meaning)
    }

    /// The same form for another type: `back` gives `nil` for what a word of the other type stands for.
    func map<Other>(
        _ there: @escaping @Sendable (Value) -> Other, _ back: @escaping @Sendable (Other) -> Value?
    ) -> ValueForm<Other> {
        ValueForm<Other>(allowed, words: words) { scalar throws(ValueProblem) in
            there(try parse(scalar))
        } spell: {
            // Every value without a number of its own is caught by its word before this is reached.
            back($0).map(spell) ?? ""
        }
    }
}
