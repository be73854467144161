import CoreLocation
import Testing

/// A service as programs have one today: on the main actor, with a delegate's methods that are not.
@MainActor
private final class LocationService: NSObject, CLLocationManagerDelegate {
    /// Something must be there before the first location comes.
    private(set) var lastLocation = CLLocation()
    private(set) var beacons: [CLBeacon] = []
    private let manager: CLLocationManager

    init(_ manager: CLLocationManager) {
        self.manager = manager
        super.init()
        manager.delegate = self
    }

    /// The manager is the main actor's, and stays there while somebody is asked.
    func asksForFullAccuracy() async -> Bool {
        do {
            try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "Navigation")
            return true
        } catch {
            return false
        }
    }

    func history() async -> [CLLocation] {
        (try? await manager.historicalLocations(purposeKey: "Sport", sampleCount: 3)) ?? []
    }

    nonisolated func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        MainActor.assumeIsolated { lastLocation = locations.last ?? lastLocation }
    }
}

/// The same with a conformance of the main actor's.
@MainActor
private final class ViewModel: NSObject, @MainActor CLLocationManagerDelegate {
    private(set) var places: [CLLocation] = []

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        places += locations
    }
}

private final class PlayedManager: CLLocationManager {
    override func startUpdatingLocation() {
        delegate?.locationManager?(self, didUpdateLocations: [CLLocation(latitude: 3, longitude: 4)])
    }

    override func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) async throws {
        throw CLError(.promptDeclined)
    }
}

/// It fails as mocks did before `CLError`.
private final class FailingManager: CLLocationManager {
    override func requestLocation() {
        delegate?.locationManager?(self, didFailWithError: NSError(domain: kCLErrorDomain, code: 1, userInfo: ["x": 2]))
        delegate?.locationManager?(self, didFailWithError: CocoaError(.fileNoSuchFile))
    }
}

private final class Judge: NSObject, CLLocationManagerDelegate {
    var errors: [any Error] = []
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) { errors.append(error) }
}

private final class FakeBeacon: CLBeacon, @unchecked Sendable {
    override var rssi: Int { -60 }
}

private final class FakeFloor: CLFloor, @unchecked Sendable {
    override var level: Int { 3 }
}

/// A base class that conforms, as view controllers do.
private class Base: NSObject, CLLocationManagerDelegate {
    var delivered = 0
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) { delivered += 1 }
}

private final class Derived: Base {
    override func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        super.locationManager(manager, didUpdateLocations: locations)
        delivered += 10
    }
}

@Suite("Programs of clients")
@MainActor
struct ProgramTests {
    @Test func `A service of the main actor has a manager, and asks and is told without leaving it`() async {
        let manager = PlayedManager()
        let service = LocationService(manager)
        #expect(service.lastLocation.coordinate.latitude == 0 && service.lastLocation.speed < 0)
        manager.startUpdatingLocation()
        #expect(service.lastLocation.coordinate.latitude == 3)
        #expect(await !service.asksForFullAccuracy())
        #expect(await service.history().isEmpty)
    }

    @Test func `A conformance may be the main actor's`() {
        let (manager, model) = (PlayedManager(), ViewModel())
        manager.delegate = model
        manager.startUpdatingLocation()
        #expect(model.places.count == 1)
    }

    @Test func `A method that a subclass of a delegate overrides is called`() {
        let (manager, derived) = (PlayedManager(), Derived())
        manager.delegate = derived
        manager.startUpdatingLocation()
        #expect(derived.delivered == 11)
    }

    @Test func `An NSError that a mock tells is cast as Core Location's errors are`() {
        let (manager, judge) = (FailingManager(), Judge())
        manager.delegate = judge
        manager.requestLocation()
        #expect((judge.errors.first as? CLError)?.code == .denied)
        #expect(judge.errors.first.map { $0 as NSError }?.userInfo["x"] as? Int == 2)
        #expect((judge.errors.last as? CocoaError)?.code == .fileNoSuchFile)
    }

    @Test func `Values that nobody has measured may be made, for tests that subclass them`() {
        #expect(FakeBeacon().rssi == -60 && FakeBeacon().proximity == .unknown && FakeBeacon().accuracy < 0)
        #expect(FakeFloor().level == 3 && CLFloor().level == 0)
        #expect(CLRegion().identifier.isEmpty && CLRegion() == CLRegion())
        #expect(abs(CLLocation().timestamp.timeIntervalSinceNow) < 3600)
    }
}
