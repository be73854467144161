public import LocationModel
internal import Motion

/// What the services of a client must not forget over a restart: open visits, the sides of regions, the last change, how far
/// standard updates are, and what was asked for instead of the settings. The owner of a manager keeps it and gives it back.
public struct ServiceState: Sendable, Codable {
    /// The last location that they saw.
    var latest: Location?
    /// The last visit or region event that they delivered.
    var delivered: DeliveredEvent?
    var updates: StandardUpdates.State?
    var visits: Visits.State?
    var regions: RegionMonitoring.State?
    var significantChange: SignificantChange.State?
    var activity: MotionActivityUpdates.State?
    var advice: SettingsAdvisor.State?

    /// Nothing to remember.
    public init() {}

    /// The time of the last location that they saw.
    public var timestamp: Timestamp? { latest?.timestamp }

    /// Whether it can have been written by this type: what is read from a file is anything.
    var isValid: Bool {
        latest?.isValid != false && updates?.isValid != false && visits?.isValid != false && regions?.isValid != false
            && significantChange?.last?.isValid != false && activity?.isValid != false
            && advice?.activity?.isValid != false
    }
}
