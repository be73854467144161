public import LocationModel

/// One sentence that answers what people ask: whether this machine is moving, since when, where, and how far today.
public struct DaySentence: Sendable {
    /// Whether this machine is moving; `nil` if unknown.
    public var isMoving: Bool?
    /// The time since which it is moving or parked; `nil` if unknown.
    public var since: Timestamp?
    /// When it was seen last, if it is not known whether it moves.
    public var lastSeen: Timestamp?
    /// The town; `nil` if unknown.
    public var town: String?
    /// Metres travelled today; `nil` if unknown.
    public var distance: Double?
    /// Seconds in motion today; `nil` if unknown.
    public var movingTime: Double?
    /// The number of trips today; `nil` if unknown.
    public var trips: Int?

    /// Creates a sentence without values.
    public init() {}

    /// `Parked since 17:40 near Auckland · today 12.3 km, 42 min moving, 3 trips`; `nil` if nothing is known.
    public func text(_ format: DisplayFormat, at now: Timestamp) -> String? {
        var words: [String] = []
        if let isMoving {
            words.append(isMoving ? "Moving" : "Parked")
            if let since { words.append("since \(format.calendar.text(since, near: now))") }
        } else if let lastSeen {
            words.append("Last seen \(format.calendar.text(lastSeen, near: now))")
        }
        if let town { words.append(words.isEmpty ? "Near \(town)" : "near \(town)") }
        var day: [String] = []
        // A day on which nothing is known yet has no kilometres to speak of.
        if let distance, !words.isEmpty || distance >= 100 {
            day.append("today \(format.units.roundDistance(distance))")
            if let movingTime, movingTime >= 30 { day.append("\(Words.duration(movingTime)) moving") }
            if let trips, trips > 0 { day.append(Words.counted(trips, "trip")) }
        }
        let parts = [words.joined(separator: " "), day.joined(separator: ", ")].filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
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

/// The units in which people read figures. Files, JSON and the socket have SI units, whatever people read.
public enum UnitSystem: String, Sendable, Hashable, CaseIterable {
    /// Metres, kilometres, km/h.
    case metric
    /// Feet, miles, mph.
    case imperial
    /// Metres, nautical miles (1852 m), knots.
    case nautical
}

extension UnitSystem {
    /// A way: `123.4 m`, `12.345 km`; `404.9 ft`, `7.671 mi`; `123.4 m`, `6.666 NM`. Takes metres.
    public func distance(_ metres: Double) -> String {
        let (large, name) = longUnit
        let limit = self == .metric ? 1000 : large / 10
        guard abs(metres) >= limit else { return length(metres) }
        return "\(Figure.decimal(metres / large, 3)) \(name)"
    }

    /// A way in one unit, for columns: `12.3 km`, `0.1 mi`. Takes metres.
    public func roundDistance(_ metres: Double) -> String {
        let (large, name) = longUnit
        return "\(Figure.decimal(metres / large, 1)) \(name)"
    }

    /// A height or a radius: `123.4 m`, `404.9 ft`. Takes metres.
    public func length(_ metres: Double) -> String {
        self == .imperial ? "\(Figure.decimal(metres / 0.3048, 1)) ft" : "\(Figure.decimal(metres, 1)) m"
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
        return "± \(Figure.decimal(value, value < 10 ? 1 : 0, isTrimmed: true)) \(name)"
    }

    private var longUnit: (metres: Double, name: String) {
        switch self {
        case .metric: (1000, "km")
        case .imperial: (1609.344, "mi")
        case .nautical: (1852, "NM")
        }
    }
}
