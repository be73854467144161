@preconcurrency import CoreLocation
import Testing

/// What clients put in front of the manager to test themselves, with its full list of properties.
protocol LocationManaging: AnyObject {
    var delegate: (any CLLocationManagerDelegate)? { get set }
    var desiredAccuracy: CLLocationAccuracy { get set }
    var distanceFilter: CLLocationDistance { get set }
    var activityType: CLActivityType { get set }
    var pausesLocationUpdatesAutomatically: Bool { get set }
    var allowsBackgroundLocationUpdates: Bool { get set }
    var authorizationStatus: CLAuthorizationStatus { get }
    var accuracyAuthorization: CLAccuracyAuthorization { get }
    var location: CLLocation? { get }
    var heading: CLHeading? { get }
    var monitoredRegions: Set<CLRegion> { get }
    var rangedBeaconConstraints: Set<CLBeaconIdentityConstraint> { get }
    var maximumRegionMonitoringDistance: CLLocationDistance { get }
    var headingFilter: CLLocationDegrees { get set }
    var headingOrientation: CLDeviceOrientation { get set }
    func requestWhenInUseAuthorization()
    func requestAlwaysAuthorization()
    func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String, completion: ((Error?) -> Void)?)
    func startUpdatingLocation()
    func stopUpdatingLocation()
    func requestLocation()
    func startMonitoring(for region: CLRegion)
    func stopMonitoring(for region: CLRegion)
    func startMonitoringVisits()
    func startMonitoringSignificantLocationChanges()
    func startUpdatingHeading()
    static func locationServicesEnabled() -> Bool
    static func isMonitoringAvailable(for regionClass: AnyClass) -> Bool
}

extension CLLocationManager: LocationManaging {}

private final class FakeManager: CLLocationManager {
    var started = 0
    var status = CLAuthorizationStatus.notDetermined
    private weak var other: (any CLLocationManagerDelegate)?

    override var delegate: (any CLLocationManagerDelegate)? {
        get { other }
        set { other = newValue }
    }
    override var authorizationStatus: CLAuthorizationStatus { status }
    override var location: CLLocation? { CLLocation(latitude: 1, longitude: 2) }
    override class func locationServicesEnabled() -> Bool { true }
    override func startUpdatingLocation() {
        started += 1
        delegate?.locationManager?(self, didUpdateLocations: [CLLocation(latitude: 3, longitude: 4)])
        // swift-format-ignore: NeverForceUnwrap
        delegate!.locationManager!(self, didFailWithError: CLError(.network))
        delegate?.locationManagerDidChangeAuthorization?(self)
        delegate?.locationManagerDidPauseLocationUpdates?(self)
        delegate?.locationManager?(self, didVisit: CLVisit())
    }
}

private final class FakeHeading: CLHeading, @unchecked Sendable {
    private let degrees: CLLocationDirection

    init(_ degrees: CLLocationDirection) {
        self.degrees = degrees
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override var trueHeading: CLLocationDirection { degrees }
    override var timestamp: Date { .distantPast }
}

private final class FakeLocation: CLLocation, @unchecked Sendable {
    override var coordinate: CLLocationCoordinate2D { CLLocationCoordinate2D(latitude: 11, longitude: 12) }
}

extension CLLocation {
    convenience init(_ coordinate: CLLocationCoordinate2D, accuracy: CLLocationAccuracy) {
        self.init(
            coordinate: coordinate, altitude: 0, horizontalAccuracy: accuracy, verticalAccuracy: -1, timestamp: Date())
    }
}

/// It has a property of its own by the name of the callbacks.
private final class Mock: NSObject, CLLocationManagerDelegate {
    let locationManager = "mine"
    var delivered: [String] = []

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        delivered.append("locations \(locations.count)")
    }
    func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        delivered.append("error \((error as NSError).code)")
    }
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        delivered.append("authorization \(manager.authorizationStatus)")
    }
}

/// As delegates were before iOS 14 and iOS 6.
private final class OldMock: NSObject, CLLocationManagerDelegate {
    var delivered: [String] = []

    func locationManager(_ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus) {
        delivered.append("status \(status)")
    }
    func locationManager(
        _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation
    ) {
        delivered.append("\(oldLocation.coordinate.latitude) to \(newLocation.coordinate.latitude)")
    }
}

