import Testing

@testable import CoreLocation

/// A delegate that keeps what it is told, a word each, for a test to await.
final class RecordingDelegate: NSObject, CLLocationManagerDelegate {
    private let queue: AsyncStream<String>.Continuation
    private var delivered: AsyncStream<String>.AsyncIterator
    /// What came, in order.
    private(set) var all: [String] = []
    private(set) var regions: [CLRegion] = []
    private(set) var locations: [CLLocation] = []

    override init() {
        let (stream, queue) = AsyncStream.makeStream(of: String.self)
        self.queue = queue
        delivered = stream.makeAsyncIterator()
        super.init()
    }

    private func note(_ word: String) {
        all.append(word)
        queue.yield(word)
    }

    /// The next that it is told.
    @MainActor func next() async -> String? {
        var delivered = delivered
        let word = await delivered.next(isolation: MainActor.shared)
        self.delivered = delivered
        return word
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        self.locations += locations
        note("locations " + locations.map { "\($0.coordinate.latitude)" }.joined(separator: " "))
    }
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        note("error \((error as? CLError)?.code.rawValue ?? -1)")
    }
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        let isReduced = manager.accuracyAuthorization == .reducedAccuracy
        note("authorization \(manager.authorizationStatus.rawValue)" + (isReduced ? " reduced" : ""))
    }
    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) { note("pause") }
    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) { note("resume") }
    func locationManager(_ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?) {
        note("deferred \((error as? CLError)?.code.rawValue ?? -1)")
    }
    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
        note("heading \(newHeading.magneticHeading)")
    }
    func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool {
        note("calibration")
        return false
    }
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        regions.append(region)
        note("enter \(region.identifier)")
    }
    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        note("exit \(region.identifier)")
    }
    func locationManager(_ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion) {
        note("state \(region.identifier) \(state.rawValue)")
    }
    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        note("monitoring \(region.identifier)")
    }
    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {
        note("failed \(region?.identifier ?? "-") \((error as? CLError)?.code.rawValue ?? -1)")
    }
    func locationManager(
        _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint, error: any Error
    ) {
        note("ranging \((error as? CLError)?.code.rawValue ?? -1)")
    }
    func locationManager(
        _ manager: CLLocationManager, didRange beacons: [CLBeacon], satisfying constraint: CLBeaconIdentityConstraint
    ) {
        let figures = beacons.map { "\($0.major):\($0.minor) \($0.proximity.rawValue) \($0.accuracy) \($0.rssi)" }
        note("ranged \(constraint.major ?? 0) [\(figures.joined(separator: ", "))]")
    }
    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
        note("visit \(visit.coordinate.latitude)")
    }
}
