import CoreLocation
import Foundation
import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

/// The daemon of a simulation: sessions, regions and an authorization in memory, and the test's clock.
final class SimulatedDaemon: LocationDaemon {
    struct State {
        var now: Date
        var authorization = Authorization(.notDetermined)
        /// What requests are answered with.
        var answer: AuthorizationStatus?
        var route: [CLLocation] = []
        var latest: Location?
        var regions: [RegionKey: Region] = [:]
        var sides: [RegionKey: RegionState] = [:]
        var lastCrossing: Timestamp?
        var sessions: [SimulatedSession] = []
        /// What waits for the clock, and until when.
        var waits: [Int: (until: Date, done: CheckedContinuation<Bool, Never>)] = [:]
        /// Requests for a location, and until when.
        var requests: [Int: (until: Date, done: CheckedContinuation<Location?, Never>)] = [:]
        var nextNumber = 0
        /// Tasks that make calls now or soon, but not those that wait for a location.
        var calls = 0
        /// Who waits for these tasks.
        var settling: [CheckedContinuation<Void, Never>] = []
    }

    /// A region of a label: the conditions of a monitor are apart from the regions of managers.
    struct RegionKey: Hashable {
        let label: String?
        let identifier: String
    }

    let state: Mutex<State>

    init(start: Date) { state = Mutex(State(now: start)) }

    // MARK: What the test says

    /// Takes the next location of the route that is due by then, and sets the clock to it.
    func nextLocation(until end: Date) -> CLLocation? {
        let next = state.withLock { state -> CLLocation? in
            guard let first = state.route.first, first.timestamp <= end else { return nil }
            state.route.removeFirst()
            return first
        }
        if let next { pass(to: max(next.timestamp, state.withLock(\.now))) }
        return next
    }

    /// It is later: what waited for it goes on.
    func pass(to now: Date) {
        let (due, requests) = state.withLock { state in
            state.now = now
            let due = state.waits.filter { $0.value.until <= now }
            for number in due.keys { state.waits[number] = nil }
            return (due.values.map(\.done), state.takeRequests(until: now))
        }
        for done in due { done.resume(returning: true) }
        for request in requests { request.resume(returning: nil) }
    }

    /// Delivers a location to the sessions and requests that want one.
    func receive(_ core: CLLocation) {
        guard var location = Location(core) else { return }
        location.isSimulated = true
        let (sessions, requests, crossings) = state.withLock { state in
            state.latest = location
            let isExact = state.authorization.disclosure == .everything
            let regions = isExact ? state.regions : [:]
            let crossings = regions.compactMap { key, region in
                state.cross(region, of: key, at: location).map { (key.label, $0) }
            }
            return (state.sessions, state.takeRequests(), crossings)
        }
        for request in requests { request.resume(returning: location) }
        guard state.withLock({ $0.authorization.disclosure != .nothing }) else { return }
        for session in sessions { session.receive(location) }
        deliver(crossings, to: sessions)
    }

    func cross(_ identifier: String, entering: Bool) {
        let (crossings, sessions) = state.withLock { state -> ([(String?, RegionEvent)], [SimulatedSession]) in
            guard let time = Timestamp(state.now) else { return ([], []) }
            var crossings: [(String?, RegionEvent)] = []
            for key in state.regions.keys where key.identifier == identifier {
                state.sides[key] = entering ? .inside : .outside
                let event = RegionEvent(
                    timestamp: state.stamp(time), identifier: identifier, state: entering ? .inside : .outside,
                    cause: .crossed)
                crossings.append((key.label, event))
            }
            return (crossings, state.sessions)
        }
        deliver(crossings, to: sessions)
    }

    private func deliver(_ crossings: [(String?, RegionEvent)], to sessions: [SimulatedSession]) {
        for (label, event) in crossings {
            for session in sessions where session.label == label { session.deliver(.region(event)) }
        }
    }

    func deliverAll(_ event: LocationEvent, of service: SessionService) {
        for session in state.withLock(\.sessions) where session.runs(service) { session.deliver(event) }
    }

