/// The names of classes in archives that Apple's platforms write: the class names without the module. With them
/// registered, `NSKeyedUnarchiver` opens such an archive here without any code in the program.
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

/// Runs before the program's main: the first archive may be opened before anything else of this module is used.
@section(".init_array") @used
private let registration: @convention(c) () -> Void = { ArchivedClasses.register() }
