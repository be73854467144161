internal import LocationModel
import Phrasing

/// Formats figures for a person, in English and SI units.
enum Wording {
    /// How long something has lasted.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 1 else { return "less than 1 s" }
        return Words.duration(min(seconds, 999_999_999_999))
    }

    /// How long ago something was.
    static func ago(_ seconds: Double) -> String {
        seconds < 1 ? "just now" : "\(duration(seconds)) ago"
    }

    /// A setting and its unit, with as many decimals as needed, at most three: `10 m`, `2.5 s`.
    static func figure(_ value: Double, _ unit: String) -> String {
        "\(Figure.decimal(value, 3, isTrimmed: true)) \(unit)"
    }

    /// A course in whole degrees, 0 to 359: `12°`. A value that rounds to 360 becomes 0.
    static func course(_ degrees: Double) -> String {
        "\(Figure.decimal(degrees.rounded() == 360 ? 0 : degrees, 0))°"
    }
}