    func loseReceiver() {
        let (requests, time) = state.withLock { state in (state.takeRequests(), Timestamp(state.now)) }
        for request in requests { request.resume(returning: nil) }
        deliverAll(.failure(LocationFailure(.locationUnknown, timestamp: time)), of: .updatingLocation)
    }

    func decide(_ status: AuthorizationStatus, _ accuracy: AccuracyAuthorization) {
        let authorization = Authorization(status, accuracy: accuracy)
        let sessions = state.withLock { state in
            state.authorization = authorization
            return state.sessions
        }
        for session in sessions { session.deliver(.authorization(authorization)) }
    }

    /// Waits until all requested calls are made, and each session has taken what it was told.
    func settle() async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let isSettled = state.withLock { state in
                guard state.calls > 0 else { return true }
                state.settling.append(done)
                return false
            }
            if isSettled { done.resume() }
        }
        for session in state.withLock(\.sessions) { await session.settle() }
    }

    // MARK: LocationDaemon

    func openSession(label: String, services: Set<SessionService>, settings: SessionSettings) -> any DaemonSession {
        let session = SimulatedSession(label: label, services: services, settings: settings, daemon: self)
        // In one step, so that a location that comes meanwhile is neither before these nor missed.
        state.withLock { state in
            state.sessions.removeAll(where: \.isOver)
            state.sessions.append(session)
            session.deliver(update: .connected)
            if state.authorization.disclosure != .nothing, let latest = state.latest { session.receive(latest) }
        }
        return session
    }

    private var reply: LocationInterface.Authorization.Reply {
        let authorization = state.withLock(\.authorization)
        return LocationInterface.Authorization.Reply(
            authorizationStatus: authorization.status, accuracyAuthorization: authorization.accuracy,
            locationServicesEnabled: true, headingAvailable: true, isRangingAvailable: false,
            stepCountingAvailable: false)
    }

    func authorization(of label: String) async throws(LocdClientError) -> ClientAuthorization {
        ClientAuthorization(reply)
    }

    func authorizationNow(of label: String) throws(LocdClientError) -> LocationInterface.Authorization.Reply { reply }

    func ask(for request: RequestAuthorizationParameters.Request, label: String) async throws(LocdClientError) {
        // As with the daemon: who has decided is not asked again, but for always after while in use.
        let (answer, accuracy) = state.withLock { state -> (AuthorizationStatus?, AccuracyAuthorization) in
            let mayAsk =
                switch state.authorization.status {
                case .notDetermined: true
                case .authorizedWhenInUse: request == .always
                default: false
                }
            return (mayAsk ? state.answer : nil, state.authorization.accuracy)
        }
        if let answer { decide(answer, accuracy) }
    }

    func askForFullAccuracy(purposeKey: String, label: String) async throws(LocdClientError) {
        let (authorization, answer) = state.withLock { ($0.authorization, $0.answer) }
        // As with the daemon: only of who has reduced accuracy somebody is asked. A no changes nothing.
        guard let answer, authorization.disclosure == .reduced else { throw refusal(.promptDeclined) }
        if answer.isAuthorized { decide(authorization.status, .fullAccuracy) }
    }

    func location(
        label: String?, desiredAccuracy: DesiredAccuracy?, timeout: Duration
    ) async throws(LocdClientError) -> Location {
        let authorization = state.withLock(\.authorization)
        guard authorization.disclosure != .nothing else { throw refusal(.notAuthorized(authorization.status)) }
        let found = await withCheckedContinuation { (request: CheckedContinuation<Location?, Never>) in
            state.withLock { state in
                state.nextNumber += 1
                state.requests[state.nextNumber] = (state.now.addingTimeInterval(timeout / .seconds(1)), request)
            }
            pendingCallsDidChange(by: -1)
        }
        guard let found else { throw refusal(.locationUnknown) }
        return found
    }

    func latestLocationNow() throws(LocdClientError) -> Location? {
        state.withLock { $0.authorization.disclosure == .nothing ? nil : $0.latest }
    }

    func pendingCallsDidChange(by count: Int) {
        let settled = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.calls += count
            guard state.calls == 0 else { return [] }
            defer { state.settling = [] }
            return state.settling
        }
        for done in settled { done.resume() }
    }

    func regions(label: String?) async throws(LocdClientError) -> [MonitoredRegion] { monitored(label) }
    func regionsNow(label: String) throws(LocdClientError) -> [MonitoredRegion] { monitored(label) }

    private func monitored(_ label: String?) -> [MonitoredRegion] {
        state.withLock { state in
            state.regions.filter { $0.key.label == label }.map { key, region in
                MonitoredRegion(region: ReportedRegion(region), state: state.sides[key] ?? .unknown)
            }
        }
    }

    func startMonitoring(for region: Region, label: String?) async throws(LocdClientError) {
        let authorization = state.withLock(\.authorization)
        guard authorization.disclosure != .nothing else { throw refusal(.notAuthorized(authorization.status)) }
        guard authorization.disclosure == .everything else { throw refusal(.fullAccuracyRequired) }
        state.withLock { state in
            let key = RegionKey(label: label, identifier: region.identifier)
            state.regions[key] = region
            state.sides[key] = state.latest.map { state.side(of: region, at: $0) }
        }
    }

    func stopMonitoring(for identifier: String, label: String?) async throws(LocdClientError) {
        state.withLock { state in
            let key = RegionKey(label: label, identifier: identifier)
            state.regions[key] = nil
            state.sides[key] = nil
        }
    }

    func state(ofRegion identifier: String, label: String?) async throws(LocdClientError) -> RegionState {
        state.withLock { $0.sides[RegionKey(label: label, identifier: identifier)] ?? .unknown }
    }

    func motionHistory(
        from: Timestamp, to: Timestamp, label: String?
    ) async throws(LocdClientError) -> LocationInterface.MotionHistory.Reply {
        LocationInterface.MotionHistory.Reply(isRecording: false)
    }

    func sleep(for duration: Duration) async throws {
        let end = state.withLock(\.now).addingTimeInterval(duration / .seconds(1))
        guard await wait(until: end) else { throw CancellationError() }
    }

    /// Whether the clock has come there; `false` if the task was cancelled before.
    private func wait(until end: Date) async -> Bool {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { done in
                let isOver = state.withLock { state in
                    guard !Task.isCancelled, state.now < end else { return true }
                    state.waits[number] = (end, done)
                    return false
                }
                if isOver { done.resume(returning: !Task.isCancelled) }
            }
        } onCancel: {
            state.withLock { $0.waits.removeValue(forKey: number) }?.done.resume(returning: false)
        }
    }

    private func refusal(_ error: VarlinkError) -> LocdClientError {
        LocdClientError(.refused(error), socketPath: "simulation")
    }
}

