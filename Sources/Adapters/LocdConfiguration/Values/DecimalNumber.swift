/// Numbers as people write them: `10`, `2.5`, `-3`, `1e3`.
///
/// YAML also has octal, hexadecimal, sexagesimal and underscored numbers, infinities and NaN, and readers of YAML
/// disagree about most of them. None of them is valid here; each is refused with its name.
enum DecimalNumber {
    /// Reads a number; `unit` is the unit that people often write behind it.
    static func parse(_ scalar: YAMLScalar, unit: String?) throws(ValueProblem) -> Double {
        let text = scalar.text
        if scalar.style != .plain {
            let isNumber = scalar.style == .quoted && isDecimal(text.utf8)
            throw ValueProblem(
                .wrongType, "\(text.quoted) in quotes is text, not a number", hint: isNumber ? text : nil)
        }
        guard isDecimal(text.utf8) else { throw refusal(of: text, unit: unit) }
        guard !hasLeadingZero(text) else {
            throw ValueProblem(
                .badValue, "some YAML parsers read \(text) as octal, others as decimal",
                hint: withoutLeadingZeros(text))
        }
        guard let value = Double(text), value.isFinite else {
            throw ValueProblem(.outOfRange, "\(text.quoted) is too large for a number")
        }
        // No setting is zero, so a number too small to represent must not become zero.
        guard
            value != 0 || !text.prefix(while: { $0 != "e" && $0 != "E" }).contains(where: { ("1"..."9").contains($0) })
        else { throw ValueProblem(.outOfRange, "\(text.quoted) is too small for a number") }
        return value
    }

    /// The shortest decimal that reads back as the same number: `10`, not `10.0`.
    static func spell(_ value: Double) -> String {
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return "\(whole)" }
        return "\(value)"
    }

    /// Digits with at most one point, a sign and an exponent; at most 32 characters.
    private static func isDecimal(_ text: some Collection<UInt8>) -> Bool {
        guard text.count <= 32 else { return false }
        var rest = text.first == 0x2B || text.first == 0x2D ? text.dropFirst() : text.dropFirst(0)
        func digits() -> Int {
            let run = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(run.count)
            return run.count
        }
        var count = digits()
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            let decimals = digits()
            guard decimals > 0 else { return false }
            count += decimals
        }
        guard count > 0 else { return false }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    private static func hasLeadingZero(_ text: String) -> Bool {
        let digits = text.drop { $0 == "+" || $0 == "-" }
        return digits.first == "0" && digits.dropFirst().first.map { ("0"..."9").contains($0) } ?? false
    }

    private static func withoutLeadingZeros(_ text: String) -> String {
        let sign = text.prefix { $0 == "+" || $0 == "-" }
        let digits = text.dropFirst(sign.count).drop { $0 == "0" }
        let needsZero = digits.first.map { !("0"..."9").contains($0) } ?? true
        return "\(sign)\(needsZero ? "0" : "")\(digits)"
    }

    private static func refusal(of text: String, unit: String?) -> ValueProblem {
        let lowered = text.lowercased()
        let body = lowered.drop { $0 == "+" || $0 == "-" }
        if [".inf", ".nan", "inf", "nan", "infinity"].contains(String(body)) {
            return ValueProblem(.badValue, "\(text.quoted) is not a finite number")
        }
        if body.hasPrefix("0x") || body.hasPrefix("0o") || body.hasPrefix("0b") {
            return ValueProblem(.badValue, "\(text.quoted) is not decimal")
        }
        let plain = text.filter { $0 != "_" }
        if plain != text, isDecimal(plain.utf8) {
            return ValueProblem(.badValue, "\(text.quoted) has an underscore in it", hint: plain)
        }
        let pointed = String(text.map { $0 == "," ? "." : $0 })
        if pointed != text, isDecimal(pointed.utf8) {
            return ValueProblem(.badValue, "\(text.quoted) has a comma in it; use a decimal point")
        }
        let number = text.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "-" || $0 == "+" }
        if !number.isEmpty, isDecimal(number.utf8), text.utf8.count <= 32 {
            let says = unit.map { "leave out the unit, which is always \($0)" } ?? "it has no unit"
            return ValueProblem(.badValue, "\(text.quoted) is not a number alone: \(says)")
        }
        return ValueProblem(.wrongType, "\(text.quoted) is not a number")
    }
}
