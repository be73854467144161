import LocationModel
import LocdProtocol

/// The properties of a manager that decide what it receives.
struct ManagerConfiguration: Sendable {
    var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
    var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
    var activityType = CLActivityType.other
    var pausesLocationUpdatesAutomatically = true
    var headingFilter: CLLocationDegrees = 1
    var rangedBeacons: Set<BeaconConstraint> = []

    /// The same in the daemon's form; values beyond its ranges are limited to them.
    var sessionSettings: SessionSettings {
        var settings = SessionSettings()
        settings.desiredAccuracy = DesiredAccuracy(core: desiredAccuracy).description
        settings.distanceFilter = distanceFilter > 0 ? min(distanceFilter, 100_000) : 0
        settings.activityType = ActivityType(activityType)
        settings.pausesLocationUpdatesAutomatically = pausesLocationUpdatesAutomatically
        settings.headingFilter = headingFilter > 0 ? min(headingFilter, 180) : 0
        if !rangedBeacons.isEmpty { settings.rangedBeacons = rangedBeacons.map(\.description).sorted() }
        return settings
    }
}

extension DesiredAccuracy {
    /// The `desiredAccuracy` that a client sets. An invalid value means the best accuracy.
    init(core accuracy: CLLocationAccuracy) {
        switch accuracy {
        case kCLLocationAccuracyBestForNavigation: self = .bestForNavigation
        case kCLLocationAccuracyNearestTenMeters: self = .nearestTenMeters
        case kCLLocationAccuracyHundredMeters: self = .hundredMeters
        case kCLLocationAccuracyKilometer: self = .kilometer
        case kCLLocationAccuracyThreeKilometers: self = .threeKilometers
        case kCLLocationAccuracyReduced: self = .reduced
        case let radius where radius > 0: self = .meters(min(radius, 100_000))
        default: self = .best
        }
    }
}

extension ActivityType {
    init(_ type: CLActivityType) {
        self =
            switch type {
            case .other: .other
            case .automotiveNavigation: .automotiveNavigation
            case .fitness: .fitness
            // The daemon includes boats in its navigation off the roads.
            case .otherNavigation, .maritime: .otherNavigation
            case .airborne: .airborne
            }
    }
}
