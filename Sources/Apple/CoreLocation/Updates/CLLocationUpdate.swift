/// An element of ``liveUpdates(_:)``: a location, or why there is no location.
@_weakLinked public struct CLLocationUpdate: Sendable {
    /// The kind of movement; it decides when updates pause.
    public enum LiveConfiguration: Int, Sendable {
        /// Anything.
        case `default` = 0
        /// A car on roads.
        case automotiveNavigation = 1
        /// A boat, a train, a bicycle.
        case otherNavigation = 2
        /// A workout on foot.
        case fitness = 3
        /// An aircraft.
        case airborne = 4
        /// A vessel.
        case maritime = 5
    }

    /// The location; `nil` if it is unknown.
    public let location: CLLocation?
    /// Standing still: no updates until the device moves.
    public internal(set) var stationary = false
    /// This program is not authorized for locations.
    public internal(set) var authorizationDenied = false
    /// Location services are off: the daemon was never reached.
    public internal(set) var authorizationDeniedGlobally = false
    /// The administrator's policy rules locations out.
    public internal(set) var authorizationRestricted = false
    /// Never: no program here is suspended while it is in the background.
    public internal(set) var insufficientlyInUse = false
    /// No location is available now. Updates continue automatically.
    public internal(set) var locationUnavailable = false
    /// This program has reduced accuracy: locations are rare.
    public internal(set) var accuracyLimited = false
    /// The Info.plist has `NSLocationRequireExplicitServiceSession`, and the program holds no ``CLServiceSession``.
    public internal(set) var serviceSessionRequired = false
    /// No decision is stored for this program yet.
    public internal(set) var authorizationRequestInProgress = false

    /// The older name of ``stationary``.
    @available(*, deprecated, renamed: "stationary")
    public var isStationary: Bool { stationary }

    init(location: CLLocation? = nil) {
        self.location = location
    }

    /// Locations as they arrive. Updates start when the sequence is iterated, and end with the loop or its task; if
    /// there is no location, an element contains the reason.
    public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
        Updates(configuration: configuration, hub: .current)
    }
}
