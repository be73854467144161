public import LocationModel

extension LocationManager {
    /// Asks for one location, as accurate as desired, or at the timeout the best that came. Does nothing while location
    /// updates run, or while an earlier request does; ``stopUpdatingLocation()`` cancels it.
    public nonisolated func requestLocation(timeout: Duration = RequestLocation.timeout) {
        send(.requestLocation(timeout: timeout))
    }

    /// Starts to tell locations that are 500 m and 5 minutes apart; the latest known comes first.
    public nonisolated func startMonitoringSignificantLocationChanges() {
        send(.startSignificantChanges)
    }

    /// Ends ``startMonitoringSignificantLocationChanges()``.
    public nonisolated func stopMonitoringSignificantLocationChanges() {
        send(.stopSignificantChanges)
    }

    /// Starts to tell visits, on arrival and on departure.
    public nonisolated func startMonitoringVisits() {
        send(.startVisits)
    }

    /// Ends ``startMonitoringVisits()``; an open visit is forgotten.
    public nonisolated func stopMonitoringVisits() {
        send(.stopVisits)
    }

    /// Starts to tell when the region is entered and left. One of the same identifier is replaced. One that cannot be
    /// monitored is told as a failure.
    public nonisolated func startMonitoring(for region: Region) {
        send(.startMonitoring([region]))
    }

    /// Starts to monitor many regions at once.
    public nonisolated func startMonitoring(for regions: [Region]) {
        send(.startMonitoring(regions))
    }

    /// Ends the monitoring of the region of an identifier.
    public nonisolated func stopMonitoring(for identifier: String) {
        send(.stopMonitoring(identifier))
    }

    /// Monitors what is in `services`, and nothing else any more; what goes on keeps its state.
    public nonisolated func monitor(_ services: MonitoredServices) {
        send(.monitor(services))
    }

    /// Asks for the state of a region; see ``RegionMonitoring/requestState(of:into:)``.
    public nonisolated func requestState(for identifier: String) {
        send(.requestState(identifier))
    }

    /// Starts to tell where the bow points, where the receiver says it.
    public nonisolated func startUpdatingHeading() {
        send(.startHeading)
    }

    /// Ends ``startUpdatingHeading()``.
    public nonisolated func stopUpdatingHeading() {
        send(.stopHeading)
    }

    /// Starts to tell what is being done: standing, walking, riding.
    public nonisolated func startActivityUpdates() {
        send(.startActivity)
    }

    /// Ends ``startActivityUpdates()``.
    public nonisolated func stopActivityUpdates() {
        send(.stopActivity)
    }

    /// Lets the manager keep locations until `distance` metres were travelled or `timeout` seconds passed.
    public nonisolated func allowDeferredLocationUpdates(untilTraveled distance: Double, timeout: Double) {
        send(.allowDeferred(distance: distance, timeout: timeout))
    }

    /// Ends a deferral: what was kept comes at once.
    public nonisolated func disallowDeferredLocationUpdates() {
        send(.disallowDeferred)
    }

    /// The client went to the background: what it would be told waits, bounded, and the receiver need not work harder than
    /// ``ManagerSettings/backgroundAccuracy`` for it.
    public nonisolated func enterBackground() {
        send(.enterBackground)
    }

    /// The client is back: what waited comes as one batch.
    public nonisolated func enterForeground() {
        send(.enterForeground)
    }
}
