/// The accuracy of the locations that this program receives.
@_weakLinked public enum CLAccuracyAuthorization: Int, Sendable {
    /// Full accuracy.
    case fullAccuracy = 0
    /// Reduced accuracy, at a low rate.
    case reducedAccuracy = 1
}

/// The kind of movement; it decides when updates may pause automatically.
@_weakLinked public enum CLActivityType: Int, Sendable {
    /// Anything.
    case other = 1
    /// A car on roads.
    case automotiveNavigation = 2
    /// A workout on foot.
    case fitness = 3
    /// A boat, a train, a bicycle, a car off the roads.
    case otherNavigation = 4
    /// An aircraft, on the ground too.
    case airborne = 5
    /// A vessel. Apple's raw value is unknown; this one follows the others.
    case maritime = 6
}

/// The authorization of this program.
@_weakLinked public enum CLAuthorizationStatus: Int32, Sendable {
    /// No decision is stored yet.
    case notDetermined = 0
    /// The administrator's policy denies it, and the user cannot change that.
    case restricted = 1
    /// Access was denied, or location services are off: the daemon was never reached.
    case denied = 2
    /// Locations at any time.
    case authorizedAlways = 3
    /// Locations while the program is in use.
    case authorizedWhenInUse = 4

    /// The older name of ``authorizedAlways``, and the usual one on macOS.
    @available(*, deprecated, renamed: "authorizedAlways")
    public static var authorized: CLAuthorizationStatus { .authorizedAlways }
}

/// How a device is held. Nobody holds a computer with a receiver: the value is stored and has no effect.
@_weakLinked public enum CLDeviceOrientation: Int32, Sendable {
    /// Unknown.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upright, the top down.
    case portraitUpsideDown = 2
    /// On its side, the top to the left.
    case landscapeLeft = 3
    /// On its side, the top to the right.
    case landscapeRight = 4
    /// Lying, the screen up.
    case faceUp = 5
    /// Lying, the screen down.
    case faceDown = 6
}

/// The proximity of a beacon.
@_weakLinked public enum CLProximity: Int, Sendable {
    /// Unknown.
    case unknown = 0
    /// Within a hand's breadth.
    case immediate = 1
    /// Within a few metres.
    case near = 2
    /// Farther.
    case far = 3
}

/// The side of a region's boundary.
@frozen
@_weakLinked public enum CLRegionState: Int, Sendable {
    /// Not determined yet.
    case unknown = 0
    /// In the region.
    case inside = 1
    /// Outside of it.
    case outside = 2
}
