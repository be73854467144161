/// The labelled callbacks of a delegate, as a value that may be called: with it `delegate?.locationManager?(manager,
/// didVisit: visit)` and `delegate!.locationManager!(…)` compile, as where the methods are optional. Not to be named by
/// clients.
///
/// Called by a client's mock. It may pass an error as an `NSError`, which Apple's runtime converts to a ``CLError``
/// for `as?`; here it is one from the start.
@_weakLinked public struct _CLDelegateCalls {
    let delegate: any CLLocationManagerDelegate

    /// ``CLLocationManagerDelegate/locationManager(_:didUpdateLocations:)``
    public func callAsFunction(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        delegate.locationManager(manager, didUpdateLocations: locations)
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didFailWithError:)``
    public func callAsFunction(_ manager: CLLocationManager, didFailWithError error: any Error) {
        delegate.locationManager(manager, didFailWithError: CLError.cast(error))
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didChangeAuthorization:)``
    @available(*, deprecated, message: "Use locationManagerDidChangeAuthorization(_:).")
    public func callAsFunction(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
        delegate.locationManager(manager, didChangeAuthorization: status)
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didFinishDeferredUpdatesWithError:)``
    public func callAsFunction(_ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?) {
        delegate.locationManager(manager, didFinishDeferredUpdatesWithError: error.map { CLError.cast($0) })
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didUpdateHeading:)``
    public func callAsFunction(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
        delegate.locationManager(manager, didUpdateHeading: newHeading)
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didEnterRegion:)``
    public func callAsFunction(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        delegate.locationManager(manager, didEnterRegion: region)
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didExitRegion:)``
    public func callAsFunction(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        delegate.locationManager(manager, didExitRegion: region)
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didDetermineState:for:)``
    public func callAsFunction(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
        delegate.locationManager(manager, didDetermineState: state, for: region)
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didStartMonitoringFor:)``
    public func callAsFunction(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        delegate.locationManager(manager, didStartMonitoringFor: region)
    }

    /// ``CLLocationManagerDelegate/locationManager(_:monitoringDidFailFor:withError:)``
    public func callAsFunction(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {
        delegate.locationManager(manager, monitoringDidFailFor: region, withError: CLError.cast(error))
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didRange:satisfying:)``
    public func callAsFunction(
        _ manager: CLLocationManager, didRange beacons: [CLBeacon],
        satisfying beaconConstraint: CLBeaconIdentityConstraint
    ) {
        delegate.locationManager(manager, didRange: beacons, satisfying: beaconConstraint)
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didFailRangingFor:error:)``
    public func callAsFunction(
        _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint, error: any Error
    ) {
        delegate.locationManager(manager, didFailRangingFor: beaconConstraint, error: CLError.cast(error))
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didRangeBeacons:in:)``
    @available(*, deprecated, message: "Use locationManager(_:didRange:satisfying:).")
    public func callAsFunction(
        _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
    ) {
        delegate.locationManager(manager, didRangeBeacons: beacons, in: region)
    }

    /// ``CLLocationManagerDelegate/locationManager(_:rangingBeaconsDidFailFor:withError:)``
    @available(*, deprecated, message: "Use locationManager(_:didFailRangingFor:error:).")
    public func callAsFunction(
        _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion, withError error: any Error
    ) {
        delegate.locationManager(manager, rangingBeaconsDidFailFor: region, withError: CLError.cast(error))
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didVisit:)``
    public func callAsFunction(_ manager: CLLocationManager, didVisit visit: CLVisit) {
        delegate.locationManager(manager, didVisit: visit)
    }

    /// ``CLLocationManagerDelegate/locationManager(_:didUpdateTo:from:)``
    @available(*, deprecated, message: "Use locationManager(_:didUpdateLocations:).")
    public func callAsFunction(
        _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation
    ) {
        delegate.locationManager(manager, didUpdateTo: newLocation, from: oldLocation)
    }
}

extension CLLocationManagerDelegate {
    /// Lets labelled callbacks be called as optional ones.
    public var locationManager: _CLDelegateCalls? { _CLDelegateCalls(delegate: self) }

    /// Lets the callback be called as an optional one.
    public var locationManagerDidChangeAuthorization: ((CLLocationManager) -> Void)? {
        { self.locationManagerDidChangeAuthorization($0) }
    }

    /// Lets the callback be called as an optional one.
    public var locationManagerDidPauseLocationUpdates: ((CLLocationManager) -> Void)? {
        { self.locationManagerDidPauseLocationUpdates($0) }
    }

    /// Lets the callback be called as an optional one.
    public var locationManagerDidResumeLocationUpdates: ((CLLocationManager) -> Void)? {
        { self.locationManagerDidResumeLocationUpdates($0) }
    }

    /// Lets the callback be called as an optional one.
    public var locationManagerShouldDisplayHeadingCalibration: ((CLLocationManager) -> Bool)? {
        { self.locationManagerShouldDisplayHeadingCalibration($0) }
    }
}
