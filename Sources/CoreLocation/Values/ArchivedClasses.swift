/// The names under which classes stand in archives that Apple's platforms write: their own without the module. With them known,
/// `NSKeyedUnarchiver` opens such an archive here without a word of the program's.
///
/// Foundation on Linux writes `CoreLocation.CLLocation`; the other side opens that after
/// `NSKeyedUnarchiver.setClass(CLLocation.self, forClassName: "CoreLocation.CLLocation")`.
private enum ArchivedClasses {
    static let all: [String: AnyClass] = [
        "CLLocation": CLLocation.self, "CLFloor": CLFloor.self, "CLHeading": CLHeading.self, "CLVisit": CLVisit.self,
        "CLLocationSourceInformation": CLLocationSourceInformation.self, "CLPlacemark": CLPlacemark.self,
        "CLRegion": CLRegion.self, "CLCircularRegion": CLCircularRegion.self, "CLBeaconRegion": CLBeaconRegion.self,
        "CLBeacon": CLBeacon.self, "CLBeaconIdentityConstraint": CLBeaconIdentityConstraint.self,
    ]

    static func register() {
        for (name, type): (String, AnyClass) in all { NSKeyedUnarchiver.setClass(type, forClassName: name) }
    }
}

/// Runs before the program's main: nothing of this module may have been used when the first archive is opened.
@section(".init_array") @used
private let registration: @convention(c) () -> Void = { ArchivedClasses.register() }
