public import LocationModel

/// A deviation from the configured settings: which accuracy, distance and interval apply.
public enum SettingsPreset: String, Sendable, Hashable, Codable, CaseIterable {
    /// The settings as configured.
    case configured
    /// Adapted to the current activity; see ``ActivityPreset``.
    case adaptive
    /// The best accuracy.
    case high
    /// An accuracy of 100 m, or less if the settings ask for less.
    case balanced
    /// An accuracy of a kilometre, or less if the settings ask for less.
    case low
    /// Sleep: only the locations that ``SignificantChange`` would deliver.
    case significantChanges

    /// The settings with the preset applied, during an activity.
    public func applied(to settings: ManagerSettings, during activity: MotionActivity.Kind) -> ManagerSettings {
        var result = settings
        switch self {
        case .configured: break
        case .adaptive:
            guard let preset = ActivityPreset(activity) else { break }
            result.desiredAccuracy = preset.desiredAccuracy
            result.distanceFilter = preset.distanceFilter
        case .high:
            if DesiredAccuracy.best.isMoreDemanding(than: result.desiredAccuracy) { result.desiredAccuracy = .best }
        case .balanced: result.lower(to: .hundredMeters)
        case .low: result.lower(to: .kilometer)
        case .significantChanges:
            result.lower(to: .kilometer)
            result.distanceFilter = max(settings.distanceFilter ?? 0, SignificantChange.distance)
            result.minimumInterval = max(settings.minimumInterval ?? 0, SignificantChange.interval)
            result.deliversBetterAccuracy = false
        }
        return result
    }
}

extension ManagerSettings {
    /// Demands no more than this; less stays less.
    fileprivate mutating func lower(to accuracy: DesiredAccuracy) {
        if desiredAccuracy.isMoreDemanding(than: accuracy) { desiredAccuracy = accuracy }
    }
}

/// The accuracy and the distance filter that suit an activity: a location about every six seconds at its usual speed.
/// This keeps the shape of a way on foot without filling the track on a motorway.
///
/// The usual speeds are those of the activity model: walking 1.35 m/s, running 3, cycling 5, a vehicle 10. A stationary
/// machine needs an occasional look, and drift does not count as distance: a parked antenna drifts 50 m in a quarter of
/// an hour.
public struct ActivityPreset: Sendable, Hashable {
    /// Demand on the receiver.
    public var desiredAccuracy: DesiredAccuracy
    /// Metres from the last delivered location.
    public var distanceFilter: Double

    /// The preset for an activity; `nil` if the activity is unknown.
    public init?(_ activity: MotionActivity.Kind) {
        switch activity {
        case .unknown: return nil
        case .stationary: (desiredAccuracy, distanceFilter) = (.kilometer, 50)
        case .walking: (desiredAccuracy, distanceFilter) = (.nearestTenMeters, 10)
        case .running: (desiredAccuracy, distanceFilter) = (.nearestTenMeters, 20)
        case .cycling: (desiredAccuracy, distanceFilter) = (.best, 30)
        case .automotive: (desiredAccuracy, distanceFilter) = (.best, 60)
        }
    }
}
