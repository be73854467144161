internal import LocationModel

extension ManagerSettings {
    /// The effective settings of a client with reduced accuracy: Core Location ignores the desired
    /// accuracy then. A location every quarter of an hour is not a gap, and the same one again is not a stop.
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
