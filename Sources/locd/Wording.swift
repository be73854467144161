import LocationModel

/// Figures as a person reads them.
enum Wording {
    /// `1 h 02 min 03 s`.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 1e12 else { return "?" }
        let whole = Int(seconds.rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if whole >= 3600 { return "\(whole / 3600) h \(two(whole / 60 % 60)) min \(two(whole % 60)) s" }
        return whole >= 60 ? "\(whole / 60) min \(two(whole % 60)) s" : "\(whole) s"
    }

    /// `12.345 km`, or `123.4 m`.
    static func metres(_ metres: Double) -> String {
        abs(metres) < 1000 ? "\(decimal(metres, 1)) m" : "\(decimal(metres / 1000, 3)) km"
    }

    /// `12.3 m/s (44.3 km/h)`.
    static func speed(_ speed: Double) -> String {
        "\(decimal(speed, 1)) m/s (\(decimal(speed * 3.6, 1)) km/h)"
    }

    /// `47.5000014 8.5000021`.
    static func place(_ place: Coordinate) -> String {
        "\(decimal(place.latitude, 7)) \(decimal(place.longitude, 7))"
    }

    /// With so many decimals.
    static func decimal(_ value: Double, _ decimals: Int) -> String {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        let scaled = (value * scale).rounded()
        guard abs(scaled) < 9e15 else { return "\(value)" }
        let magnitude = Int64(abs(scaled))
        let whole = magnitude / Int64(scale)
        guard decimals > 0 else { return (scaled < 0 ? "-" : "") + "\(whole)" }
        let digits = String(magnitude % Int64(scale))
        return (scaled < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: decimals - digits.count) + digits
    }
}
