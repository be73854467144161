import LocationModel
import LocdClient
import LocdProtocol
import Synchronization

/// The services that a manager has started, and their session: one of its own, with its own filters, while something
/// runs.
final class ManagerEngine: Sendable {
    private enum Command: Sendable {
        case start(SessionService)
        case stop(SessionService)
        case configure(SessionSettings)
        case allowDeferral(distance: Double, seconds: Double)
        case endDeferral
    }

    /// A session, and what belongs to it.
    private struct Run: Sendable {
        let session: PersistentSession
        let commands: AsyncStream<(Command, PendingCall)>.Continuation
        let work: [Task<Void, Never>]

        func perform(_ command: Command) {
            commands.yield((command, PendingCall(of: session.daemon)))
        }

        func end() {
            commands.finish()
            for task in work { task.cancel() }
        }
    }

    private struct State: Sendable {
        var configuration = ManagerConfiguration()
        var services: Set<SessionService> = []
        var run: Run?
        /// The number of the run: events of an ended run are ignored.
        var generation = 0
        /// The number of the start of updates: a pause of earlier ones does not end the present ones.
        var starts = 0
        /// Updates were paused, and nothing came since.
        var isPaused = false
        var request: Task<Void, Never>?
        /// The number of cancelled requests: an answer from before the latest one is ignored.
        var cancellations = 0
        /// The beacons that the manager wants to be ranged, and those for which it knows that they are not.
        var wantedBeacons: Set<BeaconConstraint> = []
        var failedBeacons: Set<BeaconConstraint> = []
        /// The current failure; it is delivered once.
        var failure: CLError.Code?
        var latest: CLLocation?
        /// The magnetic field is disturbed, and the delegate was asked about a calibration.
        var isDisturbed = false

        /// Stops a service; returns the run that ends with it.
        mutating func stop(_ service: SessionService) -> Run? {
            guard services.remove(service) != nil else { return nil }
            guard services.isEmpty else {
                run?.perform(.stop(service))
                return nil
            }
            defer { run = nil }
            generation += 1
            return run
        }
    }

    private let hub: ClientHub
    private let manager: ManagerReference
    private let state = Mutex(State())
    /// Held while the beacons are decided about and handed over, so that the last decision counts.
    private let ranging = Mutex(())

    init(hub: ClientHub, manager: ManagerReference) {
        self.hub = hub
        self.manager = manager
    }

    var configuration: ManagerConfiguration { state.withLock(\.configuration) }

    /// Changes the configuration, immediately. A program may set a property with each location: a value that is the
    /// same is not sent.
    func configure(_ change: (inout ManagerConfiguration) -> Void) {
        state.withLock { state in
            let before = state.configuration.sessionSettings
            change(&state.configuration)
            let settings = state.configuration.sessionSettings
            if settings != before { state.run?.perform(.configure(settings)) }
        }
    }

    /// The latest location that this manager, or otherwise this program, received. A program that has received none
    /// gets the daemon's, which is not a reduced one.
    var latest: CLLocation? {
        if let latest = state.withLock(\.latest) ?? hub.state.withLock(\.latest) { return latest }
        if configuration.desiredAccuracy == kCLLocationAccuracyReduced { return nil }
        let latest = try? hub.askNow { () throws(LocdClientError) in try hub.daemon.latestLocationNow() }
        return latest.flatMap { $0 }.map { CLLocation($0) }
    }

    /// Starts a service. What runs already brings nothing new.
    func start(_ service: SessionService) {
        if service == .updatingLocation { cancelRequest() }
        state.withLock { state in
            guard state.services.insert(service).inserted else { return }
            if service == .updatingLocation { state.starts += 1 }
            if let run = state.run {
                run.perform(.start(service))
            } else {
                state.failure = nil
                state.generation += 1
                state.run = open(state)
            }
        }
    }

    /// Stops a service; the session ends with the last.
    func stop(_ service: SessionService) {
        if service == .updatingLocation { cancelRequest() }
        state.withLock { $0.stop(service) }?.end()
    }

