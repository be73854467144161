public import LocationModel

/// The settings in force instead of the configured ones, and the reason.
public struct SettingsInForce: Sendable, Hashable {
    /// The reason.
    public var reason: SettingsReason
    /// The current activity, if the settings follow it.
    public var activity: MotionActivity.Kind?
    /// The demand on the receiver.
    public var desiredAccuracy: DesiredAccuracy
    /// Minimum distance in metres from the last delivered location; `nil` for no filter.
    public var distanceFilter: Double?
    /// Minimum seconds between delivered locations; `nil` for no minimum.
    public var minimumInterval: Double?

    init(_ settings: ManagerSettings, reason: SettingsReason, activity: MotionActivity.Kind?) {
        self.reason = reason
        self.activity = activity
        desiredAccuracy = settings.desiredAccuracy
        distanceFilter = settings.distanceFilter
        minimumInterval = settings.minimumInterval
    }
}