extension SimulatedDaemon.State {
    /// Takes the requests for a location that are answered now: their tasks go on.
    mutating func takeRequests(until now: Date = .distantFuture) -> [CheckedContinuation<Location?, Never>] {
        let taken = requests.filter { $0.value.until <= now }
        for number in taken.keys { requests[number] = nil }
        calls += taken.count
        return taken.values.map(\.done)
    }

    func side(of region: Region, at location: Location) -> RegionState {
        region.shape.contains(location.coordinate) ? .inside : .outside
    }

    /// The time of the next crossing: after that of the last one, since two alike are one that came twice.
    mutating func stamp(_ time: Timestamp) -> Timestamp {
        let stamp = lastCrossing.map { max(time, Timestamp(milliseconds: $0.milliseconds + 1) ?? time) } ?? time
        lastCrossing = stamp
        return stamp
    }

    /// The event of a location on the other side; being inside at first is one too.
    mutating func cross(_ region: Region, of key: SimulatedDaemon.RegionKey, at location: Location) -> RegionEvent? {
        let (before, now) = (sides[key] ?? .unknown, side(of: region, at: location))
        sides[key] = now
        guard before != now, before != .unknown || now == .inside else { return nil }
        return RegionEvent(
            timestamp: stamp(location.timestamp), identifier: region.identifier, state: now,
            cause: before == .unknown ? .determined : .crossed)
    }
}
