internal import LocationModel
import Phrasing

/// Formats figures for a person, in English and SI units.
enum Wording {
    /// A duration in its two largest units: `45 s`, `3 min 20 s`, `2 h 13 min`, `3 d 4 h`.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 1 else { return "less than 1 s" }
        let whole = Int(rounding: min(seconds, 1e12), .towardZero)
        let (days, hours, minutes, rest) = (whole / 86400, whole / 3600 % 24, whole / 60 % 60, whole % 60)
        func pair(_ great: Int, _ greatUnit: String, _ small: Int, _ smallUnit: String) -> String {
            "\(Words.grouped(great)) \(greatUnit)" + (small == 0 ? "" : " \(small) \(smallUnit)")
        }
        return if days >= 100 {
            pair(days, "d", 0, "")
        } else if days > 0 {
            pair(days, "d", hours, "h")
        } else if hours > 0 {
            pair(hours, "h", minutes, "min")
        } else if minutes >= 10 {
            pair(minutes, "min", 0, "")
        } else if minutes > 0 {
            pair(minutes, "min", rest, "s")
        } else {
            "\(rest) s"
        }
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
