package import LocationModel
package import LocdClient
package import LocdProtocol

/// The functions of the daemon that Core Location uses. Tests replace it with one in memory.
package protocol LocationDaemon: Sendable {
    /// A session of a client; nothing is opened before its updates are read.
    func openSession(
        label: String, services: Set<SessionService>, settings: SessionSettings
    ) -> any DaemonSession
    func authorization(of label: String) async throws(LocdClientError) -> ClientAuthorization
    /// The client's authorization and what the daemon can do, for a property: it blocks the calling thread, briefly.
    func authorizationNow(of label: String) throws(LocdClientError) -> LocationInterface.Authorization.Reply
    /// Requests authorization; returns when the question has been answered, which may take minutes.
    func ask(for request: RequestAuthorizationParameters.Request, label: String) async throws(LocdClientError)
    /// The same for full accuracy during this use. Throws if nobody was asked.
    func askForFullAccuracy(purposeKey: String, label: String) async throws(LocdClientError)
    /// One location, within a timeout.
    func location(
        label: String?, desiredAccuracy: DesiredAccuracy?, timeout: Duration
    ) async throws(LocdClientError) -> Location
    /// The latest location that it knows, however old, for a property: it blocks the calling thread, briefly.
    func latestLocationNow() throws(LocdClientError) -> Location?
    func regions(label: String?) async throws(LocdClientError) -> [MonitoredRegion]
    /// The same for a property: it blocks the calling thread, briefly.
    func regionsNow(label: String) throws(LocdClientError) -> [MonitoredRegion]
    func startMonitoring(for region: Region, label: String?) async throws(LocdClientError)
    /// Ends the monitoring of a region.
    func stopMonitoring(for identifier: String, label: String?) async throws(LocdClientError)
    func state(ofRegion identifier: String, label: String?) async throws(LocdClientError) -> RegionState
    /// Activities and the way on foot in a period, from the track.
    func motionHistory(
        from: Timestamp, to: Timestamp, label: String?
    ) async throws(LocdClientError) -> LocationInterface.MotionHistory.Reply
    func sleep(for duration: Duration) async throws
    /// Tasks that are about to make calls became more or fewer. A simulation waits for them.
    func pendingCallsDidChange(by count: Int)
}

extension LocationDaemon {
    /// Does nothing.
    package func pendingCallsDidChange(by count: Int) {}
}

/// Calls that a task makes, from the request for them until this is released.
final class PendingCall: Sendable {
    private let daemon: any LocationDaemon

    init(of daemon: any LocationDaemon) {
        self.daemon = daemon
        daemon.pendingCallsDidChange(by: 1)
    }

    deinit { daemon.pendingCallsDidChange(by: -1) }
}

/// A location manager in the daemon.
package protocol DaemonSession: Sendable {
    /// Its events, for one reader. They continue across restarts of the daemon and end with a refusal.
    var updates: any AsyncSequence<SessionUpdate, LocdClientError> { get }
    /// Takes other settings, all of them.
    func configure(_ settings: SessionSettings) async throws(LocdClientError)
    func startService(_ service: SessionService) async throws(LocdClientError)
    func stopService(_ service: SessionService) async throws(LocdClientError)
    /// Allows the daemon to hold locations back.
    func allowDeferredLocationUpdates(
        untilTraveled distance: Double, timeout: Duration
    ) async throws(LocdClientError)
    func disallowDeferredLocationUpdates() async throws(LocdClientError)
}
