struct CLLocationValues {
    var coordinate: CLLocationCoordinate2D
    var altitude: CLLocationDistance = 0
    var ellipsoidalAltitude: CLLocationDistance = 0
    /// Core Location gives a location that a program creates an accuracy of 0, which means exact.
    var horizontalAccuracy: CLLocationAccuracy = 0
    var verticalAccuracy: CLLocationAccuracy = -1
    var course: CLLocationDirection = -1
    var courseAccuracy: CLLocationDirectionAccuracy = -1
    var speed: CLLocationSpeed = -1
    var speedAccuracy: CLLocationSpeedAccuracy = -1
    var timestamp: Date
    var floor: CLFloor?
    var sourceInformation: CLLocationSourceInformation?

    mutating func setAltitude(
        _ altitude: CLLocationDistance, _ horizontalAccuracy: CLLocationAccuracy, _ verticalAccuracy: CLLocationAccuracy
    ) {
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
    }

    mutating func setMovement(
        _ course: CLLocationDirection, _ courseAccuracy: CLLocationDirectionAccuracy, _ speed: CLLocationSpeed,
        _ speedAccuracy: CLLocationSpeedAccuracy
    ) {
        self.course = course
        self.courseAccuracy = courseAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
    }
}

/// Degrees WGS 84, positive north and east.
public typealias CLLocationDegrees = Double
/// A radius in metres; negative: the value that it belongs to is invalid.
public typealias CLLocationAccuracy = Double
/// Metres per second over ground; negative: invalid.
public typealias CLLocationSpeed = Double
/// Metres per second; negative: the speed is invalid.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees, 0 to 359.9; negative: invalid.
public typealias CLLocationDirection = Double
/// Degrees; negative: the direction is invalid.
public typealias CLLocationDirectionAccuracy = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Microtesla.
public typealias CLHeadingComponentValue = Double
/// The more significant half of the number that distinguishes beacons of one UUID.
public typealias CLBeaconMajorValue = UInt16
/// The less significant half of the number that distinguishes beacons of one UUID.
public typealias CLBeaconMinorValue = UInt16
/// The result of a geocoder's request: the most likely place first, or why there is no result.
public typealias CLGeocodeCompletionHandler = ([CLPlacemark]?, (any Error)?) -> Void