    func end() {
        cancelRequest()
        let ended = state.withLock { state in
            defer { state.run = nil }
            state.services = []
            state.generation += 1
            return state.run
        }
        ended?.end()
    }

    /// Holds locations back in the daemon until a distance or a time; fails if updates do not run.
    func allowDeferredUpdates(untilTraveled distance: CLLocationDistance, timeout: TimeInterval) {
        cancelRequest()
        let isRunning = state.withLock { state in
            guard state.services.contains(.updatingLocation), let run = state.run else { return false }
            // The daemon's limits are a year's drive and a year; NaN is not within them.
            run.perform(
                .allowDeferral(
                    distance: distance < 1e9 ? distance : 1e9, seconds: timeout < 31_536_000 ? timeout : 31_536_000))
            return true
        }
        if !isRunning { finishDeferral(CLError(.deferredNotUpdatingLocation)) }
    }

    func disallowDeferredUpdates() {
        state.withLock { _ = $0.run?.perform(.endDeferral) }
    }

    /// Requests one location, unless updates or another request run.
    func requestLocation() {
        state.withLock { state in
            guard !state.services.contains(.updatingLocation), state.request == nil else { return }
            let accuracy = DesiredAccuracy(core: state.configuration.desiredAccuracy)
            let cancellations = state.cancellations
            let call = PendingCall(of: hub.daemon)
            state.request = Task { [weak self, hub] in
                let result: Result<Location, LocdClientError>
                do throws(LocdClientError) {
                    // Apple does not document the timeout; ten seconds is what people report, and the daemon's default.
                    result = .success(
                        try await hub.daemon.location(
                            label: hub.label, desiredAccuracy: accuracy, timeout: .seconds(10)))
                } catch {
                    result = .failure(error)
                }
                await hub.learnAuthorizationFirst()
                self?.finishRequest(result, after: cancellations)
                withExtendedLifetime(call) {}
            }
        }
    }

    /// The program's authorization changed. If it is reduced, the session reports that to the running services.
    func authorizationDidChange(to authorization: ClientAuthorization) {
        if !state.withLock(\.wantedBeacons).isEmpty { rangeBeacons() }
        if authorization.isAuthorized { tryAgain() }
    }

    /// Ranges these beacons from now on, and no others.
    func rangeBeacons(_ constraints: Set<BeaconConstraint>) {
        state.withLock { state in
            state.wantedBeacons = constraints
            state.failedBeacons.formIntersection(constraints)
        }
        let call = PendingCall(of: hub.daemon)
        Task { [weak self, hub] in
            await hub.learnAuthorizationFirst()
            self?.rangeBeacons()
            withExtendedLifetime(call) {}
        }
    }

    private func rangeBeacons() { ranging.withLock { _ in decideRanging() } }

    /// Starts what is wanted, or reports once why it is not ranged.
    private func decideRanging() {
        let error = (hub.state.withLock(\.authorization) ?? .unknown).rangingError
        let (wanted, failed) = state.withLock { state in
            guard error != nil else {
                state.failedBeacons = []
                return (state.wantedBeacons, Set<BeaconConstraint>())
            }
            defer { state.failedBeacons = state.wantedBeacons }
            return ([], state.wantedBeacons.subtracting(state.failedBeacons))
        }
        if configuration.rangedBeacons != wanted { configure { $0.rangedBeacons = wanted } }
        if wanted.isEmpty { stop(.rangingBeacons) } else { start(.rangingBeacons) }
        guard let error else { return }
        for constraint in failed { manager.withManager { $0.didFailRanging(constraint, CLError(error)) } }
    }

    /// The daemon may serve it again.
    func tryAgain() {
        state.withLock(\.run)?.session.tryAgain()
    }

    private func cancelRequest() {
        let request = state.withLock { state in
            defer { state.request = nil }
            state.cancellations += 1
            return state.request
        }
        request?.cancel()
    }

