import CoreBluetooth
import CoreLocation
import UserNotifications

/// The place of the route: 47.5° N, 8.7° E.
private let yard = CLLocationCoordinate2D(latitude: 47.5, longitude: 8.7)

/// Regions with a limit, and what happens at their boundaries.
@MainActor
final class GeofenceTutorial: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let finish = Finish()

    static func run() async {
        let tutorial = GeofenceTutorial()
        tutorial.manager.delegate = tutorial
        guard CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self) else { return print("not available") }
        let region = CLCircularRegion(
            center: yard, radius: min(200, tutorial.manager.maximumRegionMonitoringDistance), identifier: "yard")
        tutorial.manager.startMonitoring(for: region)
        await tutorial.finish.wait()
        for region in tutorial.manager.monitoredRegions { tutorial.manager.stopMonitoring(for: region) }
    }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        print("monitoring \(region.identifier)")
        manager.requestState(for: region)
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        print("entered \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        finish("left \(region.identifier)")
    }

    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {
        print("cannot monitor: \(error)")
    }
}

/// A notification when a geofence is entered: the listing that most tutorials end with.
@MainActor
final class GeofenceNotificationTutorial: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let finish = Finish()

    static func run() async {
        let tutorial = GeofenceNotificationTutorial()
        let center = UNUserNotificationCenter.current()
        center.requestAuthorization(options: [.alert, .sound, .badge]) { granted, error in
            print(granted ? "notifications granted" : "notifications denied: \(error?.localizedDescription ?? "")")
        }
        tutorial.manager.delegate = tutorial
        let region = CLCircularRegion(center: yard, radius: 200, identifier: "office")
        region.notifyOnExit = false
        tutorial.manager.startMonitoring(for: region)
        await tutorial.finish.wait()
        tutorial.manager.stopMonitoring(for: region)
    }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        print("monitoring \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        let content = UNMutableNotificationContent()
        content.title = "Arrived"
        content.body = "You are at the \(region.identifier)."
        content.sound = .default
        let request = UNNotificationRequest(identifier: UUID().uuidString, content: content, trigger: nil)
        let finish = finish
        UNUserNotificationCenter.current().add(request) { error in
            finish(error.map { "not notified: \($0)" } ?? "notified")
        }
    }
}

/// The region is the trigger of the notification itself, and a button answers it.
@MainActor
final class ArrivalReminderTutorial: NSObject, @preconcurrency UNUserNotificationCenterDelegate {
    private let finish = Finish()

    static func run() async throws {
        let tutorial = ArrivalReminderTutorial()
        let center = UNUserNotificationCenter.current()
        center.delegate = tutorial
        center.setNotificationCategories([
            UNNotificationCategory(
                identifier: "shopping", actions: [UNNotificationAction(identifier: "DONE", title: "Done")],
                intentIdentifiers: [])
        ])
        let region = CLCircularRegion(center: yard, radius: 200, identifier: "shop")
        region.notifyOnExit = false
        let content = UNMutableNotificationContent()
        (content.title, content.body, content.categoryIdentifier) = ("Shop", "Buy bread", "shopping")
        let trigger = UNLocationNotificationTrigger(region: region, repeats: false)
        try await center.add(UNNotificationRequest(identifier: "bread", content: content, trigger: trigger))
        print("waiting: \(await center.pendingNotificationRequests().map(\.identifier))")
        await tutorial.finish.wait()
        print("waiting: \(await center.pendingNotificationRequests().map(\.identifier))")
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        print("presenting \(notification.request.identifier)")
        completionHandler([.banner, .sound])
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        completionHandler()
        finish("pressed \(response.actionIdentifier)")
    }
}

