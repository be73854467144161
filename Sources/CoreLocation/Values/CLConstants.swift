/// As accurate as it gets, with further sensors where there are any.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As accurate as it gets.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Within ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Within a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// Within a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Within three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// As roughly as a client with reduced accuracy has it. Compare it with `==`; it is no radius.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 6_380_000

/// Every location, however near to the one before.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// Every heading, however near to the one before.
public let kCLHeadingFilterNone: CLLocationDegrees = -1
/// No distance ends a deferral.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// No time ends a deferral.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude

/// A coordinate that ``CLLocationCoordinate2DIsValid(_:)`` refuses.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// The domain of ``CLError``.
public let kCLErrorDomain = "kCLErrorDomain"
/// The key of ``CLError/alternateRegion`` in an error's user info.
public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"
/// The domain of ``CLLocationPushServiceError``.
public let CLLocationPushServiceErrorDomain = "CLLocationPushServiceErrorDomain"
