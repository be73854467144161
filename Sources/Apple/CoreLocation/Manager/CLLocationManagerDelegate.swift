/// The events of a ``CLLocationManager``. Every method has a default that does nothing, so that a delegate implements
/// only those that it needs, as on Apple's platforms, where they are optional. `delegate?.locationManager?(manager,
/// didVisit: visit)` works, too.
///
/// They are called on the run loop of the thread that created the manager.
@_weakLinked public protocol CLLocationManagerDelegate: NSObjectProtocol {
    /// New locations, at least one, the newest last.
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    /// A request failed; see ``CLError``.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    /// The authorization of this program is known (once after the manager was created) or changed.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
    /// The same, for delegates without ``locationManagerDidChangeAuthorization(_:)``.
    @available(*, deprecated, message: "Use locationManagerDidChangeAuthorization(_:).")
    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
    /// Movement has stopped: updates end until they are started again.
    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
    /// Updates continue after a pause.
    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
    /// A deferral ended: as requested (`nil`), or because of an error. The locations that were held back follow
    /// immediately.
    func locationManager(_ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?)
    /// The heading of the bow.
    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)
    /// Whether the user may be asked to calibrate the compass, each time its field stops being the Earth's. locd has no
    /// display for that: tell the user yourself.
    func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool
    /// A region was entered. Told to all managers of the program.
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)
    /// A region was left. Told to all managers of the program.
    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)
    /// The state of a region, at each change and where it was asked for.
    func locationManager(_ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)
    /// A region is monitored from now on.
    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)
    /// A region cannot be monitored.
    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error)
    /// Beacons were ranged: those that are here, the nearest first.
    func locationManager(
        _ manager: CLLocationManager, didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint)
    /// Beacons cannot be ranged.
    func locationManager(
        _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint, error: any Error)
    /// Beacons were ranged: those that are here, the nearest first.
    @available(*, deprecated, message: "Use locationManager(_:didRange:satisfying:).")
    func locationManager(
        _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion)
    /// Beacons cannot be ranged.
    @available(*, deprecated, message: "Use locationManager(_:didFailRangingFor:error:).")
    func locationManager(
        _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion, withError error: any Error)
    /// A visit began or ended. All managers of the program receive it.
    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
    /// A location and the one before, for delegates without `locationManager(_:didUpdateLocations:)`.
    @available(*, deprecated, message: "Use locationManager(_:didUpdateLocations:).")
    func locationManager(
        _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation)
}
