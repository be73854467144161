public import LocationModel

/// The settings of a session. What is `nil` has its default, which is Core Location's.
public struct SessionSettings: Codable, Sendable, Hashable {
    /// How positions are smoothed.
    public enum Smoothing: String, Codable, Sendable, Hashable, CaseIterable {
        /// The mean of the latest positions.
        case movingAverage
        /// The same, each weighted by its accuracy.
        case weightedMovingAverage
        /// A Kalman filter.
        case kalman
    }

    /// The names of all members.
    public static let names: Set<String> = [
        "desiredAccuracy", "distanceFilter", "activityType", "pausesLocationUpdatesAutomatically",
        "holdsPositionWhenStationary", "maximumHorizontalAccuracy", "maximumAge", "maximumSpeed", "minimumInterval",
        "smoothing", "headingFilter",
    ]

    /// A name of Core Location's, or metres. Demand, never a filter.
    public var desiredAccuracy: String?
    /// Metres from the last location that was told, 0 to 100,000; 0: all.
    public var distanceFilter: Double?
    /// What moves.
    public var activityType: ActivityType?
    /// Whether updates pause while nothing moves.
    public var pausesLocationUpdatesAutomatically: Bool?
    /// Whether drift around a place where nothing moves is withheld.
    public var holdsPositionWhenStationary: Bool?
    /// Metres, 0.01 to 100,000.
    public var maximumHorizontalAccuracy: Double?
    /// Seconds, 0.1 to 86,400.
    public var maximumAge: Double?
    /// Metres per second between consecutive locations, 0.1 to 12,000.
    public var maximumSpeed: Double?
    /// Seconds between locations, 0 to 86,400.
    public var minimumInterval: Double?
    /// How positions are smoothed before they are filtered.
    public var smoothing: Smoothing?
    /// Degrees from the last heading that was told, 0 to 180; 0: all.
    public var headingFilter: Double?

    /// All defaults.
    public init() {}

    /// The accuracy; `nil` where none was given.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` where it is none.
    public var effectiveAccuracy: DesiredAccuracy? {
        get throws(VarlinkError) {
            guard let desiredAccuracy else { return nil }
            guard let accuracy = DesiredAccuracy(desiredAccuracy), accuracy.meters <= 100_000 else {
                throw .invalidParameter("desiredAccuracy")
            }
            return accuracy
        }
    }

    /// Looks whether every value is in its range.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` with the first that is not.
    public func validate() throws(VarlinkError) {
        _ = try effectiveAccuracy
        let ranges: [(String, Double?, ClosedRange<Double>)] = [
            ("distanceFilter", distanceFilter, 0...100_000),
            ("maximumHorizontalAccuracy", maximumHorizontalAccuracy, 0.01...100_000),
            ("maximumAge", maximumAge, 0.1...86_400), ("maximumSpeed", maximumSpeed, 0.1...12_000),
            ("minimumInterval", minimumInterval, 0...86_400), ("headingFilter", headingFilter, 0...180),
        ]
        for (name, value, range) in ranges {
            if let value, !range.contains(value) { throw .invalidParameter(name) }
        }
    }
}
