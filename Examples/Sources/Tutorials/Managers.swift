import CoreLocation

/// A location manager of the program's own: three locations, and it stops.
@MainActor
final class LocationManagerTutorial: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let finish = Finish()
    private var count = 0

    static func run() async {
        let tutorial = LocationManagerTutorial()
        tutorial.manager.delegate = tutorial
        tutorial.manager.desiredAccuracy = kCLLocationAccuracyBest
        tutorial.manager.activityType = .automotiveNavigation
        tutorial.manager.startUpdatingLocation()
        await tutorial.finish.wait()
        tutorial.manager.stopUpdatingLocation()
        print("stopped after \(tutorial.count) locations")
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        for location in locations where location.horizontalAccuracy >= 0 && count < 3 {
            count += 1
            print(String(format: "location %.1f %.1f", location.coordinate.latitude, location.coordinate.longitude))
        }
        if count == 3 { finish() }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        print("failed: \((error as? CLError)?.code.rawValue ?? -1)")
    }
}

/// Which permission the program has, in words; asks if nobody has decided.
@MainActor
final class PermissionTutorial: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let finish = Finish()

    static func run() async {
        let tutorial = PermissionTutorial()
        tutorial.manager.delegate = tutorial
        await tutorial.finish.wait()
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        let permission =
            switch manager.authorizationStatus {
            case .notDetermined: "not decided"
            case .restricted: "restricted by the administrator"
            case .denied: "denied"
            case .authorizedAlways: "always"
            case .authorizedWhenInUse: "while in use"
            @unknown default: "unknown"
            }
        if manager.authorizationStatus == .notDetermined { return manager.requestWhenInUseAuthorization() }
        finish(permission, manager.accuracyAuthorization == .fullAccuracy ? "full accuracy" : "reduced accuracy")
    }
}

/// One location, or why there is none.
@MainActor
final class OneShotTutorial: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let finish = Finish()

    static func run() async {
        let tutorial = OneShotTutorial()
        tutorial.manager.delegate = tutorial
        tutorial.manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
        tutorial.manager.requestLocation()
        await tutorial.finish.wait()
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        finish("one location, \(locations.last === manager.location ? "the latest" : "another")")
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        finish(CLError.locationUnknown ~= error ? "no location now" : "failed")
    }
}

/// Locations at least 50 m apart.
@MainActor
final class DistanceFilterTutorial: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let finish = Finish()
    private var last: CLLocation?

    static func run() async {
        let tutorial = DistanceFilterTutorial()
        tutorial.manager.delegate = tutorial
        tutorial.manager.distanceFilter = 50
        tutorial.manager.pausesLocationUpdatesAutomatically = false
        tutorial.manager.startUpdatingLocation()
        await tutorial.finish.wait()
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        for location in locations {
            if let last {
                finish(location.distance(from: last) >= 50 ? "at least 50 m on" : "too near")
            }
            last = location
        }
    }
}

/// The same through an asynchronous sequence.
enum LiveUpdatesTutorial {
    static func run() async throws {
        var count = 0
        for try await update in CLLocationUpdate.liveUpdates(.fitness) {
            if update.authorizationDenied { return print("denied") }
            guard update.location != nil else { continue }
            count += 1
            print("update \(count)")
            if count == 3 { break }
        }
    }
}

/// Accuracy by what the program needs it for.
@MainActor
enum AccuracyProfilesTutorial {
    enum Profile: String, CaseIterable {
        case navigation, fitness, city, background

        func apply(to manager: CLLocationManager) {
            switch self {
            case .navigation:
                (manager.desiredAccuracy, manager.distanceFilter) = (kCLLocationAccuracyBestForNavigation, 5)
                manager.activityType = .automotiveNavigation
            case .fitness:
                (manager.desiredAccuracy, manager.distanceFilter) = (kCLLocationAccuracyNearestTenMeters, 10)
                manager.activityType = .fitness
            case .city: (manager.desiredAccuracy, manager.distanceFilter) = (kCLLocationAccuracyHundredMeters, 100)
            case .background:
                (manager.desiredAccuracy, manager.distanceFilter) = (kCLLocationAccuracyThreeKilometers, 500)
                manager.pausesLocationUpdatesAutomatically = true
            }
        }
    }

    static func run() async {
        let manager = CLLocationManager()
        for profile in Profile.allCases {
            profile.apply(to: manager)
            print(profile.rawValue, manager.desiredAccuracy, manager.distanceFilter, manager.activityType.rawValue)
        }
    }
}

/// Callbacks come on the thread that made the manager: here one with a run loop of its own.
final class QueuesTutorial: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
    private let finish = Finish()

    static func run() async {
        let tutorial = QueuesTutorial()
        Thread.detachNewThread {
            Thread.current.threadDictionary["name"] = "background"
            let manager = CLLocationManager()
            manager.delegate = tutorial
            manager.startUpdatingLocation()
            withExtendedLifetime(manager) { RunLoop.current.run() }
        }
        await tutorial.finish.wait()
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        let name = Thread.current.threadDictionary["name"] as? String
        // The work that the view needs goes to the main queue.
        DispatchQueue.main.async {
            self.finish("delivered on the thread \(name ?? "?")", "shown on the main queue")
        }
    }
}

/// Sessions say what the program needs, and what stands in its way.
enum SessionsTutorial {
    static func run() async throws {
        let session = CLServiceSession(authorization: .whenInUse)
        for try await diagnostic in session.diagnostics {
            print("denied \(diagnostic.authorizationDenied), in progress \(diagnostic.authorizationRequestInProgress)")
            break
        }
        session.invalidate()
        let background = CLBackgroundActivitySession()
        background.invalidate()
        print("sessions ended")
    }
}

/// Headings, if there is a compass.
@MainActor
final class CompassTutorial: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let finish = Finish()

    static func run() async {
        let tutorial = CompassTutorial()
        tutorial.manager.delegate = tutorial
        guard CLLocationManager.headingAvailable() else { return print("no compass") }
        tutorial.manager.headingFilter = 5
        tutorial.manager.startUpdatingHeading()
        await tutorial.finish.wait()
        tutorial.manager.stopUpdatingHeading()
    }

    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
        let directions = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
        let heading = newHeading.trueHeading >= 0 ? newHeading.trueHeading : newHeading.magneticHeading
        finish("heading \(directions[Int((heading / 45).rounded()) % 8])")
    }
}
