public import LocationModel

extension LocationManager {
    /// Requests one location of the desired accuracy, or the best one at the timeout. Does nothing while location
    /// updates or an earlier request run; ``stopUpdatingLocation()`` cancels it.
    public func requestLocation(timeout: Duration = RequestLocation.timeout) {
        send(.requestLocation(timeout: timeout))
    }

    /// Starts to deliver locations that are 500 m and 5 minutes apart; the latest known location comes first.
    public func startMonitoringSignificantLocationChanges() {
        send(.startSignificantChanges)
    }

    /// Ends ``startMonitoringSignificantLocationChanges()``.
    public func stopMonitoringSignificantLocationChanges() {
        send(.stopSignificantChanges)
    }

    /// Starts to deliver visits, on arrival and on departure.
    public func startMonitoringVisits() {
        send(.startVisits)
    }

    /// Ends ``startMonitoringVisits()``; an open visit is forgotten.
    public func stopMonitoringVisits() {
        send(.stopVisits)
    }

    /// Starts to report entries to and exits from the region. It replaces a region with the same identifier. If the
    /// region cannot be monitored, a failure is reported.
    public func startMonitoring(for region: Region) {
        send(.startMonitoring([region]))
    }

    /// Starts to monitor many regions at once.
    public func startMonitoring(for regions: [Region]) {
        send(.startMonitoring(regions))
    }

    /// Ends the monitoring of the region with this identifier.
    public func stopMonitoring(for identifier: String) {
        send(.stopMonitoring(identifier))
    }

    /// Monitors `services` and nothing else; services and regions that continue keep their state.
    public func monitor(_ services: MonitoredServices) {
        send(.monitor(services))
    }

    /// Starts to deliver the beacons of ``ManagerSettings/rangedBeacons`` that are here, once a second.
    public func startRangingBeacons() {
        send(.startRanging)
    }

    /// Ends ``startRangingBeacons()``.
    public func stopRangingBeacons() {
        send(.stopRanging)
    }

    /// Starts to deliver headings (the direction of the bow), if the receiver reports them.
    public func startUpdatingHeading() {
        send(.startHeading)
    }

    /// Ends ``startUpdatingHeading()``.
    public func stopUpdatingHeading() {
        send(.stopHeading)
    }

    /// Starts to deliver the current activity: standing, walking, riding.
    public func startActivityUpdates() {
        send(.startActivity)
    }

    /// Ends ``startActivityUpdates()``.
    public func stopActivityUpdates() {
        send(.stopActivity)
    }

    /// Lets the manager defer locations until `distance` metres are travelled or `timeout` seconds have passed.
    public func allowDeferredLocationUpdates(untilTraveled distance: Double, timeout: Double) {
        send(.allowDeferred(distance: distance, timeout: timeout))
    }

    /// Ends a deferral and delivers the deferred locations immediately.
    public func disallowDeferredLocationUpdates() {
        send(.disallowDeferred)
    }

    /// The client went to the background: its events wait in a bounded queue, and the receiver need not be more
    /// accurate than ``ManagerSettings/backgroundAccuracy`` for it.
    public func enterBackground() {
        send(.enterBackground)
    }

    /// The client returned: the waiting events are delivered as one batch.
    public func enterForeground() {
        send(.enterForeground)
    }
}
