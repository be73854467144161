public import LocationModel

/// A deviation from the configured settings: which accuracy, distance and interval apply.
public enum SettingsPreset: String, Sendable, Hashable, Codable, CaseIterable {
    /// The settings as configured.
    case configured
    /// Adapted to the current activity; see ``ActivityPreset``.
    case adaptive
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
        case .significantChanges:
            // A less demanding accuracy is not raised.
            if settings.desiredAccuracy.isMoreDemanding(than: .kilometer) { result.desiredAccuracy = .kilometer }
            result.distanceFilter = max(settings.distanceFilter ?? 0, SignificantChange.distance)
            result.minimumInterval = max(settings.minimumInterval ?? 0, SignificantChange.interval)
            result.deliversBetterAccuracy = false
        }
        return result
    }
}
