/// What a ``CLLocationManager`` tells. Every method has a default that does nothing, so that a delegate has those that it
/// needs, as on Apple's platforms, where they are optional. `delegate?.locationManager?(manager, didVisit: visit)` works too.
///
/// They are called on the run loop of the thread that made the manager.
@_weakLinked public protocol CLLocationManagerDelegate: NSObjectProtocol {
    /// Locations, never none, the newest last.
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    /// Something cannot be given; see ``CLError``.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    /// What this program may have is known (once after the manager was made) or changed.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
    /// The same, for delegates without ``locationManagerDidChangeAuthorization(_:)``.
    @available(*, deprecated, message: "Use locationManagerDidChangeAuthorization(_:).")
    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
    /// Movement has stopped: updates end until they are started again.
    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)
    /// Updates go on after a pause.
    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)
    /// A deferral ended: as asked for (`nil`), or because of an error. What was kept follows at once.
    func locationManager(_ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?)
    /// Where the bow points.
    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)
    /// Whether a person may be asked to calibrate the compass: never asked here.
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
    /// Beacons were seen: never here.
    func locationManager(
        _ manager: CLLocationManager, didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint)
    /// Beacons cannot be looked for.
    func locationManager(
        _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint, error: any Error)
    /// Beacons were seen: never here.
    @available(*, deprecated, message: "Use locationManager(_:didRange:satisfying:).")
    func locationManager(
        _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion)
    /// Beacons cannot be looked for.
    @available(*, deprecated, message: "Use locationManager(_:didFailRangingFor:error:).")
    func locationManager(
        _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion, withError error: any Error)
    /// Somebody arrived at a place to stay, or left it. Told to all managers of the program.
    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)
    /// A location and the one before, for delegates without `locationManager(_:didUpdateLocations:)`.
    @available(*, deprecated, message: "Use locationManager(_:didUpdateLocations:).")
    func locationManager(
        _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation)
}