    private func finishRequest(_ result: Result<Location, LocdClientError>, after cancellations: Int) {
        let isWanted = state.withLock { state in
            guard state.cancellations == cancellations else { return false }
            state.request = nil
            return true
        }
        guard isWanted else { return }
        switch result {
        case .success(let location): deliver([location]) { $0.cancellations == cancellations }
        case .failure(let error):
            let failure = CLError(code(of: error), because: error)
            deliver(while: { $0.cancellations == cancellations }) {
                $0.delegate?.locationManager($0, didFailWithError: failure)
            }
        }
    }

    private func open(_ state: State) -> Run {
        let session = PersistentSession(
            daemon: hub.daemon, label: hub.label, services: state.services,
            settings: state.configuration.sessionSettings)
        let (commands, queue) = AsyncStream.makeStream(of: (Command, PendingCall).self)
        let generation = state.generation
        return Run(
            session: session, commands: queue,
            work: [
                session.read { [weak self] in await self?.take($0, of: generation) },
                Task { [weak self] in
                    for await (command, call) in commands {
                        await self?.carryOut(command, in: session)
                        withExtendedLifetime(call) {}
                    }
                },
            ])
    }

    private func carryOut(_ command: Command, in session: PersistentSession) async {
        do throws(LocdClientError) {
            switch command {
            case .start(let service): try await session.start(service)
            case .stop(let service): try await session.stop(service)
            case .configure(let settings): try await session.configure(settings)
            case .allowDeferral(let distance, let seconds):
                try await session.allowDeferredLocationUpdates(untilTraveled: distance, timeout: .seconds(seconds))
            case .endDeferral: try await session.disallowDeferredLocationUpdates()
            }
        } catch {
            // The settings stay for the next session; a deferral does not.
            if case .allowDeferral = command { finishDeferral(CLError(.deferredFailed, because: error)) }
        }
    }

    private func take(_ element: PersistentSession.Element, of generation: Int) async {
        guard state.withLock({ $0.generation == generation }) else { return }
        switch element {
        case .update(.connected):
            state.withLock { $0.failure = nil }
            // The authorization is delivered before its consequences.
            await hub.learnAuthorization()
        case .update(.disconnected(let error, _)), .refused(let error):
            await hub.learnAuthorizationFirst()
            fail(code(of: error), because: error, of: generation)
        case .update(.events(let events)): await take(events, of: generation)
        case .update(.missed): break
        }
    }

    /// A batch, in order; consecutive locations are delivered together.
    private func take(_ events: [LocationEvent], of generation: Int) async {
        var locations: [Location] = []
        let isCurrent: @Sendable (State) -> Bool = {
            $0.generation == generation
                && !$0.services.isDisjoint(with: [.updatingLocation, .monitoringSignificantLocationChanges])
        }
        // The question at the beginning may have failed.
        await hub.learnAuthorizationFirst()
        for event in events {
            if case .location(let location) = event {
                locations.append(location)
                continue
            }
            deliver(locations, while: isCurrent)
            locations = []
            if event.isOfAuthorization { await hub.learnAuthorization() } else { take(event, of: generation) }
        }
        deliver(locations, while: isCurrent)
        hub.deliver(events)
    }

