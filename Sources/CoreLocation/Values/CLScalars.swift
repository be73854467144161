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
