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