    private func take(_ event: LocationEvent, of generation: Int) {
        let isCurrent: @Sendable (State) -> Bool = { $0.generation == generation }
        switch event {
        case .pause: pause(of: generation)
        case .resume: deliver(while: isCurrent) { $0.delegate?.locationManagerDidResumeLocationUpdates($0) }
        case .heading(let heading):
            let isDisturbance = state.withLock { state in
                defer { state.isDisturbed = heading.isDisturbed }
                return heading.isDisturbed && !state.isDisturbed
            }
            let heading = CLHeading(heading)
            deliver(while: { isCurrent($0) && $0.services.contains(.updatingHeading) }) { manager in
                if isDisturbance { _ = manager.delegate?.locationManagerShouldDisplayHeadingCalibration(manager) }
                manager.withShared { $0.latestHeading = heading }
                manager.delegate?.locationManager(manager, didUpdateHeading: heading)
            }
        case .deferredUpdatesFinished(let finish):
            let error = finish.error.map { CLError($0) }
            deliver(while: isCurrent) { $0.delegate?.locationManager($0, didFinishDeferredUpdatesWithError: error) }
        case .timeReset: hub.timeDidReset()
        case .beacons(let ranged): deliver(while: isCurrent) { $0.didRange(ranged) }
        case .failure(let failure) where failure.beacons != nil:
            let error = CLError(failure.error)
            deliver(while: isCurrent) { manager in
                if let constraint = failure.beacons { manager.didFailRanging(constraint, error) }
            }
        case .failure(let failure) where failure.region == nil:
            let error = CLError(failure.error)
            deliver(while: isCurrent) { $0.delegate?.locationManager($0, didFailWithError: error) }
        default: break
        }
    }

    /// Nothing moves: updates are over until the client starts them again, as in Core Location. They end when the
    /// client is notified, after all locations that it has not received yet.
    private func pause(of generation: Int) {
        guard let starts = state.withLock({ $0.generation == generation ? $0.starts : nil }) else { return }
        deliver(while: { $0.starts == starts && $0.services.contains(.updatingLocation) }) { [weak self] manager in
            // Another thread may just have started others.
            guard self?.endUpdates(startedAs: starts) == true else { return }
            manager.delegate?.locationManagerDidPauseLocationUpdates(manager)
        }
    }

    /// Ends updates because of a pause; false if they are not those of a start any more.
    private func endUpdates(startedAs starts: Int) -> Bool {
        let (isTheirs, ended) = state.withLock { state -> (Bool, Run?) in
            guard state.starts == starts, state.services.contains(.updatingLocation) else { return (false, nil) }
            state.isPaused = true
            return (true, state.stop(.updatingLocation))
        }
        ended?.end()
        return isTheirs
    }

    private func deliver(_ locations: [Location], while isWanted: @escaping @Sendable (State) -> Bool) {
        let locations = locations.map { CLLocation($0) }
        guard let last = locations.last else { return }
        hub.note(last)
        let isResumption = state.withLock { state in
            defer { state.isPaused = false }
            return state.isPaused && state.services.contains(.updatingLocation)
        }
        if isResumption { deliver(while: isWanted) { $0.delegate?.locationManagerDidResumeLocationUpdates($0) } }
        deliver(while: isWanted) { [weak self] manager in
            self?.state.withLock { $0.latest = last }
            manager.deliver(locations)
        }
    }

    /// Delivers an event to the client, unless a later stop or start has made it obsolete.
    private func deliver(
        while isWanted: @escaping @Sendable (State) -> Bool, _ call: @escaping @Sendable (CLLocationManager) -> Void
    ) {
        manager.withManager { [weak self] manager in
            if self?.state.withLock({ isWanted($0) }) == true { call(manager) }
        }
    }

    private func finishDeferral(_ error: CLError?) {
        manager.withDelegate { $1.locationManager($0, didFinishDeferredUpdatesWithError: error) }
    }

    /// Reports a failure of the services that deliver locations, once while it lasts.
    private func fail(_ code: CLError.Code, because error: LocdClientError, of generation: Int) {
        let isNew = state.withLock { state in
            guard state.generation == generation, state.failure != code,
                state.services.contains(where: { ![.updatingHeading, .rangingBeacons].contains($0) })
            else { return false }
            state.failure = code
            return true
        }
        guard isNew else { return }
        let failure = CLError(code, because: error)
        deliver(while: { $0.generation == generation }) { $0.delegate?.locationManager($0, didFailWithError: failure) }
    }

    /// If there never was a daemon, location services are off; if there was, it will return.
    private func code(of error: LocdClientError) -> CLError.Code {
        if let status = error.refusedStatus { return status == .notDetermined ? .locationUnknown : .denied }
        return error.isOfAbsence && !hub.state.withLock(\.wasReached) ? .denied : .locationUnknown
    }
}
