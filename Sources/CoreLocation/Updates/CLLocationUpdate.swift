/// What ``liveUpdates(_:)`` tells: a location, or why there is none.
@_weakLinked public struct CLLocationUpdate: Sendable {
    /// What moves, and how; it decides when updates pause.
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

    /// Where this was; `nil` where that is not known now.
    public let location: CLLocation?
    /// Nothing moves: there is silence until something does.
    public internal(set) var stationary = false
    /// This program may not have locations.
    public internal(set) var authorizationDenied = false
    /// Location services are off: the daemon was never reached.
    public internal(set) var authorizationDeniedGlobally = false
    /// The administrator's policy rules locations out.
    public internal(set) var authorizationRestricted = false
    /// Never: no program here is too little in use.
    public internal(set) var insufficientlyInUse = false
    /// No location can be had now. Updates go on by themselves.
    public internal(set) var locationUnavailable = false
    /// This program has locations only roughly, and seldom.
    public internal(set) var accuracyLimited = false
    /// Never: a program here needs no session for this.
    public internal(set) var serviceSessionRequired = false
    /// Nobody has decided yet whether this program may have locations.
    public internal(set) var authorizationRequestInProgress = false

    /// The older name of ``stationary``.
    @available(*, deprecated, renamed: "stationary")
    public var isStationary: Bool { stationary }

    init(location: CLLocation? = nil) {
        self.location = location
    }

    /// Locations as they come. Nothing starts before somebody iterates; it ends with the loop or its task, and not by itself: where there is
    /// no location, an element says why.
    public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
        Updates(configuration: configuration, hub: .current)
    }
}
