/// Formats figures for a person, in English and SI units.
enum Wording {
    /// A duration in its two largest units: `45 s`, `3 min 20 s`, `2 h 13 min`, `3 d 4 h`.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 1 else { return "less than 1 s" }
        let whole = Int(min(seconds, 1e12))
        let (days, hours, minutes, rest) = (whole / 86400, whole / 3600 % 24, whole / 60 % 60, whole % 60)
        func pair(_ great: Int, _ greatUnit: String, _ small: Int, _ smallUnit: String) -> String {
            small == 0 ? "\(grouped(great)) \(greatUnit)" : "\(grouped(great)) \(greatUnit) \(small) \(smallUnit)"
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

    /// A radius of uncertainty: `± 3.2 m`, `± 3 m`, `± 140 m`.
    static func accuracy(_ meters: Double) -> String {
        "± \(meters < 10 ? decimal(meters, 1, trimmed: true) : decimal(meters, 0)) m"
    }

    /// Bytes in decimal units: `512 B`, `1.2 MB`, `35 GB`.
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return "\(max(0, bytes)) B" }
        var value = Double(bytes)
        var unit = "B"
        for next in ["kB", "MB", "GB", "TB", "PB", "EB"] where value >= 999.5 {
            value /= 1000
            unit = next
        }
        return "\(value < 9.95 ? decimal(value, 1) : decimal(value, 0)) \(unit)"
    }

    /// A count with its thousands grouped: `12,345`.
    static func grouped(_ count: Int) -> String {
        let digits = Array(String(count.magnitude))
        var result = count < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result += "," }
            result.append(digit)
        }
        return result
    }

    /// A count and its noun: `1 line`, `12,345 lines`.
    static func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
        "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// A setting and its unit, with as many decimals as needed, at most three: `10 m`, `2.5 s`.
    static func figure(_ value: Double, _ unit: String) -> String {
        "\(decimal(value, 3, trimmed: true)) \(unit)"
    }

    /// A course in whole degrees, 0 to 359: `12°`. A value that rounds to 360 becomes 0.
    static func course(_ degrees: Double) -> String {
        "\(decimal(degrees.rounded() == 360 ? 0 : degrees, 0))°"
    }

    /// A number with a fixed count of decimals (0 to 9), or without trailing zeros if `trimmed`.
    static func decimal(_ value: Double, _ decimals: Int, trimmed: Bool = false) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (value * scale).rounded()
        // A Double does not represent larger numbers exactly, so its own description is used.
        guard scaled.isFinite, abs(scaled) < 9e15 else { return "\(value)" }
        let magnitude = Int64(abs(scaled))
        let sign = scaled < 0 ? "-" : ""
        let whole = magnitude / Int64(scale)
        let fraction = String(magnitude % Int64(scale))
        var digits = decimals == 0 ? "" : String(repeating: "0", count: decimals - fraction.count) + fraction
        if trimmed { while digits.last == "0" { digits.removeLast() } }
        return digits.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(digits)"
    }
}
