internal import LocationModel

/// Plain figures, read as a person types them (digits with a sign and a fraction, and nothing else that `Double` would
/// read) and written with a fixed count of decimals.
public enum Figure {
    /// The minus signs that are typed and printed: the hyphen of a keyboard and U+2212.
    static let minusSigns: Set<Character> = ["-", "\u{2212}"]

    /// Reads digits with an optional fraction: `47`, `47.5`, `.5`. No sign and no exponent; at most 24 characters.
    static func unsigned(_ text: some StringProtocol) -> Double? {
        guard text.utf8.count <= 24, text.utf8.contains(where: isDigit),
            text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text.first == "." ? "0\(text)" : text.last == "." ? "\(text)0" : "\(text)")
    }

    /// The same with an optional sign.
    public static func signed(_ text: some StringProtocol) -> Double? {
        guard let first = text.first else { return nil }
        if minusSigns.contains(first) { return unsigned(text.dropFirst()).map { -$0 } }
        return unsigned(first == "+" ? text.dropFirst() : text[...])
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// A number with a fixed count of decimals, 0 to 9; without the zeros at its end if `isTrimmed`.
    public static func decimal(_ value: Double, _ decimals: Int, isTrimmed: Bool = false) -> String {
        var scale = 1.0
        for _ in 0..<min(max(decimals, 0), 9) { scale *= 10 }
        let scaled = (value * scale).rounded()
        // Beyond what a Double counts exactly its own digits are as good as any.
        guard scaled.isFinite, abs(scaled) < 9e15 else { return "\(value)" }
        let magnitude = Int64(rounding: abs(scaled), .towardZero)
        let sign = scaled < 0 ? "-" : ""
        let whole = magnitude / Int64(rounding: scale)
        guard decimals > 0 else { return "\(sign)\(whole)" }
        let fraction = String(magnitude % Int64(rounding: scale))
        var digits = String(repeating: "0", count: decimals - fraction.count) + fraction
        if isTrimmed { while digits.last == "0" { digits.removeLast() } }
        return digits.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(digits)"
    }

    /// The same with its thousands grouped: `2,932.1`.
    static func grouped(_ value: Double, _ decimals: Int, isTrimmed: Bool = false) -> String {
        let text = decimal(value, decimals, isTrimmed: isTrimmed)
        let sign = text.prefix { $0 == "-" }
        let whole = text.dropFirst(sign.count).prefix { $0 != "." }
        guard let count = Int(whole) else { return text }
        return "\(sign)\(Words.grouped(count))\(text.dropFirst(sign.count + whole.count))"
    }

    /// `07`, `12`.
    static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
