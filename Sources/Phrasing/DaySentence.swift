public import LocationModel

/// One sentence that answers what people ask: whether this machine is moving, since when, where, and how far today.
public struct DaySentence: Sendable {
    /// Whether this machine is moving; `nil` if unknown.
    public var isMoving: Bool?
    /// The time since which it is moving or parked; `nil` if unknown or before today.
    public var since: Timestamp?
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

    /// `Parked since 17:40 near Auckland · 12.3 km in 0:42 h and 3 trips today`; `nil` if nothing is known.
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
