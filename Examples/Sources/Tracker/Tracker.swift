import CoreLocation

/// Prints where it is, every ten metres, until it has been told so many locations.
final class Tracker: NSObject, CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private var remaining: Int
    private var travelled: CLLocationDistance = 0
    private var last: CLLocation?

    init(locations: Int) {
        remaining = locations
        super.init()
        manager.delegate = self
        manager.desiredAccuracy = kCLLocationAccuracyBest
        manager.distanceFilter = 10
        manager.activityType = .automotiveNavigation
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        switch manager.authorizationStatus {
        case .notDetermined:
            manager.requestWhenInUseAuthorization()
        case .authorizedWhenInUse, .authorizedAlways:
            manager.startUpdatingLocation()
        case .denied, .restricted:
            print("This program may not know where it is.")
        @unknown default:
            break
        }
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        for location in locations where location.horizontalAccuracy >= 0 && remaining > 0 {
            if let last { travelled += location.distance(from: last) }
            last = location
            print(
                location.timestamp.formatted(.iso8601),
                String(format: "%.6f %.6f", location.coordinate.latitude, location.coordinate.longitude),
                String(format: "± %.1f m, %.0f m so far", location.horizontalAccuracy, travelled))
            remaining -= 1
        }
        if remaining == 0 {
            manager.stopUpdatingLocation()
            exit(0)
        }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        switch error {
        case CLError.locationUnknown: print("No location for the moment.")
        case CLError.denied: manager.stopUpdatingLocation()
        default: print("Core Location failed: \(error.localizedDescription)")
        }
    }
}
