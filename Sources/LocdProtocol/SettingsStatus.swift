public import LocationModel

/// What is in force instead of the recorder's configured settings, as `Status` tells it.
public struct SettingsStatus: Codable, Sendable, Hashable {
    /// Why.
    public var reason: SettingsReason
    /// What is being done, where that decided: the name of a `MotionActivity.Kind`.
    public var activity: String?
    /// A name of Core Location, or metres.
    public var desiredAccuracy: String
    /// Metres.
    public var distanceFilter: Double?
    /// Seconds.
    public var minimumInterval: Double?

    /// Settings and why they are in force.
    public init(
        reason: SettingsReason, activity: MotionActivity.Kind? = nil, desiredAccuracy: DesiredAccuracy,
        distanceFilter: Double?, minimumInterval: Double?
    ) {
        self.reason = reason
        self.activity = activity?.rawValue
        self.desiredAccuracy = desiredAccuracy.description
        self.distanceFilter = distanceFilter
        self.minimumInterval = minimumInterval
    }
}
