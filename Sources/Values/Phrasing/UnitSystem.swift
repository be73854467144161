/// The units in which people read figures. Files, JSON and the socket have SI units, whatever people read.
public enum UnitSystem: String, Sendable, Hashable, CaseIterable {
    /// Metres, kilometres, km/h.
    case metric
    /// Feet, miles, mph.
    case imperial
    /// Metres, nautical miles (1852 m), knots.
    case nautical

    /// A way: `123.4 m`, `12.345 km`; `405 ft`, `7.671 mi`; `123.4 m`, `6.666 NM`. Takes metres.
    public func distance(_ metres: Double) -> String {
        let (large, name) = longUnit
        let limit = self == .metric ? 1000 : large / 10
        guard abs(metres) >= limit else { return length(metres) }
        return "\(Figure.grouped(metres / large, 3)) \(name)"
    }

    /// A way in one unit, for columns: `12.3 km`, `0.1 mi`. Takes metres.
    public func roundDistance(_ metres: Double) -> String {
        let (large, name) = longUnit
        return "\(Figure.grouped(metres / large, 1)) \(name)"
    }

    /// A height or a radius: `123.4 m`, `9.8 ft`, `1,504 ft`. Takes metres.
    public func length(_ metres: Double) -> String {
        guard self == .imperial else { return "\(Figure.grouped(metres, 1)) m" }
        let feet = metres / 0.3048
        return "\(Figure.grouped(feet, abs(feet) < 100 ? 1 : 0)) ft"
    }

    /// A speed: `44.3 km/h`, `27.5 mph`, `23.9 kn`. Takes m/s.
    public func speed(_ speed: Double) -> String {
        switch self {
        case .metric: "\(Figure.decimal(speed * 3.6, 1)) km/h"
        case .imperial: "\(Figure.decimal(speed * 3600 / 1609.344, 1)) mph"
        case .nautical: "\(Figure.decimal(speed * 3600 / 1852, 1)) kn"
        }
    }

    /// A radius of uncertainty: `± 3.2 m`, `± 140 m`, `± 10 ft`. Takes metres.
    public func accuracy(_ metres: Double) -> String {
        let (value, name) = self == .imperial ? (metres / 0.3048, "ft") : (metres, "m")
        return "± \(Figure.grouped(value, value < 10 ? 1 : 0, isTrimmed: true)) \(name)"
    }

    /// The same with a word for it: `± 3.2 m (high)`.
    public func ratedAccuracy(_ metres: Double) -> String {
        "\(accuracy(metres)) (\(metres <= 5 ? "high" : metres <= 20 ? "good" : metres <= 100 ? "fair" : "poor"))"
    }

    private var longUnit: (metres: Double, name: String) {
        switch self {
        case .metric: (1000, "km")
        case .imperial: (1609.344, "mi")
        case .nautical: (1852, "NM")
        }
    }
}

/// How times and figures are printed for a person.
public struct DisplayFormat: Sendable {
    /// The clocks by which times are printed.
    public var calendar: LocalCalendar
    /// The units of figures.
    public var units: UnitSystem

    /// UTC and metric units, unless others are given.
    public init(calendar: LocalCalendar = .utc, units: UnitSystem = .metric) {
        self.calendar = calendar
        self.units = units
    }
}
