public import LocationModel

/// The settings in force instead of the recorder's configured ones, in the reply of `Status`.
public struct SettingsStatus: Codable, Sendable, Hashable {
    /// Why they are in force.
    public var reason: SettingsReason
    /// The activity, if it was the reason: the name of a `MotionActivity.Kind`.
    public var activity: String?
    /// The desired accuracy: a name of Core Location, or metres.
    public var desiredAccuracy: String
    /// The distance filter in metres.
    public var distanceFilter: Double?
    /// The minimum interval in seconds.
    public var minimumInterval: Double?

    /// Settings with the reason why they are in force.
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
