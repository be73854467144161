import LocationModel
package import LocationServices
package import LocdProtocol
internal import Motion

extension ManagerSettings {
    /// The settings of a session, with Core Location's defaults for those that are missing.
    /// - Throws: A `VarlinkError` with the name of the first setting that is out of range.
    init(
        _ settings: SessionSettings, staleAfter: Duration, deliversUntrusted: Bool
    ) throws(VarlinkError) {
        try settings.validate()
        self.init()
        desiredAccuracy = try settings.effectiveAccuracy ?? desiredAccuracy
        reducesAccuracy = desiredAccuracy == .reduced
        distanceFilter = settings.distanceFilter.flatMap { $0 > 0 ? $0 : nil }
        activityType = settings.activityType ?? activityType
        pausesLocationUpdatesAutomatically =
            settings.pausesLocationUpdatesAutomatically ?? pausesLocationUpdatesAutomatically
        holdsPositionWhenStationary = settings.holdsPositionWhenStationary ?? holdsPositionWhenStationary
        maximumHorizontalAccuracy = settings.maximumHorizontalAccuracy
        maximumAge = settings.maximumAge
        maximumSpeed = settings.maximumSpeed
        minimumInterval = settings.minimumInterval.flatMap { $0 > 0 ? $0 : nil }
        smoothing = settings.smoothing.map(Smoothing.init)
        if let filter = settings.headingFilter { headingFilter = filter > 0 ? filter : nil }
        rangedBeacons = try settings.effectiveRangedBeacons
        self.staleAfter = staleAfter
        self.deliversUntrusted = deliversUntrusted
    }
}

extension Smoothing {
    fileprivate init(_ smoothing: SessionSettings.Smoothing) {
        self =
            switch smoothing {
            case .movingAverage: .movingAverage
            case .weightedMovingAverage: .weightedMovingAverage
            case .kalman: .kalman
            }
    }
}

extension SettingsStatus {
    /// The settings in force, as the socket reports them.
    package init(_ settings: SettingsInForce) {
        self.init(
            reason: settings.reason, activity: settings.activity, desiredAccuracy: settings.desiredAccuracy,
            distanceFilter: settings.distanceFilter, minimumInterval: settings.minimumInterval)
    }
}
