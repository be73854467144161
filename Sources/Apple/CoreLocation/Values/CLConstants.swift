/// The best accuracy, with additional sensors if there are any.
@_weakLinked public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The best accuracy, with additional sensors if there are any.
@_weakLinked public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Within ten metres.
@_weakLinked public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Within a hundred metres.
@_weakLinked public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// Within a kilometre.
@_weakLinked public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Within three kilometres.
@_weakLinked public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// The accuracy of a client with reduced accuracy. Compare it with `==`; it is not a radius.
@_weakLinked public let kCLLocationAccuracyReduced: CLLocationAccuracy = 6_380_000

/// All locations, however close to the previous one.
@_weakLinked public let kCLDistanceFilterNone: CLLocationDistance = -1
/// All headings, however close to the previous one.
@_weakLinked public let kCLHeadingFilterNone: CLLocationDegrees = -1
/// A deferral without a limit of distance.
@_weakLinked public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// A deferral without a limit of time.
@_weakLinked public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude

/// A coordinate that ``CLLocationCoordinate2DIsValid(_:)`` refuses.
@_weakLinked public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// The domain of ``CLError``.
@_weakLinked public let kCLErrorDomain = "kCLErrorDomain"
/// The key of ``CLError/alternateRegion`` in an error's user info.
@_weakLinked public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"
/// The domain of ``CLLocationPushServiceError``.
@_weakLinked public let CLLocationPushServiceErrorDomain = "CLLocationPushServiceErrorDomain"
