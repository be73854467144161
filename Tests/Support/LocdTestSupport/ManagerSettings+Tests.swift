import LocationModel
public import LocationServices

extension ManagerSettings {
    /// Settings that hold nothing back but what a test sets.
    public static func unfiltered(_ change: (inout ManagerSettings) -> Void = { _ in }) -> ManagerSettings {
        var settings = ManagerSettings()
        settings.pausesLocationUpdatesAutomatically = false
        change(&settings)
        return settings
    }

    /// Settings of a client that may want anything.
    public static func random(_ random: inout SeededGenerator) -> ManagerSettings {
        var settings = ManagerSettings()
        settings.distanceFilter = [nil, 0, 10, 1000].randomElement(using: &random) ?? nil
        settings.minimumInterval = [nil, 0, 5].randomElement(using: &random) ?? nil
        settings.maximumHorizontalAccuracy = [nil, 100].randomElement(using: &random) ?? nil
        settings.maximumSpeed = [nil, 100].randomElement(using: &random) ?? nil
        settings.activityType = ActivityType.allCases.randomElement(using: &random) ?? .other
        settings.pausesLocationUpdatesAutomatically = .random(using: &random)
        settings.holdsPositionWhenStationary = .random(using: &random)
        settings.deliversBetterAccuracy = .random(using: &random)
        settings.deliversTurns = .random(using: &random)
        settings.filtersDrift = .random(using: &random)
        settings.preset = SettingsPreset.allCases.randomElement(using: &random) ?? .configured
        return settings
    }
}
