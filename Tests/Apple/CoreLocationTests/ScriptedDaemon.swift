import LocationModel
import LocdClient
import LocdProtocol
import LocdTestSupport

@testable import CoreLocation

/// A daemon in memory, that says what a test scripts and keeps what it was asked.
final class ScriptedDaemon: LocationDaemon {
    struct State: Sendable {
        var authorization: Result<(AuthorizationStatus, AccuracyAuthorization), LocdClientError> =
            .success((.authorizedAlways, .fullAccuracy))
        var areServicesEnabled = true
        /// Whether headings can be expected.
        var hasHeadings = false
        /// Whether it listens to beacons.
        var isRangingAvailable = false
        var countsSteps = false
        /// Whether it says what the program may have, or lets it wait.
        var isAuthorizationAnswered = true
        /// Whether it says which regions there are, or lets that wait.
        var areRegionsAnswered = true
        /// Whether it starts regions, or refuses to, or lets that wait.
        var isStartAnswered = true
        /// Whether it stops regions, or lets that wait.
        var isStopAnswered = true
        /// Whether it says what it knows of a region's state, or lets that wait.
        var isStateAnswered = true
        /// Whether whoever is asked has answered.
        var isAnswered = true
        /// What a request for full accuracy fails with.
        var decline: LocdClientError?
        var regions: [String: Region] = [:]
        /// The administrator's regions, which it lists for every program.
        var administered: [Region] = []
        var states: [String: RegionState] = [:]
        /// The latest location that it knows.
        var latest: Location?
        var refusal: LocdClientError?
        var calls: [String] = []
        var sessions: [ScriptedSession] = []
        var locations: [CheckedContinuation<Result<Location, LocdClientError>, Never>] = []
        var sleepers = 0
        var passed = 0

        func reply() throws(LocdClientError) -> LocationInterface.Authorization.Reply {
            let (status, accuracy) = try authorization.get()
            return LocationInterface.Authorization.Reply(
                authorizationStatus: status, accuracyAuthorization: accuracy,
                locationServicesEnabled: areServicesEnabled, headingAvailable: hasHeadings,
                isRangingAvailable: isRangingAvailable, stepCountingAvailable: countsSteps)
        }

        func monitored() -> [MonitoredRegion] {
            regions.values.map { region in
                MonitoredRegion(region: ReportedRegion(region), state: states[region.identifier] ?? .unknown)
            }
                + administered.map {
                    MonitoredRegion(region: ReportedRegion($0), state: .unknown, isAdministered: true)
                }
        }
    }

    static let absent = LocdClientError(.notReachable, socketPath: "/nowhere")
    static func refused(_ status: AuthorizationStatus) -> LocdClientError {
        LocdClientError(.refused(.notAuthorized(status)), socketPath: "/nowhere")
    }

    private let watched = Watched(State())

    /// The script, and what came.
    var state: State { watched.value }

    /// Changes the script.
    func change(_ body: @Sendable (inout State) -> Void) { watched.change(body) }

    /// Decides about the program, and tells its sessions so.
    func decide(_ status: AuthorizationStatus, _ accuracy: AccuracyAuthorization = .fullAccuracy) {
        change { $0.authorization = .success((status, accuracy)) }
        for session in state.sessions { session.deliver(.authorization(Authorization(status, accuracy: accuracy))) }
    }

    /// Waits for something to have been asked.
    func until(_ condition: @escaping @Sendable (State) -> Bool) async { await watched.wait(until: condition) }

    /// Answers the request for a location that waits.
    func answer(_ result: Result<Location, LocdClientError>) async {
        await until { !$0.locations.isEmpty }
        let request = state.locations.first
        change { $0.locations.removeFirst() }
        request?.resume(returning: result)
    }

    /// The session of this number, from 0, once it is opened.
    func session(_ number: Int) async -> ScriptedSession {
        await until { $0.sessions.count > number }
        return state.sessions[number]
    }

    /// Waits for a call.
    func called(_ call: String, times: Int = 1) async {
        await until { state in state.calls.count { $0 == call } >= times }
    }

    var calls: [String] { state.calls }

    private func note(_ call: String, effect: @Sendable (inout State) -> Void = { _ in }) throws(LocdClientError) {
        // It hears nothing of a call whose task was cancelled before.
        if Task.isCancelled { throw LocdClientError(.cancelled, socketPath: "/nowhere") }
        // Whoever waits for the call may change what is answered to the next.
        let refusal = state.refusal
        change { state in
            state.calls.append(call)
            if refusal == nil { effect(&state) }
        }
        if let refusal { throw refusal }
    }

    func openSession(label: String, services: Set<SessionService>, settings: SessionSettings) -> any DaemonSession {
        let session = ScriptedSession(daemon: self, label: label, services: services, settings: settings)
        change { $0.sessions.append(session) }
        return session
    }

    func authorization(of label: String) async throws(LocdClientError) -> ClientAuthorization {
        // Whoever waits for the call may change what is answered to the next.
        let state = state
        change { $0.calls.append("authorization") }
        await until(\.isAuthorizationAnswered)
        return ClientAuthorization(try state.reply())
    }

    /// A daemon that lets the answer wait hangs: the caller's time is over at once.
    func authorizationNow(of label: String) throws(LocdClientError) -> LocationInterface.Authorization.Reply {
        let state = state
        change { $0.calls.append("authorization now") }
        guard state.isAuthorizationAnswered else { throw LocdClientError(.timedOut, socketPath: "/nowhere") }
        return try state.reply()
    }

    func ask(for request: RequestAuthorizationParameters.Request, label: String) async throws(LocdClientError) {
        try note("ask \(request.rawValue)")
        await until(\.isAnswered)
    }

