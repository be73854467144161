import LocationModel
import LocdClient
import Testing

@testable import CoreLocation

/// A program with a scripted daemon.
@MainActor
final class Bench {
    let daemon = ScriptedDaemon()
    let hub: ClientHub

    init() {
        hub = ClientHub(
            daemon: daemon, label: "bench",
            stateDirectory: FileManager.default.temporaryDirectory.appendingPathComponent("bench-\(UUID())"))
    }

    deinit {
        try? FileManager.default.removeItem(at: hub.stateDirectory)
    }

    /// Makes something in the program.
    func make<T>(_ body: () throws -> T) rethrows -> T {
        try ClientHub.$current.withValue(hub) { try body() }
    }

    /// A manager with a delegate.
    func manager() -> (CLLocationManager, RecordingDelegate) {
        let delegate = RecordingDelegate()
        let manager = make { CLLocationManager() }
        manager.delegate = delegate
        return (manager, delegate)
    }

    /// A manager whose daemon has answered: the hub's session is the first, the manager's own the next.
    func connected() async -> (CLLocationManager, RecordingDelegate) {
        let (manager, delegate) = manager()
        await daemon.session(0).deliver(.connected)
        #expect(await delegate.next() == "authorization 3")
        return (manager, delegate)
    }

    /// The same with a region that it monitors.
    func monitoring(_ region: CLRegion) async -> (CLLocationManager, RecordingDelegate) {
        let (manager, delegate) = await connected()
        manager.startMonitoring(for: region)
        #expect(await delegate.next() == "monitoring \(region.identifier)")
        return (manager, delegate)
    }

    static func circle(_ identifier: String, radius: Double = 100) -> CLCircularRegion {
        CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 1, longitude: 1), radius: radius, identifier: identifier)
    }

    /// A location so many degrees north, so many seconds after the beginning.
    static func location(_ latitude: Double, at seconds: Double = 0) -> LocationEvent {
        .location(place(latitude, at: seconds))
    }

    static func place(_ latitude: Double, at seconds: Double = 0) -> Location {
        Location(timestamp: time(seconds), coordinate: Coordinate(latitude: latitude, longitude: 8))
    }

    /// A visit so many degrees north, whose dates are unknown.
    static func visit(_ latitude: Double) -> Visit {
        Visit(
            timestamp: time(0), arrivalDate: nil, departureDate: nil,
            coordinate: Coordinate(latitude: latitude, longitude: 8))
    }

    static func time(_ seconds: Double) -> Timestamp {
        Timestamp.earliest.advanced(bySeconds: 63_000_000_000 + seconds)
    }

    static func crossing(_ identifier: String, _ state: RegionState, at seconds: Double = 0) -> LocationEvent {
        .region(RegionEvent(timestamp: time(seconds), identifier: identifier, state: state, cause: .crossed))
    }
}
