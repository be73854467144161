internal import LocationModel

/// Counts, lengths of time and sizes as people read them.
public enum Words {
    /// A length of time that has passed, as fine as it matters: `45 s`, `3 min 20 s`, `12 min`, `2 h 05 min`, `3 d 4
    /// h`, `120 d`. `?` if it is not finite.
    public static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e12 else { return "?" }
        let whole = Int(rounding: seconds, .towardZero)
        let (days, hours, minutes, rest) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60, whole % 60)
        if days > 0 { return "\(grouped(days)) d" + (days >= 100 || hours == 0 ? "" : " \(hours) h") }
        if hours > 0 { return "\(hours) h" + (minutes == 0 ? "" : " \(Figure.twoDigits(minutes)) min") }
        if minutes > 0 { return "\(minutes) min" + (minutes >= 10 || rest == 0 ? "" : " \(rest) s") }
        return "\(rest) s"
    }

    /// A count with its thousands grouped and its noun: `1 trip`, `12,345 trips`.
    public static func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
        "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// A count with its thousands grouped: `12,345`.
    public static func grouped(_ count: Int) -> String {
        let digits = Array(String(count.magnitude))
        var result = count < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result += "," }
            result.append(digit)
        }
        return result
    }

    /// The text in ASCII, for a locale without UTF-8: signs become what people write for them, other characters `?`.
    public static func ascii(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.map { $0.isASCII ? String($0) : signs[$0] ?? picture($0) ?? "?" }.joined()
    }

    /// A character of dots, of which pictures on a terminal are made; empty ones are blank.
    private static func picture(_ character: Character) -> String? {
        guard let dots = character.unicodeScalars.first?.value, (0x2800...0x28FF).contains(dots) else { return nil }
        return dots == 0x2800 ? " " : "*"
    }

    private static let signs: [Character: String] = [
        "·": "-", "●": "*", "○": "o", "•": "*", "±": "+/-", "°": " deg", "′": "'", "″": "\"", "→": "->", "←": "<-",
        "…": "...",
        "–": "-", "—": "-", "−": "-", "“": "\"", "”": "\"", "‘": "'", "’": "'", "×": "x", "µ": "u", "σ": "sigma",
        "█": "#",
        "░": ".", "✗": "x",
    ]

    /// Bytes in decimal units: `512 B`, `1.2 MB`, `35 GB`.
    public static func size(_ bytes: Int64) -> String {
        guard bytes >= 1000 else { return "\(max(0, bytes)) B" }
        var value = Double(bytes)
        var unit = "B"
        for next in ["kB", "MB", "GB", "TB", "PB", "EB"] where value >= 999.5 {
            value /= 1000
            unit = next
        }
        return "\(Figure.decimal(value, value < 9.95 ? 1 : 0)) \(unit)"
    }
}
