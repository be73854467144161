public import LocationModel

/// A way to depart from the settings as they were made: what to make of the accuracy, the distance and the interval.
public enum SettingsPreset: String, Sendable, Hashable, Codable, CaseIterable {
    /// As they were made.
    case configured
    /// As it suits what is being done; see ``ActivityPreset``.
    case adaptive
    /// Sleep: only what ``SignificantChange`` would tell.
    case significantChanges

    /// The settings that the preset makes of others, during an activity.
    public func applied(to settings: ManagerSettings, during activity: MotionActivity.Kind) -> ManagerSettings {
        var result = settings
        switch self {
        case .configured: break
        case .adaptive:
            guard let preset = ActivityPreset(activity) else { break }
            result.desiredAccuracy = preset.desiredAccuracy
            result.distanceFilter = preset.distanceFilter
        case .significantChanges:
            // Whoever asked for less gets no more.
            if settings.desiredAccuracy.isMoreDemanding(than: .kilometer) { result.desiredAccuracy = .kilometer }
            result.distanceFilter = max(settings.distanceFilter ?? 0, SignificantChange.distance)
            result.minimumInterval = max(settings.minimumInterval ?? 0, SignificantChange.interval)
            result.deliversBetterAccuracy = false
        }
        return result
    }
}
