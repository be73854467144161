public import LocationModel

/// One sentence that answers what people ask: whether it moves, since when, where, and how far today.
public struct DaySentence: Sendable {
    /// Whether it moves; `nil` where that is not known.
    public var isMoving: Bool?
    /// Since when it moves or is parked; `nil` where that is not known, or since before today.
    public var since: Timestamp?
    /// The town; `nil` where it is not known.
    public var town: String?
    /// Metres today; `nil` where that is not known.
    public var distance: Double?
    /// Seconds in motion today.
    public var movingTime: Double?
    /// Trips today.
    public var trips: Int?

    /// Nothing is known.
    public init() {}

    /// `Parked since 17:40 near Auckland · 12.3 km in 0:42 h and 3 trips today`; `nil` where nothing is known.
    public func text(_ format: DisplayFormat, at now: Timestamp) -> String? {
        var parts: [String] = []
        if let isMoving {
            var words = isMoving ? "Moving" : "Parked"
            if let since { words += " since \(format.calendar.text(since, near: now))" }
            if let town { words += " near \(town)" }
            parts.append(words)
        } else if let town {
            parts.append("Near \(town)")
        }
        if let distance {
            var words = format.units.roundDistance(distance)
            if let movingTime, movingTime >= 30 { words += " in \(Words.hours(movingTime))" }
            if let trips, trips > 0 { words += " and \(Words.counted(trips, "trip"))" }
            parts.append("\(words) today")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
