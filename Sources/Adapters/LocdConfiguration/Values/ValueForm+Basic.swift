internal import LocationServices
internal import Motion

extension ValueForm where Value == Double {
    /// A number in a range, in a unit that is not written.
    package static func number(_ range: ClosedRange<Double>, _ unit: String) -> Self {
        let (low, high) = (DecimalNumber.spell(range.lowerBound), DecimalNumber.spell(range.upperBound))
        return Self("a number from \(low) to \(high) (\(unit))") { scalar throws(ValueProblem) in
            let value = try DecimalNumber.parse(scalar, unit: unit)
            guard range.contains(value) else {
                throw ValueProblem(.outOfRange, "\(scalar.text) is outside \(low) to \(high)")
            }
            return value
        } spell: {
            DecimalNumber.spell($0)
        }
    }
}

extension ValueForm where Value == Int {
    /// A whole number in a range, in a unit that is not written.
    package static func integer(_ range: ClosedRange<Int>, _ unit: String?) -> Self {
        let (low, high) = (range.lowerBound, range.upperBound)
        return Self("a whole number from \(low) to \(high)\(unit.map { " (\($0))" } ?? "")") {
            scalar throws(ValueProblem) in
            let number = try DecimalNumber.parse(scalar, unit: unit)
            guard number == number.rounded(.towardZero) else {
                throw ValueProblem(.wrongType, "\(scalar.text) is not a whole number")
            }
            guard let value = Int(exactly: number), range.contains(value) else {
                throw ValueProblem(.outOfRange, "\(scalar.text) is outside \(low) to \(high)")
            }
            return value
        } spell: {
            "\($0)"
        }
    }
}

extension ValueForm where Value == Bool {
    /// `true` or `false`, without the other spellings that readers of YAML disagree about.
    package static var boolean: Self {
        Self("true or false", words: ["true", "false"]) { scalar throws(ValueProblem) in
            if scalar.style == .plain, scalar.text == "true" { return true }
            if scalar.style == .plain, scalar.text == "false" { return false }
            let meant: String? =
                switch scalar.text.lowercased() {
                case "true", "yes", "on", "y", "1": "true"
                case "false", "no", "off", "n", "0": "false"
                default: nil
                }
            throw ValueProblem(
                .wrongType,
                scalar.style == .plain || meant == nil
                    ? "\(scalar.text.quoted) is not true or false" : "\(scalar.text.quoted) in quotes is text",
                hint: meant)
        } spell: {
            $0 ? "true" : "false"
        }
    }
}

extension ValueForm where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of the words of a type.
    package static var word: Self {
        let words = Value.allCases.map(\.rawValue)
        return Self("one of " + words.joined(separator: ", "), words: words) { scalar throws(ValueProblem) in
            guard let value = Value(rawValue: scalar.text) else {
                throw ValueProblem(.badValue, "\(scalar.text.quoted) is not a valid value")
            }
            return value
        } spell: {
            $0.rawValue
        }
    }
}

extension ValueForm where Value == String {
    /// An absolute path.
    package static func path(maximumBytes: Int = 4095) -> Self {
        Self("an absolute path of at most \(maximumBytes) bytes") { scalar throws(ValueProblem) in
            try absolutePath(scalar.text, maximumBytes: maximumBytes)
        } spell: {
            $0.yamlScalar
        }
    }

    /// A user agent in HTTP (RFC 9110, 10.1.5): a name, a slash, a version, and more of ASCII.
    package static var userAgent: Self {
        Self("NAME/VERSION and more, such as a contact address: at most 200 characters of ASCII") {
            scalar throws(ValueProblem) in
            let product = scalar.text.prefix { $0 != " " }.split(separator: "/", omittingEmptySubsequences: false)
            guard scalar.text.utf8.count <= 200, scalar.text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
                product.count == 2, !product.contains("")
            else { throw ValueProblem(.badValue, "\(scalar.text.quoted) is not the name of a program") }
            return scalar.text
        } spell: {
            $0.yamlScalar
        }
    }
}

// The same with a word for "none".

extension ValueForm where Value == Double? {
    /// A number in a range, or a word for `nil`.
    package static func number(
        _ range: ClosedRange<Double>, _ unit: String, or word: String, meaning: String? = nil
    ) -> Self {
        ValueForm<Double>.number(range, unit).or(word, meaning: meaning)
    }
}

extension ValueForm where Value == Int? {
    /// A whole number in a range, or a word for `nil`.
    package static func integer(_ range: ClosedRange<Int>, _ unit: String?, or word: String) -> Self {
        ValueForm<Int>.integer(range, unit).or(word)
    }
}

extension ValueForm where Value == String? {
    /// An absolute path, or a word for `nil`.
    package static func path(or word: String) -> Self { ValueForm<String>.path().or(word) }
}

extension ValueForm where Value == Smoothing? {
    /// One of the words of the type, or a word for `nil`.
    package static func word(or word: String) -> Self { ValueForm<Smoothing>.word.or(word) }
}

extension ValueForm where Value == SettingsPreset? {
    /// One of the words of the type, or a word for `nil`.
    package static func word(or word: String) -> Self { ValueForm<SettingsPreset>.word.or(word) }
}
