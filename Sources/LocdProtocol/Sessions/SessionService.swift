/// What a session can start and stop, in the words of Core Location's methods.
public enum SessionService: String, Codable, Sendable, Hashable, CaseIterable {
    /// Standard location updates.
    case updatingLocation
    /// Where the bow points.
    case updatingHeading
    /// A location each 500 m and 5 minutes.
    case monitoringSignificantLocationChanges
    /// Visits. They are the client's, not the session's.
    case monitoringVisits
    /// What is being done.
    case activityUpdates
    /// The administrator's regions (`regions.file`): that a boundary was crossed. For clients with full accuracy.
    case administeredRegions
}