    func askForFullAccuracy(purposeKey: String, label: String) async throws(LocdClientError) {
        try note("ask fullAccuracy \(purposeKey)")
        await until(\.isAnswered)
        if let decline = state.decline { throw decline }
    }

    func location(
        label: String?, desiredAccuracy: DesiredAccuracy?, timeout: Duration
    ) async throws(LocdClientError) -> Location {
        try note("location \(desiredAccuracy?.description ?? "")")
        return try await withCheckedContinuation { continuation in change { $0.locations.append(continuation) } }.get()
    }

    func latestLocationNow() throws(LocdClientError) -> Location? {
        try note("latest")
        return state.latest
    }

    func regions(label: String?) async throws(LocdClientError) -> [MonitoredRegion] {
        try note("regions")
        let state = state
        await until(\.areRegionsAnswered)
        return state.monitored()
    }

    func regionsNow(label: String) throws(LocdClientError) -> [MonitoredRegion] {
        let state = state
        guard state.areRegionsAnswered else { throw LocdClientError(.timedOut, socketPath: "/nowhere") }
        return state.monitored()
    }

    func startMonitoring(for region: Region, label: String?) async throws(LocdClientError) {
        await until(\.isStartAnswered)
        let isUnavailable = region.shape.beacons != nil && !state.isRangingAvailable
        // Who waits for the call finds the region.
        try note("add \(region.identifier)") { if !isUnavailable { $0.regions[region.identifier] = region } }
        if isUnavailable { throw LocdClientError(.refused(.rangingUnavailable), socketPath: "/nowhere") }
    }

    func stopMonitoring(for identifier: String, label: String?) async throws(LocdClientError) {
        try note("remove \(identifier)")
        await until(\.isStopAnswered)
        change { $0.regions[identifier] = nil }
    }

    func state(ofRegion identifier: String, label: String?) async throws(LocdClientError) -> RegionState {
        let state = state
        try note("state \(identifier)")
        await until(\.isStateAnswered)
        return state.states[identifier] ?? .unknown
    }

    func motionHistory(
        from: Timestamp, to: Timestamp, label: String?
    ) async throws(LocdClientError) -> LocationInterface.MotionHistory.Reply {
        try note("motion \(to.seconds(since: from))")
        return LocationInterface.MotionHistory.Reply(isRecording: true)
    }

    /// Until it is cancelled, or the test lets time pass.
    func sleep(for duration: Duration) async throws {
        let passed = state.passed
        change { $0.sleepers += 1 }
        await until { $0.passed > passed }
        change { $0.sleepers -= 1 }
        try Task.checkCancellation()
    }

    /// Ends all sleeps.
    func passTime() { change { $0.passed += 1 } }

    fileprivate func noteSession(_ call: String) { change { $0.calls.append(call) } }
}

/// One of its sessions.
final class ScriptedSession: DaemonSession {
    let label: String
    let services: Set<SessionService>
    let settings: SessionSettings
    private let daemon: ScriptedDaemon
    private let stream: AsyncStream<Result<SessionUpdate, LocdClientError>>
    private let queue: AsyncStream<Result<SessionUpdate, LocdClientError>>.Continuation

    init(daemon: ScriptedDaemon, label: String, services: Set<SessionService>, settings: SessionSettings) {
        self.daemon = daemon
        self.label = label
        self.services = services
        self.settings = settings
        (stream, queue) = AsyncStream.makeStream()
    }

    /// Tells it something.
    func deliver(_ update: SessionUpdate) { queue.yield(.success(update)) }
    /// Tells it events, at once.
    func deliver(_ events: LocationEvent...) { deliver(.events(events)) }
    /// Ends it with a refusal.
    func refuse(_ error: LocdClientError) {
        queue.yield(.failure(error))
    }
    /// The daemon is away.
    func lose() { deliver(.disconnected(ScriptedDaemon.absent, retryingAfter: .seconds(1))) }

    var updates: any AsyncSequence<SessionUpdate, LocdClientError> { Updates(stream: stream, daemon: daemon) }

    func configure(_ settings: SessionSettings) async throws(LocdClientError) {
        daemon.noteSession("configure \(settings.distanceFilter ?? -9)")
        if let beacons = settings.rangedBeacons { daemon.noteSession("range \(beacons.joined(separator: " "))") }
    }
    func startService(_ service: SessionService) async throws(LocdClientError) {
        daemon.noteSession("start \(service.rawValue)")
    }
    func stopService(_ service: SessionService) async throws(LocdClientError) {
        daemon.noteSession("stop \(service.rawValue)")
    }
    func allowDeferredLocationUpdates(untilTraveled distance: Double, timeout: Duration) async throws(LocdClientError) {
        daemon.noteSession("defer \(distance)")
    }
    func disallowDeferredLocationUpdates() async throws(LocdClientError) { daemon.noteSession("undefer") }

    private struct Updates: AsyncSequence {
        typealias Failure = LocdClientError
        let stream: AsyncStream<Result<SessionUpdate, LocdClientError>>
        let daemon: ScriptedDaemon

        func makeAsyncIterator() -> Iterator {
            Iterator(source: stream.makeAsyncIterator(), connection: Connection(daemon: daemon))
        }

        /// Whoever is cancelled while it waits for nothing lets go of its iterator too: that ends a session.
        final class Connection: Sendable {
            let daemon: ScriptedDaemon
            init(daemon: ScriptedDaemon) { self.daemon = daemon }
            deinit { daemon.noteSession("end") }
        }

        struct Iterator: AsyncIteratorProtocol {
            var source: AsyncStream<Result<SessionUpdate, LocdClientError>>.AsyncIterator
            let connection: Connection

            mutating func next() async throws(LocdClientError) -> SessionUpdate? {
                try await source.next()?.get()
            }
        }
    }
}
