/// Calls a delegate's older methods. Their deprecation is for clients: behind this protocol it causes no warning here.
protocol OlderCallbacks: Sendable {
    func didUpdate(_ locations: [CLLocation], of manager: CLLocationManager, to delegate: any CLLocationManagerDelegate)
    func didChangeAuthorization(of manager: CLLocationManager, to delegate: any CLLocationManagerDelegate)
    func didRange(
        _ beacons: [CLBeacon], in region: CLBeaconRegion, of manager: CLLocationManager,
        to delegate: any CLLocationManagerDelegate)
    func didFailRanging(
        for region: CLBeaconRegion, of manager: CLLocationManager, with error: CLError,
        to delegate: any CLLocationManagerDelegate)
}

let olderCallbacks: any OlderCallbacks = DelegateOlderCallbacks()

private struct DelegateOlderCallbacks: OlderCallbacks {
    @available(*, deprecated)
    func didUpdate(
        _ locations: [CLLocation], of manager: CLLocationManager, to delegate: any CLLocationManagerDelegate
    ) {
        var previous = manager.previousLocation
        for location in locations {
            delegate.locationManager(manager, didUpdateTo: location, from: previous ?? location)
            previous = location
        }
    }

    @available(*, deprecated)
    func didChangeAuthorization(of manager: CLLocationManager, to delegate: any CLLocationManagerDelegate) {
        delegate.locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
    }

    @available(*, deprecated)
    func didRange(
        _ beacons: [CLBeacon], in region: CLBeaconRegion, of manager: CLLocationManager,
        to delegate: any CLLocationManagerDelegate
    ) {
        delegate.locationManager(manager, didRangeBeacons: beacons, in: region)
    }

    @available(*, deprecated)
    func didFailRanging(
        for region: CLBeaconRegion, of manager: CLLocationManager, with error: CLError,
        to delegate: any CLLocationManagerDelegate
    ) {
        delegate.locationManager(manager, rangingBeaconsDidFailFor: region, withError: error)
    }
}
