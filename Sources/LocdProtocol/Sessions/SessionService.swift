/// The services that a session can start and stop, with the names of Core Location's methods.
public enum SessionService: String, Codable, Sendable, Hashable, CaseIterable {
    /// Standard location updates.
    case updatingLocation
    /// The direction of the bow.
    case updatingHeading
    /// Locations at least 500 m and 5 minutes apart.
    case monitoringSignificantLocationChanges
    /// Visits. They belong to the client, not to the session.
    case monitoringVisits
    /// The beacons of the settings, ranged once a second. For clients with full accuracy.
    case rangingBeacons
    /// The current activity.
    case activityUpdates
    /// Entries to and exits from the administrator's regions (`regions.file`). For clients with full accuracy.
    case administeredRegions
    /// Changes of the time zone. For clients with full accuracy.
    case timeZone
    /// Steps, as they are counted. For clients with full accuracy.
    case stepUpdates
    /// The state of the receiver: at once, and whenever it changes. For every client.
    case receiver

    /// Whether it reveals where this machine is, or how it moves.
    public var tellsPlace: Bool { self != .receiver }
}
