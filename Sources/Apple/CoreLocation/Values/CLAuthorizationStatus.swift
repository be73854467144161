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
