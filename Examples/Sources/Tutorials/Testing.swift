import CoreLocation
import CoreLocationTesting
import CoreMotion

/// A class of the program, and a test of it without a receiver, a daemon or a sleep.
@MainActor
final class Odometer: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private var last: CLLocation?
    private(set) var metres = 0.0
    private(set) var events: [String] = []

    override init() {
        super.init()
        manager.delegate = self
        manager.distanceFilter = 50
        manager.startUpdatingLocation()
        manager.startMonitoring(
            for: CLCircularRegion(center: Drive.location(60).coordinate, radius: 100, identifier: "goal"))
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        for location in locations {
            metres += last.map { location.distance(from: $0) } ?? 0
            last = location
        }
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        events.append("entered \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        events.append(CLError.denied ~= error ? "denied" : "no location")
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        events.append("authorization \(manager.authorizationStatus.rawValue)")
    }
}

@MainActor
enum TesterTutorial {
    static func run() async {
        let simulation = LocationSimulation(authorization: .notDetermined, at: Drive.start)
        await simulation.run {
            let odometer = Odometer()
            await simulation.settle()
            simulation.setAuthorization(.authorizedAlways)
            await simulation.settle()
            simulation.play(Drive.route)
            await simulation.advance(by: 60)
            print(String(format: "%.0f m", odometer.metres))
            await simulation.loseReceiver()
            simulation.setAuthorization(.denied)
            await simulation.settle()
            print(odometer.events.joined(separator: ", "))
        }
    }
}

/// What may be wrong, step by step.
@MainActor
enum TroubleshooterTutorial {
    static func run() async {
        let manager = CLLocationManager()
        print("services enabled: \(CLLocationManager.locationServicesEnabled())")
        print("authorized: \([.authorizedAlways, .authorizedWhenInUse].contains(manager.authorizationStatus))")
        print("full accuracy: \(manager.accuracyAuthorization == .fullAccuracy)")
        print("regions: \(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))")
        for code: CLError.Code in [.locationUnknown, .denied, .network] { print("\(code.rawValue): \(advice(code))") }
    }

    private static func advice(_ code: CLError.Code) -> String {
        switch code {
        case .locationUnknown: "no fix yet; wait, or go outside"
        case .denied: "not allowed: locd client allow"
        case .network: "the geocoder cannot answer"
        default: "see the log"
        }
    }
}

/// What somebody does.
enum ActivityTutorial {
    static func run() async {
        guard CMMotionActivityManager.isActivityAvailable() else { return print("not available") }
        let finish = Finish()
        let manager = CMMotionActivityManager()
        manager.startActivityUpdates(to: .main) { activity in
            guard let activity else { return }
            finish(activity.automotive ? "in a vehicle" : activity.stationary ? "stationary" : "something else")
        }
        await finish.wait()
        manager.stopActivityUpdates()
    }
}

/// Steps, if something counts them.
enum PedometerTutorial {
    static func run() async {
        print("steps: \(CMPedometer.isStepCountingAvailable()), distance: \(CMPedometer.isDistanceAvailable())")
        let finish = Finish()
        let pedometer = CMPedometer()
        pedometer.queryPedometerData(from: Date(timeIntervalSinceNow: -3600), to: Date()) { data, error in
            finish(data.map { "\($0.distance ?? 0) m on foot" } ?? "no data: \((error as? NSError)?.domain ?? "?")")
        }
        await finish.wait()
    }
}

/// An accelerometer, if there is one.
enum MotionSensorsTutorial {
    static func run() async {
        let manager = CMMotionManager()
        print("accelerometer: \(manager.isAccelerometerAvailable), device motion: \(manager.isDeviceMotionAvailable)")
        let finish = Finish()
        manager.accelerometerUpdateInterval = 0.1
        manager.startAccelerometerUpdates(to: OperationQueue()) { data, error in
            finish(data.map { "x \($0.acceleration.x)" } ?? "not available")
        }
        await finish.wait()
        manager.stopAccelerometerUpdates()
    }
}

/// Heights.
enum AltimeterTutorial {
    static func run() async {
        guard CMAltimeter.isAbsoluteAltitudeAvailable() else { return print("not available") }
        let finish = Finish()
        let altimeter = CMAltimeter()
        altimeter.startAbsoluteAltitudeUpdates(to: .main) { data, _ in
            guard let data else { return }
            finish(data.altitude > -500 ? "an altitude" : "none")
        }
        await finish.wait()
        altimeter.stopAbsoluteAltitudeUpdates()
    }
}
