internal import LocationModel

extension ManagerSettings {
    /// What is in force of these settings while the client may have places only roughly: Core Location ignores the desired
    /// accuracy then. A place every quarter of an hour is no hole, and that it is the same one again no stop.
    var reduced: ManagerSettings {
        var settings = self
        settings.desiredAccuracy = .reduced
        settings.staleAfter = max(staleAfter, ReducedAccuracy.maximumAge * 3)
        settings.pausesLocationUpdatesAutomatically = false
        settings.holdsPositionWhenStationary = false
        settings.smoothing = nil
        (settings.preset, settings.presetOnBattery, settings.presetOnLowBattery) = (.configured, nil, nil)
        return settings
    }
}
