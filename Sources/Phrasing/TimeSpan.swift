/// A length of time as a person types it: `90`, `90s`, `5m`, `1h30m`, `12h`, `3d`, `2w`.
public struct TimeSpan: Sendable, Hashable {
    /// Seconds, 0 or more.
    public let seconds: Double

    /// What can be written, for a message.
    public static let forms = "90, 90s, 5m, 1h30m, 12h, 3d, 2w"

    /// Reads a length of time, a bare figure as seconds; greater units first. `nil` for anything else.
    public init?(_ text: String) {
        var rest = text.lowercased()[...]
        if let bare = Figure.unsigned(rest) {
            seconds = bare
            return
        }
        var total = 0.0
        var last = Double.infinity
        while !rest.isEmpty {
            let figure = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest[figure.endIndex...]
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest[unit.endIndex...]
            guard let count = Figure.unsigned(figure), let length = Self.length(of: unit), length < last else {
                return nil
            }
            total += count * length
            last = length
        }
        guard last.isFinite, total.isFinite else { return nil }
        seconds = total
    }

    /// Seconds of a unit, by any of its names.
    static func length(of unit: some StringProtocol) -> Double? {
        switch unit.count > 1 && unit.last == "s" ? String(unit.dropLast()) : String(unit) {
        case "s", "sec", "second": 1
        case "m", "min", "minute": 60
        case "h", "hr", "hour": 3600
        case "d", "day": 86_400
        case "w", "week": 604_800
        default: nil
        }
    }
}