@Suite("Idioms of clients")
@MainActor
struct IdiomTests {
    @Test func `A mock of the manager calls its delegate as where the methods are optional`() {
        let (manager, mock) = (FakeManager(), Mock())
        manager.delegate = mock
        manager.status = .authorizedWhenInUse
        let managing: any LocationManaging = manager
        managing.startUpdatingLocation()
        #expect(manager.started == 1)
        #expect(mock.delivered == ["locations 1", "error 2", "authorization when in use"])
        #expect(managing.location?.coordinate.longitude == 2)
        #expect(mock.locationManager == "mine")
    }

    @Test func `A delegate of the older form is told by the newer calls`() {
        let (manager, mock) = (FakeManager(), OldMock())
        manager.delegate = mock
        manager.status = .denied
        manager.startUpdatingLocation()
        #expect(mock.delivered == ["3.0 to 3.0", "status denied"])
    }

    @Test func `Conformances that clients add are theirs`() throws {
        let place = CLLocationCoordinate2D(latitude: 1, longitude: 2)
        #expect(place == CLLocationCoordinate2D(latitude: 1, longitude: 2))
        #expect(Set([place, place]).count == 1)
        let read = try JSONDecoder().decode(CLLocationCoordinate2D.self, from: try JSONEncoder().encode(place))
        #expect(read == place)
        #expect("\(place)" == "1.0, 2.0")
        #expect("\(CLAccuracyAuthorization.reducedAccuracy)" == "reduced")
    }

    @Test func `Values may be subclassed, and their overrides are what others see`() {
        #expect(FakeHeading(42).trueHeading == 42)
        let fake = FakeLocation(latitude: 1, longitude: 2)
        #expect(fake.coordinate.latitude == 11)
        #expect(fake.distance(from: CLLocation(latitude: 11, longitude: 12)) == 0)
        #expect(CLLocation(CLLocationCoordinate2D(latitude: 5, longitude: 6), accuracy: 7).horizontalAccuracy == 7)
        #expect(FakeLocation(CLLocationCoordinate2D(), accuracy: 7).horizontalAccuracy == 7)
    }

    @Test func `Figures are read by key paths`() {
        let figures: [String: KeyPath<CLLocation, Double>] = [
            "latitude": \.coordinate.latitude, "accuracy": \.horizontalAccuracy, "speed": \.speed,
        ]
        let place = CLLocation(latitude: 5, longitude: 6)
        #expect(figures.mapValues { place[keyPath: $0] } == ["latitude": 5, "accuracy": 0, "speed": -1])
    }

    @Test(arguments: [
        (CLError(.denied) as Error, "denied"), (CLError(.locationUnknown), "wait"), (CLError(.network), "network"),
        (NSError(domain: kCLErrorDomain, code: 0), "wait"), (NSError(domain: "x", code: 0), "other"),
    ])
    func `Errors are told apart by their codes`(_ error: Error, _ word: String) {
        func read(_ error: Error) -> String {
            switch error {
            case CLError.locationUnknown: return "wait"
            case let error as CLError:
                switch error.code {
                case .denied, .promptDeclined: return "denied"
                case .network: return "network"
                default: return "core"
                }
            default: return "other"
            }
        }
        #expect(read(error) == word)
    }

    @Test func `An error is made of an NSError of any domain`() {
        let denied: any Error = CLError(.denied, userInfo: ["x": 2])
        #expect(CLError(_nsError: denied as NSError).code == .denied)
        #expect(CLError(_nsError: denied as NSError).userInfo["x"] as? Int == 2)
        #expect(CLError(_nsError: NSError(domain: "x", code: CLError.network.rawValue)).code == .network)
        #expect(CLError(_nsError: NSError(domain: NSURLErrorDomain, code: -1009)).code == .locationUnknown)
    }

    @Test func `What the module exports is enough: Foundation, Core Foundation and Dispatch come along`() {
        #expect(CFRunLoopGetMain() != nil && CFAbsoluteTimeGetCurrent() > 0)
        #expect(sin(0.0 as Double) == 0)
        #expect(DispatchQueue.main.label.isEmpty == false)
    }
}
