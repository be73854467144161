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
