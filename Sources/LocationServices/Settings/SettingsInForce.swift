public import LocationModel

/// What is in force instead of the settings as they were made, and why.
public struct SettingsInForce: Sendable, Hashable {
    /// Why.
    public var reason: SettingsReason
    /// What is being done, where that decided.
    public var activity: MotionActivity.Kind?
    /// The demand on the receiver.
    public var desiredAccuracy: DesiredAccuracy
    /// Metres from the last delivered location; `nil` for no filter.
    public var distanceFilter: Double?
    /// Seconds between delivered locations; `nil` for none.
    public var minimumInterval: Double?

    init(_ settings: ManagerSettings, reason: SettingsReason, activity: MotionActivity.Kind?) {
        self.reason = reason
        self.activity = activity
        desiredAccuracy = settings.desiredAccuracy
        distanceFilter = settings.distanceFilter
        minimumInterval = settings.minimumInterval
    }
}
