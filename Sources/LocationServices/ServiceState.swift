/// What the services of a client must not forget over a restart: open visits, the sides of regions, the last change, and
/// what was asked for instead of the settings.
/// The owner of a manager keeps it and gives it back.
public struct ServiceState: Sendable, Hashable, Codable {
    var visits: Visits.State?
    var regions: RegionMonitoring.State?
    var significantChange: SignificantChange.State?
    var activity: MotionActivityUpdates.State?
    var advice: SettingsAdvisor.State?

    /// Nothing to remember.
    public init() {}
}
