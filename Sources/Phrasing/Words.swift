internal import LocationModel

/// Counts, lengths of time and sizes as people read them.
public enum Words {
    /// A length of time, to the second: `1 h 02 min 03 s`, `3 min 20 s`, `45 s`. `?` if it is not finite.
    public static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e12 else { return "?" }
        let whole = Int(rounding: seconds)
        if whole >= 3600 {
            return "\(whole / 3600) h \(Figure.twoDigits(whole / 60 % 60)) min \(Figure.twoDigits(whole % 60)) s"
        }
        return whole >= 60 ? "\(whole / 60) min \(Figure.twoDigits(whole % 60)) s" : "\(whole) s"
    }

    /// The same for columns: `12:03 h`, `0:04 h`.
    public static func hours(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e12 else { return "?" }
        let minutes = Int(rounding: seconds / 60)
        return "\(minutes / 60):\(Figure.twoDigits(minutes % 60)) h"
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
