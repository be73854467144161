public import LocationModel

/// The settings of a session. A value of `nil` means the default, which is Core Location's.
public struct SessionSettings: Codable, Sendable, Hashable {
    /// The smoothing of positions.
    public enum Smoothing: String, Codable, Sendable, Hashable, CaseIterable {
        /// The mean of the latest positions.
        case movingAverage
        /// The mean of the latest positions, weighted by their accuracy.
        case weightedMovingAverage
        /// A Kalman filter.
        case kalman
    }

    /// The names of all members.
    public static let names: Set<String> = [
        "desiredAccuracy", "distanceFilter", "activityType", "pausesLocationUpdatesAutomatically",
        "holdsPositionWhenStationary", "maximumHorizontalAccuracy", "maximumAge", "maximumSpeed", "minimumInterval",
        "smoothing", "headingFilter", "rangedBeacons",
    ]

    /// A name of Core Location, or metres. It is a demand, never a filter.
    public var desiredAccuracy: String?
    /// Metres from the last delivered location, 0 to 100,000; 0: all.
    public var distanceFilter: Double?
    /// The kind of movement.
    public var activityType: ActivityType?
    /// Whether updates pause while standing still.
    public var pausesLocationUpdatesAutomatically: Bool?
    /// Whether drift while standing still is withheld.
    public var holdsPositionWhenStationary: Bool?
    /// Metres, 0.01 to 100,000.
    public var maximumHorizontalAccuracy: Double?
    /// Seconds, 0.1 to 86,400.
    public var maximumAge: Double?
    /// Metres per second between consecutive locations, 0.1 to 12,000.
    public var maximumSpeed: Double?
    /// Seconds between locations, 0 to 86,400.
    public var minimumInterval: Double?
    /// The smoothing of positions, before they are filtered.
    public var smoothing: Smoothing?
    /// Degrees from the last delivered heading, 0 to 180; 0: all.
    public var headingFilter: Double?
    /// The beacons to range, at most 20: `UUID`, `UUID:MAJOR` or `UUID:MAJOR:MINOR`.
    public var rangedBeacons: [String]?

    /// The maximum number of constraints that a session ranges.
    private static let maximumRanged = 20

    /// Creates settings with all defaults.
    public init() {}

    /// The validated accuracy; `nil` if it is absent.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if it is invalid.
    public var effectiveAccuracy: DesiredAccuracy? {
        get throws(VarlinkError) {
            guard let desiredAccuracy else { return nil }
            guard let accuracy = DesiredAccuracy(desiredAccuracy), accuracy.meters <= 100_000 else {
                throw .invalidParameter("desiredAccuracy")
            }
            return accuracy
        }
    }

    /// The beacons to range; empty if they are absent.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if they are too many, or one is invalid.
    public var effectiveRangedBeacons: Set<BeaconConstraint> {
        get throws(VarlinkError) {
            let constraints = (rangedBeacons ?? []).map { BeaconConstraint($0) }
            guard constraints.count <= Self.maximumRanged, !constraints.contains(nil) else {
                throw .invalidParameter("rangedBeacons")
            }
            return Set(constraints.compactMap(\.self))
        }
    }

    /// Checks that every value is in its range.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` with the first one that is not.
    public func validate() throws(VarlinkError) {
        _ = try effectiveAccuracy
        _ = try effectiveRangedBeacons
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