/// A notification after a while; without a notification server it says so.
enum ReminderTutorial {
    static func run() async throws {
        let center = UNUserNotificationCenter.current()
        let settings = await center.notificationSettings()
        print("authorized: \(settings.authorizationStatus == .authorized)")
        let content = UNMutableNotificationContent()
        content.title = "Stretch"
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 3600, repeats: true)
        try await center.add(UNNotificationRequest(identifier: "stretch", content: content, trigger: trigger))
        print("waiting: \(await center.pendingNotificationRequests().map(\.identifier))")
        center.removePendingNotificationRequests(withIdentifiers: ["stretch"])
        print("waiting: \(await center.pendingNotificationRequests().count)")
    }
}

/// Conditions of a monitor, as an asynchronous sequence of events.
enum MonitorTutorial {
    static func run() async throws {
        let monitor = await CLMonitor("tutorial")
        await monitor.add(
            CLMonitor.CircularGeographicCondition(center: yard, radius: 200), identifier: "yard", assuming: .unsatisfied
        )
        print("conditions: \(await monitor.identifiers)")
        for try await event in await monitor.events {
            print("\(event.identifier): \(event.state == .satisfied ? "inside" : "not inside")")
            if event.state == .satisfied { break }
        }
        await monitor.remove("yard")
    }
}

/// Arrivals and departures.
@MainActor
final class VisitsTutorial: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let finish = Finish()

    static func run() async {
        let tutorial = VisitsTutorial()
        tutorial.manager.delegate = tutorial
        tutorial.manager.startMonitoringVisits()
        await tutorial.finish.wait()
        tutorial.manager.stopMonitoringVisits()
    }

    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
        finish(visit.departureDate == .distantFuture ? "arrived" : "departed")
    }
}

/// A location each 500 m.
@MainActor
final class SignificantChangesTutorial: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let finish = Finish()

    static func run() async {
        let tutorial = SignificantChangesTutorial()
        tutorial.manager.delegate = tutorial
        guard CLLocationManager.significantLocationChangeMonitoringAvailable() else { return print("not available") }
        tutorial.manager.startMonitoringSignificantLocationChanges()
        await tutorial.finish.wait()
        tutorial.manager.stopMonitoringSignificantLocationChanges()
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        finish("significant change")
    }
}

/// Beacons, if the daemon listens to them.
@MainActor
final class BeaconsTutorial: NSObject, @preconcurrency CLLocationManagerDelegate {
    private let manager = CLLocationManager()
    private let finish = Finish()

    static func run() async {
        let tutorial = BeaconsTutorial()
        tutorial.manager.delegate = tutorial
        guard let uuid = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0") else { return }
        let constraint = CLBeaconIdentityConstraint(uuid: uuid)
        print("ranging available: \(CLLocationManager.isRangingAvailable())")
        tutorial.manager.startRangingBeacons(satisfying: constraint)
        await tutorial.finish.wait()
    }

    func locationManager(
        _ manager: CLLocationManager, didRange beacons: [CLBeacon], satisfying constraint: CLBeaconIdentityConstraint
    ) {
        finish("beacons: \(beacons.count)")
    }

    func locationManager(
        _ manager: CLLocationManager, didFailRangingFor constraint: CLBeaconIdentityConstraint, error: any Error
    ) {
        finish("ranging fails: \(CLError.rangingUnavailable ~= error)")
    }
}

/// This machine is a beacon.
@MainActor
final class AdvertiserTutorial: NSObject, @preconcurrency CBPeripheralManagerDelegate {
    private var manager: CBPeripheralManager?
    private let finish = Finish()

    static func run() async {
        let tutorial = AdvertiserTutorial()
        tutorial.manager = CBPeripheralManager(delegate: tutorial, queue: nil)
        await tutorial.finish.wait()
        tutorial.manager?.stopAdvertising()
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn,
            let uuid = UUID(uuidString: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")
        else { return finish("no Bluetooth") }
        let region = CLBeaconRegion(uuid: uuid, major: 1, minor: 2, identifier: "shop")
        peripheral.startAdvertising(region.peripheralData(withMeasuredPower: nil) as? [String: Any])
    }

    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
        finish(
            error.map { "not advertising: \($0.localizedDescription)" } ?? "advertising: \(peripheral.isAdvertising)")
    }
}
