import CoreLocation

/// Says what a delegate is told, a line each; times in milliseconds since 1970.
final class Probe: NSObject, CLLocationManagerDelegate {
    private func say(_ words: String) {
        FileHandle.standardOutput.write(Data("\(words)\n".utf8))
    }

    private func milliseconds(_ date: Date) -> Int64 {
        Int64((date.timeIntervalSince1970 * 1000).rounded())
    }

    private func code(_ error: any Error) -> Int { (error as? CLError)?.errorCode ?? -1 }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        for location in locations {
            let place = "\(location.coordinate.latitude) \(location.coordinate.longitude)"
            say("location \(milliseconds(location.timestamp)) \(place) \(location.horizontalAccuracy)")
        }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        say("error \(code(error))")
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        say("authorization \(manager.authorizationStatus.rawValue) \(manager.accuracyAuthorization.rawValue)")
    }

    func locationManager(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
        say("heading \(heading.magneticHeading) \(heading.trueHeading) \(heading.headingAccuracy)")
    }

    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) { say("pause") }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        say("monitoring \(region.identifier)")
        manager.requestState(for: region)
    }

    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {
        say("failed \(region?.identifier ?? "-") \(code(error))")
    }

    func locationManager(_ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion) {
        say("state \(region.identifier) \(state.rawValue)")
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        say("enter \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        say("exit \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
        say("visit \(visit.departureDate == .distantFuture ? "arrival" : "departure")")
    }
}
